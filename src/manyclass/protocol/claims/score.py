"""The score of a run: how many statements of each document have which verdict."""

import pandas as pd

from manyclass.protocol.claims.claim import REPRODUCED
from manyclass.protocol.claims.interval import ERROR
from manyclass.protocol.claims.statement import EMPIRICAL, MATHEMATICAL, OURS
from manyclass.protocol.claims.verdicts import CALIBRATED, JUDGED, NOT_RUN, UNTESTED

RESTS, BY_CHANCE = "rests on another", "false by chance, at most"
TOTAL = "all"


def score(statements: pd.DataFrame) -> pd.DataFrame:
    """Count the verdicts of a run.

    Of the empirical statements each has one verdict; one that rests on another (see
    `manyclass.protocol.claims.verdicts.held_back_by`) is counted as such, neither as a failure of its own nor as
    reproduced. Of a document's mathematical statements, and of ours, it is said
    how many of those tested were reproduced.

    Parameters
    ----------
    statements : pandas.DataFrame
        As `manyclass.protocol.claims.tables.statements_table` makes it.

    Returns
    -------
    pandas.DataFrame
        One row a document, and the last for all, columns "document", the verdicts, `RESTS`, `BY_CHANCE` (see
        `false_by_chance`), "calibrated", "untested", "not run" where there is any, "ours" and "mathematical".
    """
    documents = statements["document"].drop_duplicates().tolist()
    rows = [_row(name, statements[statements["document"] == name]) for name in documents]
    table = pd.DataFrame([*rows, _row(TOTAL, statements)])
    return table if table[NOT_RUN].any() else table.drop(columns=NOT_RUN)


def false_by_chance(n_judged) -> float:
    """Largest expected number of false verdicts among `n_judged` statements.

    A statement of which all is true is refuted in any part with a chance of at most `ERROR`, and one that is not true
    in every part has all of its tests reproduced with at most that chance, as long as the t tests' assumptions hold.
    Statements that stayed undecided count as well: they could have been decided wrongly.
    """
    return ERROR * n_judged


def sentence(statements: pd.DataFrame) -> str:
    """The score of all documents together, in one sentence."""
    total = score(statements).iloc[-1]
    named = (*JUDGED, RESTS, CALIBRATED, UNTESTED, NOT_RUN)
    said = ", ".join(f"{total[name]} {name}" for name in named if name in total)
    return (
        f"{int((statements['kind'] == EMPIRICAL).sum())} empirical statements: {said}"
        f" (of the verdicts at most {total[BY_CHANCE]} expected to be false by chance)"
    )


def _row(document, statements) -> dict:
    """Counts of one document."""
    empirical = statements[statements["kind"] == EMPIRICAL]
    rests = empirical["rests"] == "yes"
    own = empirical.loc[~rests, "verdict"].value_counts()
    judged = int(empirical["verdict"].isin(JUDGED).sum())
    row = {"document": document} | {name: int(own.get(name, 0)) for name in JUDGED}
    row |= {RESTS: int(rests.sum()), BY_CHANCE: f"{false_by_chance(judged):.1f}"}
    row |= {name: int(own.get(name, 0)) for name in (CALIBRATED, UNTESTED, NOT_RUN)}
    return row | {kind: _reproduced(statements[statements["kind"] == kind]) for kind in (OURS, MATHEMATICAL)}


def _reproduced(statements) -> str:
    """How many of the statements that were judged were reproduced, "3 of 4"."""
    judged = statements["verdict"].isin(JUDGED)
    return f"{int((statements['verdict'] == REPRODUCED).sum())} of {int(judged.sum())}"
