"""The two-level class tree of one's own data: classes in groups."""

import numpy as np
import pandas as pd

from manyclass.datasets.base import Tree
from manyclass.protocol.errors import DataError


def class_groups(labels, tables, path) -> tuple[np.ndarray, Tree | None]:
    """Group the classes by a file, or by the column of groups that the tables bring.

    Parameters
    ----------
    labels : ndarray (G,)
        The classes, ascending.
    tables : dict of str to Table
        The parts.
    path : path or None
        A .csv file with columns class and group.

    Returns
    -------
    order : int64 (G,)
        The classes group by group; as they are where nothing groups them.
    tree : Tree or None
        Classes, groups, root.

    Raises
    ------
    OSError, DataError
        If the file cannot be read, or a class has no group or two.
    """
    pairs = _read(path) if path else _of_tables(tables)
    if pairs is None:
        return np.arange(len(labels)), None
    pairs = pairs.drop_duplicates()
    twice = pairs["class"][pairs["class"].duplicated()]
    if len(twice):
        raise DataError(
            f"class {twice.iloc[0]} is in two groups: a tree needs one (samples are kept together by groups)"
        )
    group = pairs.set_index("class")["group"].reindex([str(label) for label in labels])
    if group.isna().any():
        raise DataError(f"class {group.index[group.isna()][0]} has no group")
    number, groups = pd.factorize(group, sort=True)
    order = np.argsort(number, kind="stable")
    root = len(labels) + len(groups)
    parent = np.concatenate([len(labels) + number[order], np.full(len(groups), root), [-1]])
    return order, Tree(parent.astype(np.int32))


def _read(path) -> pd.DataFrame:
    try:
        pairs = pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise DataError(f"tree {path} cannot be read: {error}") from None
    if not {"class", "group"} <= set(pairs.columns):
        raise DataError(f"tree {path} needs the columns class and group")
    return pairs[["class", "group"]]


def _of_tables(tables) -> pd.DataFrame | None:
    if any(table.class_groups is None for table in tables.values()):
        return None
    frames = [
        pd.DataFrame({"class": table.labels.astype(str), "group": np.asarray(table.class_groups).astype(str)})
        for table in tables.values()
    ]
    return pd.concat(frames)
