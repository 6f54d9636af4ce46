"""The kept tests, judged by the rules as they are."""

from pathlib import Path

import pandas as pd

from manyclass.protocol.claims.tables import read_statements, read_tests, write
from manyclass.workflow.judge import judged
from manyclass.workflow.reference import judge, keep

REFERENCE = Path(__file__).parents[2] / "reference"


def read(folder):
    return read_statements(folder / "statements.csv"), read_tests(folder / "tests.csv")


def test_the_kept_verdicts_are_those_of_the_rules():
    """Also where a statement requires one that another run has decided meanwhile."""
    for kept, anew in zip(read(REFERENCE), judged(*read(REFERENCE))):
        pd.testing.assert_frame_equal(anew, kept)


def test_what_was_judged_otherwise_is_judged_anew_and_all_else_stays(finished, tmp_path):
    kept = tmp_path / "reference"
    keep(finished.folder / "results/smoke", finished.folder / "figures/smoke", kept)
    before = {path: path.read_bytes() for path in kept.rglob("*.*")}
    statements, tests = read(kept)
    statements.loc[0, ["verdict", "reason", "rests", "judged_by"]] = ["not run", "no reason", "yes", 7]
    tests.loc[0, ["holm_inside", "verdict", "scored"]] = [0.5, "undecided", "ours"]
    write(statements, kept / "statements.csv")
    write(tests, kept / "tests.csv")
    judge(kept, "smoke")
    assert {path: path.read_bytes() for path in kept.rglob("*.*")} == before


def test_a_statement_that_there_is_no_more_stays(tmp_path):
    statements, tests = read(REFERENCE)
    last = statements.index[-1]
    tests["statement"] = tests["statement"].replace(statements.loc[last, "id"], "gone")
    statements.loc[last, ["id", "verdict"]] = ["gone", "undecided"]
    for kept, anew in zip((statements, tests), judged(statements, tests)):
        pd.testing.assert_frame_equal(anew, kept)
