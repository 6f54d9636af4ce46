"""Reader of .parquet tables, also as Hugging Face's data sets have them: names of classes, columns of lists.

There a column of labels may be numbers whose names stand in the file's metadata (ClassLabel), or lists of labels, and a
column of features a list of numbers a row, such as an embedding.
"""

import json

import numpy as np
import pandas as pd

from manyclass.protocol.errors import DataError

METADATA = b"huggingface"


def read(path) -> pd.DataFrame:
    """Read a table, numbers of classes replaced by their names where the file has them.

    Raises
    ------
    OSError, ImportError, ValueError
        If the file cannot be read, or pyarrow is not installed.
    DataError
        If a number is that of no class.
    """
    frame = pd.read_parquet(path)
    from pyarrow.parquet import read_schema  # optional, as pandas has just found

    said = json.loads((read_schema(path).metadata or {}).get(METADATA, b"{}"))
    features = said.get("info", {}).get("features", {})
    named = {column: _names(kind) for column, kind in features.items() if column in frame.columns}
    return frame.assign(**{str(column): _named(frame[column], names) for column, names in named.items() if names})


def _names(kind) -> list[str] | None:
    """The classes' names that a column's description has, also one of lists; None where it has none."""
    while isinstance(kind, list | dict):
        kind = kind[0] if isinstance(kind, list) and kind else kind
        if not isinstance(kind, dict):
            return None
        if kind.get("_type") == "ClassLabel":
            return kind.get("names")
        kind = kind.get("feature")
    return None


def _named(column, names) -> list:
    known = dict(enumerate(names))

    def name(number):
        if number not in known:
            raise DataError(f"column {column.name!r} says {number}, which is none of its {len(names)} classes")
        return known[number]

    return [[name(each) for each in cell] if is_list(cell) else name(cell) for cell in column]


def is_list(cell) -> bool:
    """Whether a cell holds several values."""
    return isinstance(cell, list | np.ndarray)


def holds_lists(column) -> bool:
    """Whether all cells of a column hold lists of values."""
    return column.dtype == object and len(column) > 0 and all(map(is_list, column))


def stacked(column) -> np.ndarray:
    """A column of lists of numbers as a matrix (n, length).

    Raises
    ------
    DataError
        If the lists differ in length, or hold something else than numbers.
    """
    if len(lengths := {len(cell) for cell in column}) > 1:
        raise DataError(
            f"column {column.name!r} holds lists of {min(lengths)} to {max(lengths)} values: give all as many"
        )
    matrix = np.stack([np.asarray(cell) for cell in column])
    if matrix.dtype.kind not in "biuf" or matrix.ndim != 2:
        raise DataError(f"column {column.name!r} holds lists, and not of numbers: list other features in x")
    return matrix
