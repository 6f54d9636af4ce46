"""Summaries of documents: all tests of a document's statements in one figure, and the statements with their verdicts.

The exhibit ``summary`` of each document takes both from here. It reads the claims of all other exhibits of its
document; so wherever it is made, all of them are, also where only some are asked for by name.
"""

from pathlib import Path

import pandas as pd

from manyclass.exhibits import registry, statements
from manyclass.protocol.claims import collect, tables
from manyclass.protocol.claims.score import RESTS
from manyclass.report import forest

COLUMNS = {"id": "statement", "place": "where", "says": "says", "printed": "printed", "kind": "kind",
           "judged_by": "tests", "reproduced": "reproduced", "not_reproduced": "not reproduced",
           "undecided": "undecided", "verdict": "verdict", "reason": "note"}  # fmt: skip


def exhibits(document) -> list[str]:
    """List the exhibits of a document that make claims."""
    return [name for name in registry.expand([document]) if registry.offers(name, "claims")]


def table(results, document) -> pd.DataFrame:
    """One row a statement: what it says, how many tests it was judged by and what they gave, and its verdict."""
    return listed(tables.statements_table(_judged(results, document), results.config["scale"]))


def figure(results, document):
    """Draw every test of a document as `drawn` does.

    Parameters
    ----------
    results : Results
        Its folder holds the claims of the document's exhibits.
    document : str
        A folder of exhibits.

    Returns
    -------
    matplotlib.figure.Figure
    """
    judged = _judged(results, document)
    return drawn(tables.statements_table(judged, results.config["scale"]), tables.tests_table(judged))


def listed(statements) -> pd.DataFrame:
    """The columns of `table`, of a document's statements as `tables.statements_table` gives them."""
    return statements.loc[:, list(COLUMNS)].rename(columns=COLUMNS).astype(object)


def drawn(statements, tests):
    """Draw every test that has a number, on the claimed range, with what is printed; grouped by statement.

    Statements that were tested and have no number are named below.

    Parameters
    ----------
    statements, tests : DataFrame
        Of one document, as `manyclass.protocol.claims.tables` gives them.

    Returns
    -------
    matplotlib.figure.Figure
    """
    said = statements["verdict"] + statements["rests"].map({"": "", "yes": f", {RESTS}"})
    heads = dict(zip(statements["id"], statements["id"] + " (" + statements["place"] + "): " + said))
    tests = tests.assign(label=tests["text"], statement=tests["statement"].map(heads))
    numbered = tests[tests["n"] > 0]
    without = set(tests["statement"]) - set(numbered["statement"])
    return forest.draw(numbered, [head for head in heads.values() if head in without])


def _judged(results, document):
    """Statements of a document with their verdicts, from the claims of all its exhibits."""
    folder = Path(results.folder) / "claims"
    made = [name for name in exhibits(document) if registry.applies(name, results.config)]
    return collect.judged([statements.file(document)], [folder / f"{name}.json" for name in made])
