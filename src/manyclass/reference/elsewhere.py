"""Verdicts that hang on the rounding of a machine are undecided.

``reference/elsewhere/`` keeps the statements and tests of runs that were made again on other machines, or with BLAS's
kernels for other processors, a folder each. What is said of the kept runs takes a test whose verdict is another one in
any of them as undecided, and its statement's verdict follows from its tests by the rule of
`manyclass.protocol.claims.verdicts`.
"""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from manyclass.protocol.claims.claim import NOT_REPRODUCED, UNDECIDED, VERDICTS
from manyclass.protocol.claims.tables import COUNTS, names_of, read_statements, read_tests, write
from manyclass.protocol.claims.verdicts import CALIBRATED, JUDGED, NOT_RUN, RESTING, held_back_by, resting, verdict_of
from manyclass.protocol.files import atomic
from manyclass.reference import compare, crate

FOLDER = "elsewhere"  # of the kept runs
SAME = ["document", "exhibit", "data_sets", "mean", "low", "high", "range_low", "range_high", "n"]


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
    hang = compare.named(tests)[compare.NAME].isin(other)
    hang |= _twins(tests, hang)
    tests.loc[hang, "verdict"] = UNDECIDED
    for place in statements.index[names_of(statements, "id").isin(names_of(tests[hang], "statement"))]:
        _follow(statements, place, tests)
    _rest_anew(statements)
    return statements, tests


def said(reference: Path) -> str:
    """How many tests of the kept runs were made again elsewhere, on what, and how many differ; "" without any."""
    again, machines = set(), []
    for folder, both in _made_again(reference):
        again |= {*both[compare.NAME]}
        on = crate.noted(folder)
        machines.append(f"{on['processor']} with BLAS's kernels for {', '.join(on['blas'])}")
    if not machines:
        return ""
    return (
        f" {len(again)} of the tests were made a second time, on {' or '.join(machines)}:"
        f" {len(measured_otherwise(reference))} came to another verdict, hang on rounding, and count as undecided."
    )


def measured_otherwise(reference: Path) -> dict[tuple[str, ...], str]:
    """What was measured elsewhere in the tests that have another verdict there, by their `compare.NAME`."""
    measured = {}
    for _, both in _made_again(reference):
        for _, row in compare.different(both).iterrows():
            measured.setdefault(row[compare.NAME], []).append(row["measured" + compare.HERE])
    return {test: " and ".join(each) for test, each in measured.items()}


def folders(reference: Path) -> list[Path]:
    """Where the verdicts of other machines are kept, a folder each."""
    return sorted((reference / FOLDER).glob("*"))


def folder_of(on: dict, reference: Path) -> Path:
    """Where the verdicts of a machine are kept.

    Parameters
    ----------
    on : dict
        As `manyclass.workflow.taken.run_facts` says it.
    reference : Path
        The kept runs.
    """
    name = "_".join([on["processor"], *on["blas"]]).lower()
    return reference / FOLDER / re.sub(r"[^a-z0-9]+", "_", name).strip("_")


def note(on: dict, folder: Path) -> None:
    """Write down which machine a folder is of."""
    with atomic(folder / crate.MACHINE) as part:
        part.write_text(json.dumps(on, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def forget(reference: Path, of_run: Callable[[pd.Series], pd.Series]) -> None:
    """Drop what was said elsewhere of statements that another run is kept of now: it was of the run before.

    A run is made anew since something is another: a test may be named as before and measure something else.

    Parameters
    ----------
    reference : Path
        The kept runs.
    of_run : callable
        Which of these statements, ``document/id``, the run has tested.
    """
    for folder in folders(reference):
        statements, tests = read_statements(folder / "statements.csv"), read_tests(folder / "tests.csv")
        left = statements[~of_run(names_of(statements, "id"))]
        if left.empty:
            shutil.rmtree(folder)
        else:
            write(left, folder / "statements.csv")
            write(tests[~of_run(names_of(tests, "statement"))], folder / "tests.csv")


def _made_again(reference: Path) -> list[tuple[Path, pd.DataFrame]]:
    """Each machine's folder, and its tests beside those of the kept runs."""
    return [(folder, compare.side_by_side(folder, reference)[1]) for folder in folders(reference)]


def _twins(tests: pd.DataFrame, hang: pd.Series) -> pd.Series:
    """Which tests ask the same of the same mean as one that hangs on rounding: two statements may.

    What no chance enters has no mean by which one could tell.
    """
    measured = tests[SAME].dropna(subset="mean")
    numbers = pd.Series([*measured.itertuples(index=False, name=None)], index=measured.index, dtype=object)
    return numbers.isin({*numbers[hang]}).reindex(tests.index, fill_value=False)


def _follow(statements: pd.DataFrame, place, tests: pd.DataFrame) -> None:
    """Count the tests of one statement anew, and give it the verdict that follows; in place."""
    document, name, verdict = statements.loc[place, ["document", "id", "verdict"]]
    of_it = tests[(tests["document"] == document) & (tests["statement"] == name)]
    calibrated = of_it["scored"].str.startswith(CALIBRATED)
    counted = Counter(of_it.loc[~calibrated, "verdict"])
    statements.loc[place, COUNTS[-len(VERDICTS) :]] = [counted[each] for each in VERDICTS]
    if verdict in JUDGED:
        contradicted = (of_it.loc[calibrated, "verdict"] == NOT_REPRODUCED).any()
        statements.loc[place, "verdict"] = verdict_of(counted, contradicted)


def _rest_anew(statements: pd.DataFrame) -> None:
    """Let every statement rest on what holds it back by the verdicts as they are now; in place."""
    verdicts = dict(zip(names_of(statements, "id"), statements["verdict"]))
    judged = statements["verdict"].isin(JUDGED) & (statements["requires"] != "")
    for place, row in statements[judged].iterrows():
        required = {name: verdicts.get(f"{row['document']}/{name}", NOT_RUN) for name in row["requires"].split()}
        held_back = held_back_by(row["verdict"], required)
        others = [reason for reason in row["reason"].split("; ") if not reason.startswith(RESTING)]
        reason = "; ".join(filter(None, [*others, resting(held_back)]))
        statements.loc[place, ["rests", "reason"]] = ["yes" if held_back else "", reason]
