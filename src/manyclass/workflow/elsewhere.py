"""Verdicts that hang on the rounding of a machine are undecided.

``reference/elsewhere/`` keeps the statements and tests of runs that were made again on another machine, or with BLAS's
kernels for another processor. What is said of the kept runs takes a test whose verdict is another one there as
undecided, and its statement's verdict follows from its tests by the rule of `manyclass.protocol.claims.verdicts`.
"""

import json
from collections import Counter
from pathlib import Path

import pandas as pd

from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED, UNDECIDED
from manyclass.protocol.claims.tables import read_statements, read_tests, write
from manyclass.protocol.claims.verdicts import JUDGED, verdict_of
from manyclass.protocol.files import atomic
from manyclass.workflow import compare

FOLDER, MACHINE = "elsewhere", "machine.json"
CALIBRATED = "calibrated on"  # how it begins in the column "scored" of a test on which its statement does not rest


def keep(results: Path, on: dict, reference: Path) -> None:
    """Keep the statements that a run elsewhere has tested, and their tests, in place of what there was of these.

    Parameters
    ----------
    results : Path
        Folder of the run.
    on : dict
        What it ran on, as `manyclass.workflow.reference.machine` says it.
    reference : Path
        The kept runs.

    Raises
    ------
    ValueError, OSError
        If the run has no statements and tests, or none that the kept runs have tested alike; one line.
    """
    statements, tests = compare.side_by_side(results, reference)
    folder = reference / FOLDER
    folder.mkdir(exist_ok=True)
    again = _names(statements, "id")
    for name, read, key in (("statements.csv", read_statements, "id"), ("tests.csv", read_tests, "statement")):
        new, kept = read(results / name), folder / name
        tables = [new[_names(new, key).isin(again)]]
        if kept.exists():
            old = read(kept)
            tables.insert(0, old[~_names(old, key).isin(again)])
        write(pd.concat(tables).sort_values("document", kind="stable"), kept)
    with atomic(folder / MACHINE) as part:
        part.write_text(json.dumps(on, indent=1, sort_keys=True) + "\n")


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
    for place in statements.index[_names(statements, "id").isin(_names(tests[hang], "statement"))]:
        _follow(statements, place, tests)
    _stand_alone(statements)
    return statements, tests


def said(reference: Path) -> str:
    """How many tests of the kept runs were made again elsewhere, on what, and how many differ; "" without any."""
    folder = reference / FOLDER
    if not folder.exists():
        return ""
    on = json.loads((folder / MACHINE).read_text(encoding="utf-8"))
    n_tests, n_other = len(compare.side_by_side(folder, reference)[1]), len(measured_otherwise(reference))
    return (
        f" {n_tests} of the tests were made a second time, on {on['processor']} with BLAS's kernels for"
        f" {', '.join(on['blas'])}: {n_other} came to another verdict, hang on rounding, and count as undecided."
    )


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
    columns = ["reproduced", "not_reproduced", "undecided"]
    statements.loc[place, columns] = [counted[each] for each in (REPRODUCED, NOT_REPRODUCED, UNDECIDED)]
    if verdict in JUDGED:
        statements.loc[place, "verdict"] = verdict_of(counted)


def _stand_alone(statements: pd.DataFrame) -> None:
    """Let a failure that rested on a statement which is not refuted any more be its own; in place."""
    refuted = set(_names(statements[statements["verdict"] == NOT_REPRODUCED], "id"))
    for place, row in statements[statements["rests"] == "yes"].iterrows():
        if not refuted & {f"{row['document']}/{name}" for name in row["requires"].split()}:
            statements.loc[place, ["rests", "reason"]] = ""


def _names(table: pd.DataFrame, key: str) -> pd.Series:
    return table["document"] + "/" + table[key]
