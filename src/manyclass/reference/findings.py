"""Whether ``docs/findings.md`` has a paragraph for every statement that needs one.

A paragraph is found by the lines above it, one for each statement that it is on: ``- document/id``.
"""

import re

import pandas as pd

from manyclass.protocol.claims.tables import names_of
from manyclass.reference.summary import OPEN

MARK = re.compile(r"^- ([a-z0-9]+/[a-z0-9-]+)$")


def explained(text: str) -> set[str]:
    """Statements, ``document/id``, that have a paragraph: text follows their line before a heading or the end."""
    found, waiting = set(), []
    for line in text.splitlines():
        if mark := MARK.match(line):
            waiting.append(mark[1])
        elif line.startswith("#"):
            waiting = []
        elif line.strip():
            found.update(waiting)
            waiting = []
    return found


def unexplained(text: str, statements: pd.DataFrame) -> list[str]:
    """Statements of a run, ``document/id``, that are open and have no paragraph.

    Parameters
    ----------
    text : str
        The page of findings.
    statements : pandas.DataFrame
        As `manyclass.protocol.claims.tables.read_statements` reads them.
    """
    left = statements[statements["verdict"].isin(OPEN)]
    written = explained(text)
    return [name for name in names_of(left, "id") if name not in written]
