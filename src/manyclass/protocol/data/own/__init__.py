"""A user's own data: an entry of the config becomes a `Split`, checked, split and scaled.

An entry such as ``mine: {path: mine.csv, y: species, test: 0.25}`` names a .npz file, libsvm text (.svm,
.libsvm, .txt), a table (.csv, .parquet) or a set of OpenML (``openml:letter``). `OwnData` lists its options.
"""

import numpy as np
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split
from manyclass.protocol.data.own.features import prepare
from manyclass.protocol.data.own.holdout import hold_out
from manyclass.protocol.data.own.options import OwnData
from manyclass.protocol.data.own.readers import load
from manyclass.protocol.data.own.tree import class_groups
from manyclass.protocol.errors import DataError
from manyclass.protocol.seeds import derive

__all__ = ["OwnData", "own_split"]
PARTS = ("train", "valid", "test")


def own_split(name, entry) -> Split:
    """Make a set of one's own data.

    Parameters
    ----------
    name : str
        What the config calls the set; the seed of its split derives from it.
    entry : dict
        What the config says of it, see `OwnData`.

    Returns
    -------
    Split
        Its arrays in memory, without a Bayes-optimal ranking. Classes are numbered in the order of their labels, or
        group by group where there are groups.

    Raises
    ------
    OSError, DataError
        One line that says what is wrong with the entry or the data.
    """
    options = OwnData.parse(name, entry)
    try:
        tables = load(options)
        labels = np.unique(np.concatenate([table.labels for table in tables.values()]))
        if len(labels) < 2:
            raise DataError(f"there is one class only, {labels[0]}: nothing to tell apart")
        order, tree = class_groups(labels, tables, options.tree)
        rank = np.argsort(order)
        parts = {part: Part(t.X, indicator(t, labels, rank)) for part, t in tables.items()}
        names = [str(label) for label in labels[order]]
        parts = hold_out(parts, options, names, np.random.default_rng(derive("data", name, "split")))
        _check_trained(parts, names)
        arrays = prepare([parts[part].X for part in PARTS], options, derive("data", name, "svd"))
    except DataError as error:
        raise DataError(f"data set {name} ({options.path}): {error}") from None
    return Split(*(Part(X, parts[part].Y) for part, X in zip(PARTS, arrays)), tree, names)


def indicator(table, labels, rank) -> csr_array:
    """Indicator matrix of a table's labels, of which class ``rank[i]`` is ``labels[i]``: csr int8 (n, G)."""
    columns = rank[np.searchsorted(labels, table.labels)].astype(np.int32)
    shape = (len(table.indptr) - 1, len(labels))
    Y = csr_array((np.ones(len(columns), np.int8), columns, table.indptr.astype(np.int32)), shape=shape)
    Y.sum_duplicates()
    Y.data[:] = 1
    return Y


def _check_trained(parts, names) -> None:
    untrained = np.bincount(parts["train"].Y.indices, minlength=len(names)) == 0
    if untrained.any():
        raise DataError(
            f"{untrained.sum()} of {len(names)} classes without a training sample, such as "
            f"{names[np.argmax(untrained)]}: remove them from valid and test"
        )
