"""Statements and their tests as two tables, a row each, written as CSV and read again."""

from pathlib import Path

import numpy as np
import pandas as pd

from manyclass.protocol.claims import claim
from manyclass.protocol.claims.verdicts import Judgement
from manyclass.protocol.files import atomic

NUMBERS = ["printed_value", "mean", "low", "high", "range_low", "range_high"]
P_VALUES = ["p_inside", "p_outside"]
HOLM = ["holm_inside", "holm_outside"]
TEST_TEXTS = ["document", "statement", "exhibit", "data_sets", "text", "printed", "measured", "scale"]
TESTS = [*TEST_TEXTS, *NUMBERS, "n", *P_VALUES, *HOLM, "verdict", "scored"]
SAID = ["id", "place", "says", "printed", "kind", "rule", "requires", "size"]
COUNTS = ["tests", "judged_by", "reproduced", "not_reproduced", "undecided"]
STATEMENTS = ["document", *SAID, "scale", *COUNTS, "verdict", "reason", "rests"]
DIGITS = 6


def statements_table(judged: dict[str, list[Judgement]], scale) -> pd.DataFrame:
    """One row a statement: what it says, how many of its tests have which verdict, and its own.

    Parameters
    ----------
    judged : dict of str to list of Judgement
        By document.
    scale : str
        Scale of the run.

    Returns
    -------
    pandas.DataFrame
        Columns `STATEMENTS`. ``tests`` are all, ``judged_by`` those that the verdict rests on; ``rests`` says "yes"
        where a failure is that of a required statement.
    """
    rows = []
    for document, judgements in judged.items():
        for judgement in judgements:
            said = {name: getattr(judgement.statement, name) for name in SAID}
            counted = judgement.counted
            counts = [len(judgement.tests), counted.total(), *(counted[verdict] for verdict in claim.VERDICTS)]
            rows.append(
                {"document": document, **said, "requires": " ".join(said["requires"]), "scale": scale}
                | dict(zip(COUNTS, counts))
                | {"verdict": judgement.verdict, "reason": judgement.reason, "rests": "yes" if judgement.rests else ""}
            )
    return pd.DataFrame(rows, columns=STATEMENTS)


def tests_table(judged: dict[str, list[Judgement]]) -> pd.DataFrame:
    """One row a test, columns `TESTS`; statements in their order, tests in that of the exhibits."""
    rows = []
    for document, judgements in judged.items():
        for judgement in judgements:
            for outcome in judgement.tests:
                made = outcome.claim
                row = {name: getattr(made, name) for name in TESTS if hasattr(made, name)}
                row |= {name: getattr(outcome, name) for name in (*HOLM, "exhibit", "verdict", "scored")}
                rows.append(row | {"document": document, "data_sets": " ".join(made.on)})
    return pd.DataFrame(rows, columns=TESTS)


def names_of(table: pd.DataFrame, key: str) -> pd.Series:
    """``document/id`` of the statement of each row; ``key`` is the column that it stands in, "id" or "statement"."""
    return table["document"] + "/" + table[key]


def write(table: pd.DataFrame, path) -> None:
    """Write a table as CSV, its numbers to six significant digits; a number that is none is an empty cell."""
    with atomic(path) as part:
        rounded = table.apply(lambda column: column.map(_rounded) if column.dtype == float else column)
        rounded.to_csv(part, index=False, lineterminator="\n", encoding="utf-8")


def read_statements(path) -> pd.DataFrame:
    """Statements of a run as `statements_table` makes them; ValueError in one line if the file holds none."""
    return _read(path, STATEMENTS, COUNTS, [])


def read_tests(path) -> pd.DataFrame:
    """Tests of a run as `tests_table` makes them; ValueError in one line if the file holds none."""
    return _read(path, TESTS, ["n"], [*NUMBERS, *P_VALUES, *HOLM])


def _read(path, columns, whole, numbers) -> pd.DataFrame:
    try:
        table = pd.read_csv(path, dtype=str, usecols=columns, keep_default_na=False)[columns]
        return table.astype(dict.fromkeys(whole, int)).assign(
            **{name: pd.to_numeric(table[name].replace("", np.nan)) for name in numbers}
        )
    except ValueError as error:
        raise ValueError(f"{Path(path)}: no such table: {error}; delete it and run the workflow again") from None


def _rounded(value) -> float:
    return float(f"{value:.{DIGITS}g}")
