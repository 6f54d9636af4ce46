"""A data set as a file: an uncompressed .npz whose arrays are mapped into memory."""

import numpy as np
from scipy.sparse import csr_array, issparse

from manyclass.datasets.base import Blocks, Part, Split, Tree
from manyclass.protocol.data.npz import DataError, open_arrays, writing
from manyclass.protocol.files import atomic

PARTS = ("train", "valid", "test")
SPARSE = ("data", "indices", "indptr", "shape")


def write(split, path) -> None:
    """Write a set as an uncompressed .npz, a block at a time; a file is there whole or not at all.

    Parameters
    ----------
    split : Split
        The set; its ``X`` and ``bayes_ranking`` may be `Blocks`.
    path : path
        The file. Keys: ``X_train`` (or, sparse, ``X_train_data`` and so on), ``Y_train_data`` and so on, the
        same for valid and test, ``names``, and where the set has them ``tree`` (parents) and ``bayes_ranking``.

    Raises
    ------
    OSError
        If it cannot be written; one line that names the file where the disk is full.
    """
    with atomic(path) as part, writing(part) as file:
        for name in PARTS:
            _write_array(file, f"X_{name}", getattr(split, name).X)
            _write_array(file, f"Y_{name}", getattr(split, name).Y)
        file.add("names", np.array(split.names, dtype=str))
        if split.tree is not None:
            file.add("tree", split.tree.parent)
        if split.bayes_ranking is not None:
            _write_array(file, "bayes_ranking", split.bayes_ranking)


def _write_array(file, name, array) -> None:
    if issparse(array):
        for member in SPARSE:
            file.add(f"{name}_{member}", getattr(array, member))
    elif isinstance(array, Blocks):
        file.stream(name, array.shape, array.dtype, array)
    else:
        file.add(name, array)


def read(path) -> Split:
    """Open a set as `write` left it, every array mapped into memory copy-on-write.

    Parameters
    ----------
    path : path
        The .npz file.

    Returns
    -------
    Split
        Its ``X`` are float32, C-contiguous, aligned and writeable; processes share their pages.

    Raises
    ------
    FileNotFoundError, DataError
        If the file is missing, empty, truncated, holds pickled objects, or is no set; one line that names it.
    """
    try:
        arrays = open_arrays(path)
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} does not exist: make the data set first") from None
    try:
        parts = [Part(_read_array(arrays, f"X_{p}"), _read_array(arrays, f"Y_{p}")) for p in PARTS]
        names = arrays["names"].tolist()
    except KeyError as missing:
        raise DataError(f"{path} has no array {missing}: it is no data set of this package") from None
    tree = Tree(arrays["tree"]) if "tree" in arrays else None
    return Split(*parts, tree, names, arrays.get("bayes_ranking"))


def _read_array(arrays, name):
    if f"{name}_shape" not in arrays:
        return arrays[name]
    data, indices, indptr, shape = (arrays[f"{name}_{member}"] for member in SPARSE)
    return csr_array((data, indices, indptr), shape=tuple(shape.tolist()), copy=False)
