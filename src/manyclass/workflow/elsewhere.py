"""Verdicts that hang on the rounding of a machine are undecided.

``reference/elsewhere/`` keeps the statements and tests of runs that were made again on another machine, or with BLAS's
kernels for another processor. What is said of the kept runs takes a test whose verdict is another one there as
undecided, and its statement's verdict follows from its tests by the rule of `manyclass.protocol.claims.verdicts`.
"""

import json
from collections import Counter
from pathlib import Path

import pandas as pd

from manyclass.protocol.claims.claim import NOT_REPRODUCED, UNDECIDED, VERDICTS
from manyclass.protocol.claims.tables import COUNTS, names_of, read_statements, read_tests
from manyclass.protocol.claims.verdicts import CALIBRATED, JUDGED, verdict_of
from manyclass.protocol.files import atomic
from manyclass.workflow import compare, crate

FOLDER = "elsewhere"  # of the kept runs
STATEMENTS = "statements"


def settled(reference: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The kept statements and tests, these undecided where they have another verdict elsewhere.

    Parameters
    ----------
    reference : Path
        The kept runs.

    Returns
    -------
    statements, tests : pandas.DataFrame
        As `manyclass.protocol.claims.tables` reads them.
    """
    statements, tests = read_statements(reference / "statements.csv"), read_tests(reference / "tests.csv")
    other = measured_otherwise(reference)
    hang = tests[compare.TEST].agg(tuple, axis=1).isin(other)
    tests.loc[hang, "verdict"] = UNDECIDED
    for place in statements.index[names_of(statements, "id").isin(names_of(tests[hang], "statement"))]:
        _follow(statements, place, tests)
    _stand_alone(statements)
    return statements, tests


def said(reference: Path) -> str:
    """How many tests of the kept runs were made again elsewhere, on what, and how many differ; "" without any."""
    folder = reference / FOLDER
    if not folder.exists():
        return ""
    runs = _runs(folder / crate.MACHINE)
    on = sorted({f"{run['processor']} with BLAS's kernels for {', '.join(run['blas'])}" for run in runs})
    _, both = compare.side_by_side(folder, reference)
    n_other = len(compare.different(both))
    return (
        f" {len(both)} of the tests were made a second time, on {' or '.join(on)}: {n_other} came to another verdict,"
        " hang on rounding, and count as undecided."
    )


def note(on: dict, statements: set[str], path: Path) -> None:
    """Note what a run elsewhere ran on, and the statements that it tested, which are no earlier run's any more.

    Parameters
    ----------
    on : dict
        As `manyclass.workflow.reference.machine` says it.
    statements : set of str
        As ``document/id``.
    path : Path
        The file that has them of all runs.
    """
    earlier = [run | {STATEMENTS: sorted({*run[STATEMENTS]} - statements)} for run in _runs(path)]
    runs = [run for run in earlier if run[STATEMENTS]] + [on | {STATEMENTS: sorted(statements)}]
    with atomic(path) as part:
        part.write_text(json.dumps(runs, indent=1, sort_keys=True) + "\n")


def _runs(path: Path) -> list[dict]:
    """What each run elsewhere ran on, with the statements that are kept of it."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def measured_otherwise(reference: Path) -> dict[tuple[str, ...], str]:
    """What was measured elsewhere in the tests that have another verdict there, by the columns `compare.TEST`."""
    folder = reference / FOLDER
    if not folder.exists():
        return {}
    _, both = compare.side_by_side(folder, reference)
    return {tuple(row[compare.TEST]): row["measured" + compare.HERE] for _, row in compare.different(both).iterrows()}


def _follow(statements: pd.DataFrame, place, tests: pd.DataFrame) -> None:
    """Count the tests of one statement anew, and give it the verdict that follows; in place."""
    document, name, verdict = statements.loc[place, ["document", "id", "verdict"]]
    of_it = tests[(tests["document"] == document) & (tests["statement"] == name)]
    counted = Counter(of_it.loc[~of_it["scored"].str.startswith(CALIBRATED), "verdict"])
    statements.loc[place, COUNTS[-len(VERDICTS) :]] = [counted[each] for each in VERDICTS]
    if verdict in JUDGED:
        statements.loc[place, "verdict"] = verdict_of(counted)


def _stand_alone(statements: pd.DataFrame) -> None:
    """Let a failure that rested on a statement which is not refuted any more be its own; in place."""
    refuted = set(names_of(statements[statements["verdict"] == NOT_REPRODUCED], "id"))
    for place, row in statements[statements["rests"] == "yes"].iterrows():
        if not refuted & {f"{row['document']}/{name}" for name in row["requires"].split()}:
            statements.loc[place, ["rests", "reason"]] = ""
