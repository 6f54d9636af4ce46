"""The kept tests judged by the rules as they are now, and the statements by their tests.

What is kept comes from several runs. Meanwhile a rule of verdicts, or what a data set was calibrated on, may have
changed, or another run may have decided a statement that one of these requires.
"""

from types import SimpleNamespace

import numpy as np
import pandas as pd

from manyclass.exhibits import statements
from manyclass.protocol.claims.tables import COUNTS, HOLM, statements_table
from manyclass.protocol.claims.verdicts import Outcome, judgements

# What a statement says and its rule stay as they were when it was measured.
OF_STATEMENT, OF_TEST = ["kind", "requires", *COUNTS, "verdict", "reason", "rests"], ["verdict", "scored"]
ROUNDED = 1e-5  # of p values that are written with six digits


def judged(kept: pd.DataFrame, tests: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Kept statements and tests with the verdicts that they have by the rules as they are; all else stays.

    Statements that there are no more stay as they are.

    Parameters
    ----------
    kept, tests : pandas.DataFrame
        As `manyclass.protocol.claims.tables` reads them.
    """
    kept, tests = kept.reset_index(drop=True), tests.reset_index(drop=True)
    for document in kept["document"].unique():
        listed = statements.listed(document)
        ours = tests[(tests["document"] == document) & tests["statement"].isin(listed)]
        made = [(row["exhibit"], _as_claim(place, row)) for place, row in ours.to_dict("index").items()]
        found = judgements(listed, made)
        for outcome in (test for each in found for test in each.tests):
            _follow(tests, outcome)
        anew = statements_table({document: found}, "").set_index("id")
        rows = kept.index[(kept["document"] == document) & kept["id"].isin(listed)]
        kept.loc[rows, OF_STATEMENT] = anew.loc[kept.loc[rows, "id"], OF_STATEMENT].to_numpy()
    return kept.astype(dict.fromkeys(COUNTS, int)), tests


def _as_claim(place: int, row: dict) -> SimpleNamespace:
    """A kept test as the claim that it was, and its row."""
    return SimpleNamespace(**row, on=tuple(row["data_sets"].split()), place=place)


def _follow(tests: pd.DataFrame, outcome: Outcome) -> None:
    """Put what a test says now in its row; in place."""
    place = outcome.claim.place
    tests.loc[place, OF_TEST] = [getattr(outcome, name) for name in OF_TEST]
    for name in HOLM:
        if not np.isclose(getattr(outcome, name), tests.loc[place, name], rtol=ROUNDED, atol=0):
            tests.loc[place, name] = getattr(outcome, name)
