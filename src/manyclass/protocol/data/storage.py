"""A data set as a folder: every array a .npy file, mapped into memory."""

import errno
import os
from pathlib import Path

import numpy as np
from numpy.lib import format as npy
from numpy.lib.format import open_memmap
from scipy.sparse import csr_array, get_index_dtype, issparse

from manyclass.datasets.base import Blocks, Part, Split, Tree
from manyclass.protocol.errors import DataError

PARTS = ("train", "valid", "test")
SPARSE = ("data", "indices", "indptr", "shape")
# Scipy has all indices of a matrix as int32, or as int64 if it has too many values or columns for that.
NARROW, AT_A_TIME = np.dtype(np.int32), 2**24


def write(split, folder) -> None:
    """Write the arrays of a set into a folder, a block at a time; inside `atomic_folder` they are there together.

    Parameters
    ----------
    split : Split
        The set; its ``X`` and ``bayes_ranking`` may be `Blocks`.
    folder : path
        The folder; made if it is missing, else emptied of arrays. Files: ``X_train.npy`` (or, sparse,
        ``X_train_data.npy`` and so on), ``Y_train_data.npy`` and so on, the same for valid and test, ``names.npy``,
        and where the set has them ``tree.npy`` (parents) and ``bayes_ranking.npy``.

    Raises
    ------
    OSError
        If it cannot be written.
    ValueError
        If an array holds Python objects, or blocks have other than the rows that their array shall have.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for array in folder.glob("*.npy"):  # of another set, which may have arrays that this one has not
        array.unlink()
    for name in PARTS:
        _write(folder, f"X_{name}", getattr(split, name).X)
        _write(folder, f"Y_{name}", getattr(split, name).Y)
    _write(folder, "names", np.array(split.names, dtype=str))
    if split.tree is not None:
        _write(folder, "tree", split.tree.parent)
    if split.bayes_ranking is not None:
        _write(folder, "bayes_ranking", split.bayes_ranking)


def _write(folder, name, array) -> None:
    """Write one array, dense or sparse, in memory or in blocks."""
    if issparse(array):
        for member in SPARSE:
            _write(folder, f"{name}_{member}", np.asarray(getattr(array, member)))
        return
    if isinstance(array, Blocks) and array.sparse:
        _write_sparse(folder, name, array)
        return
    file, rows = folder / f"{name}.npy", array.shape[0]
    _create(file, array.shape, array.dtype)
    stop = 0
    for block in array if isinstance(array, Blocks) else [array]:
        start, stop = stop, stop + len(block)
        if stop <= rows:  # mapped for each block, since what is mapped counts as memory of the process
            open_memmap(file, mode="r+")[start:stop] = block
    _check_rows(name, rows, stop)


def _check_rows(name, rows, made) -> None:
    if made != rows:
        raise ValueError(f"{name} has {rows} rows, but its blocks have {made}")


def _write_sparse(folder, name, blocks) -> None:
    """Write sparse blocks as the one matrix that they make, of which only the last says how many values it has."""
    files = {member: folder / f"{name}_{member}.npy" for member in ("data", "indices")}
    counts = [np.zeros(1, np.int64)]
    with open(files["data"], "wb") as data, open(files["indices"], "wb") as indices:
        _write_header(data, blocks.dtype, 0)
        _write_header(indices, NARROW, 0)
        for block in blocks:
            data.write(block.data.astype(blocks.dtype).data)
            indices.write(block.indices.astype(NARROW).data)
            counts.append(np.diff(block.indptr))
        indptr = np.cumsum(np.concatenate(counts), dtype=np.int64)
        for file, dtype in ((data, blocks.dtype), (indices, NARROW)):
            file.seek(0)
            _write_header(file, dtype, indptr[-1])
    _check_rows(name, blocks.shape[0], len(indptr) - 1)
    of_scipy = np.dtype(get_index_dtype(maxval=max(indptr[-1], *blocks.shape)))
    if of_scipy != NARROW:
        _widen(files["indices"], indptr[-1], of_scipy)
    _write(folder, f"{name}_indptr", indptr.astype(of_scipy))
    _write(folder, f"{name}_shape", np.array(blocks.shape))


def _write_header(opened, dtype, size) -> None:
    """Write what a .npy file of one axis begins with; it is as long whatever the size."""
    described = {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": (int(size),)}
    npy.write_array_header_1_0(opened, described)


def _widen(file, size, dtype) -> None:
    """Give so many numbers of a .npy file of one axis another type, from the last on, so that each is read in time."""
    with open(file, "r+b") as opened:
        _write_header(opened, dtype, size)
        begin = opened.tell()
        for first in reversed(range(0, size, AT_A_TIME)):
            opened.seek(begin + NARROW.itemsize * first)
            numbers = np.fromfile(opened, NARROW, min(AT_A_TIME, size - first))
            opened.seek(begin + dtype.itemsize * first)
            opened.write(numbers.astype(dtype).data)


def _create(file, shape, dtype) -> None:
    """Make a .npy file and reserve its space: here a full disk is an error, on writing to a mapped page a crash."""
    open_memmap(file, mode="w+", dtype=dtype, shape=shape)
    if hasattr(os, "posix_fallocate"):
        with open(file, "r+b") as opened:
            os.posix_fallocate(opened.fileno(), 0, file.stat().st_size)


def read(folder) -> Split:
    """Open a set as `write` left it, every array mapped into memory copy-on-write.

    Pages are read when they are touched and shared between processes; writing to an array changes no file. An array
    that is larger than memory is mapped read-only; training reads it in chunks.

    Parameters
    ----------
    folder : path
        The set's folder.

    Returns
    -------
    Split
        Its ``X`` are float32, C-contiguous, aligned and writeable.

    Raises
    ------
    FileNotFoundError, DataError
        If the folder is missing or no data set, or a file is missing, empty, truncated or holds pickled objects;
        one line that names it.
    """
    folder = Path(folder)
    if not folder.exists():
        raise FileNotFoundError(f"{folder} does not exist: make the data set first")
    arrays = {file.stem: _open(file) for file in sorted(folder.glob("*.npy"))}
    try:
        parts = [Part(_array(arrays, f"X_{p}"), _array(arrays, f"Y_{p}")) for p in PARTS]
        names = arrays["names"].tolist()
    except KeyError as missing:
        raise DataError(f"{folder} has no array {missing}: remove it and make the data set again") from None
    tree = Tree(arrays["tree"]) if "tree" in arrays else None
    return Split(*parts, tree, names, arrays.get("bayes_ranking"))


def _open(file) -> np.memmap:
    """Map a .npy file copy-on-write, or if it is larger than memory read-only; nothing is ever unpickled."""
    try:
        try:
            return open_memmap(file, mode="c")
        except OSError as error:  # of what might be written to, the system may have to keep a copy in memory
            if error.errno != errno.ENOMEM:
                raise
            return open_memmap(file, mode="r")
    except ValueError as error:
        if "Python objects" in str(error):
            raise DataError(f"{file} holds pickled Python objects, which are never loaded") from None
        raise DataError(f"{file} is truncated or no .npy file: remove its folder and make it again") from None


def _array(arrays, name) -> np.ndarray | csr_array:
    if f"{name}_shape" not in arrays:
        return arrays[name]
    data, indices, indptr, shape = (arrays[f"{name}_{member}"] for member in SPARSE)
    return csr_array((data, indices, indptr), shape=tuple(shape.tolist()), copy=False)
