"""The kept tests, judged by the rules as they are."""

from pathlib import Path

import pandas as pd
import pytest

from manyclass.protocol.claims.tables import read_statements, read_tests, write
from manyclass.reference import elsewhere
from manyclass.reference.judge import judged
from manyclass.reference.keep import judge, keep, keep_elsewhere

REFERENCE = Path(__file__).parents[2] / "reference"
FOLDERS = [REFERENCE, *elsewhere.folders(REFERENCE)]
ON = {"processor": "P", "blas": ["Q"]}


def read(folder):
    return read_statements(folder / "statements.csv"), read_tests(folder / "tests.csv")


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_the_kept_verdicts_are_those_of_the_rules(folder):
    """Also where a statement requires one that another run has decided meanwhile, and those of other machines."""
    for kept, anew in zip(read(folder), judged(*read(folder))):
        pd.testing.assert_frame_equal(anew, kept)


def test_what_was_judged_otherwise_is_judged_anew_and_all_else_stays(finished, tmp_path):
    kept, results = tmp_path / "reference", finished.folder / "results/smoke"
    keep(results, finished.folder / "figures/smoke", kept)
    before = {path: path.read_bytes() for path in kept.rglob("*.*")}
    judge_by_another_rule(kept)
    judge(kept, "smoke")
    assert {path: path.read_bytes() for path in kept.rglob("*.*")} == before


def judge_by_another_rule(folder):
    """Say something else of the first statement and of its first test."""
    statements, tests = read(folder)
    statements.loc[0, ["verdict", "reason", "rests", "judged_by"]] = ["not run", "no reason", "yes", 7]
    tests.loc[0, ["holm_inside", "verdict", "scored"]] = [0.5, "undecided", "ours"]
    write(statements, folder / "statements.csv")
    write(tests, folder / "tests.csv")


def other_machine(kept):
    """Verdicts of another machine beside these, which are those of another rule; the folder, and what it held."""
    folder = elsewhere.folder_of(ON, kept)
    folder.mkdir(parents=True)
    for name in ("statements.csv", "tests.csv"):
        (folder / name).write_bytes((kept / name).read_bytes())
    elsewhere.note(ON, folder)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    judge_by_another_rule(folder)
    return folder, before


def test_what_another_machine_said_is_judged_by_the_same_rules(tmp_path, monkeypatch):
    """A verdict that is another one by its rule alone does not hang on rounding."""
    monkeypatch.setattr("manyclass.reference.keep.PAGES", {})
    monkeypatch.setattr("manyclass.reference.summaries.write", lambda *_: None)
    for table, name in zip(read(REFERENCE), ("statements.csv", "tests.csv")):
        write(table, tmp_path / name)
    folder, before = other_machine(tmp_path)
    assert len(elsewhere.measured_otherwise(tmp_path)) == 1
    judge(tmp_path)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert not elsewhere.measured_otherwise(tmp_path)


def test_what_is_kept_of_another_machine_is_judged_by_the_rules_as_they_are(tmp_path):
    results, kept = tmp_path / "results", tmp_path / "reference"
    for folder in (results, kept):
        for table, name in zip(read(REFERENCE), ("statements.csv", "tests.csv")):
            folder.mkdir(exist_ok=True)
            write(table, folder / name)
    judge_by_another_rule(results)
    keep_elsewhere(results, ON, kept)
    assert not elsewhere.measured_otherwise(kept)


def test_to_keep_a_run_judges_what_was_said_of_others_elsewhere_too(finished, tmp_path):
    """As it does those that are kept of documents of which nothing was run."""
    kept, of_run = tmp_path / "reference", (finished.folder / "results/smoke", finished.folder / "figures/smoke")
    kept.mkdir()
    for table, name in zip(read(REFERENCE), ("statements.csv", "tests.csv")):
        write(table[table["document"] == "deng2011"], kept / name)
    folder, before = other_machine(kept)
    keep(*of_run, kept)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_statement_that_there_is_no_more_stays(tmp_path):
    statements, tests = read(REFERENCE)
    last = statements.index[-1]
    tests["statement"] = tests["statement"].replace(statements.loc[last, "id"], "gone")
    statements.loc[last, ["id", "verdict"]] = ["gone", "undecided"]
    for kept, anew in zip((statements, tests), judged(statements, tests)):
        pd.testing.assert_frame_equal(anew, kept)
