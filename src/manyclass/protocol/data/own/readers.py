"""Readers of a user's files: arrays, sparse text, tables, OpenML."""

import lzma
import re
import zipfile
import zlib
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.sparse import csr_array, issparse
from sklearn.datasets import fetch_openml

from manyclass.protocol.data.own.frames import ENDINGS as TABLES
from manyclass.protocol.data.own.frames import read_frames
from manyclass.protocol.data.own.options import OPENML, PARTS
from manyclass.protocol.data.own.sparse_text import ENDINGS as SPARSE_TEXT
from manyclass.protocol.data.own.sparse_text import read_sparse_text
from manyclass.protocol.data.own.table import Table, as_table
from manyclass.protocol.errors import ConfigError, DataError

FRAMES_ONLY = ("text", "split", "group")
OF_ARRAYS = "a .npz file or a folder of .npy files has"
ARRAYS_ONLY = ("x_valid", "y_valid", "x_test", "y_test")
MEMBERS = ("data", "indices", "indptr", "shape")  # of a sparse matrix
STORED = (*MEMBERS, "format", "_is_array")  # by scipy.sparse.save_npz
# How arrays are called that are a part's, though no option names them.
OF_A_PART = re.compile(r"[xy]_?(test|valid|validation|val|dev)(_data)?|(test|valid|validation|val|dev)_?[xy]", re.I)
# What NumPy and zipfile raise on files that are cut off, encrypted, packed in an unknown way, or say absurd things.
UNREADABLE = (
    *(ValueError, TypeError, AttributeError, EOFError, OverflowError, MemoryError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)


def load(options) -> dict[str, Table]:
    """Read what an entry of the config names.

    Parameters
    ----------
    options : OwnData
        The entry.

    Returns
    -------
    dict of str to Table
        ``train``, and ``valid`` and ``test`` where the data give them.

    Raises
    ------
    OSError, DataError
        If a file cannot be read, or is not what its ending says; if parts differ in their features, or one is stored
        sparse and another is not, a share says how much to hold out for one that the data give, or shares leave
        nothing to train on.
    """
    tables = _read(options)
    width = {part: table.X.shape[1] for part, table in tables.items() if table.X.ndim == 2}
    if len(set(width.values())) > 1:
        raise DataError(f"the parts differ in their number of features: {width}")
    kind = {part: "sparse" if issparse(table.X) else "dense" for part, table in tables.items()}
    if len(set(kind.values())) > 1:
        raise DataError(f"X is {', '.join(f'{each} in {part}' for part, each in kind.items())}: store all the same way")
    for part in PARTS:
        if part in tables and getattr(options, part):
            raise DataError(f"{part} is a share to hold out, and the data say which samples are {part}: leave it out")
    try:
        options.check_shares(tables)
    except ConfigError as error:
        raise DataError(str(error)) from None
    return tables


def _read(options) -> dict[str, Table]:
    if options.path.startswith(OPENML):
        several = ["valid_path", "test_path", "x", "y", "groups", *ARRAYS_ONLY, *FRAMES_ONLY]
        _refuse(options, several, "is of files", "a local file has")
        return {"train": _openml(options.path.removeprefix(OPENML), options.version)}
    files = {"train": options.path, "valid": options.valid_path, "test": options.test_path}
    files = {part: Path(file) for part, file in files.items() if file}
    ending = files["train"].suffix.lower()
    for file in files.values():
        if file.is_file() and file.stat().st_size == 0:
            raise DataError(f"{file} is empty")
        if file.suffix.lower() != ending:
            raise DataError(f"{file} and {files['train']} must be of one kind")
    if ending in TABLES:
        _refuse(options, ARRAYS_ONLY, "names an array", OF_ARRAYS)
        if isinstance(options.x, str):
            raise DataError(f"x is a list of columns of a table: write [{options.x}]")
        if options.split and len(files) > 1:
            raise DataError(f"split says which part a row is in, and {[*files][1]}_path names another file: give one")
        return read_frames(files, options)
    of_table = ["x"] if isinstance(options.x, list) else []
    _refuse(options, [*FRAMES_ONLY, *of_table], "names columns", "a .csv, .parquet or .arff file has")
    if ending == ".npz" or files["train"].is_dir():
        return _array_parts(files, options)
    if ending in SPARSE_TEXT:
        _refuse(options, ["x", "y", "groups", *ARRAYS_ONLY], "names an array", OF_ARRAYS)
        return read_sparse_text(files)
    known = ", ".join((*SPARSE_TEXT, *TABLES))
    raise DataError(f"ending {ending!r} is unknown: choose one of .npz, a folder of .npy, {known}, openml:")


def _refuse(options, names, what, where) -> None:
    """Refuse options that such files do not have, which nobody would read."""
    if wrong := [name for name in names if getattr(options, name)]:
        raise DataError(f"{wrong[0]} {what}: only {where} them")


def _array_parts(files, options) -> dict[str, Table]:
    tables = {part: _arrays(file, options.x or "X", options.label, options.groups) for part, file in files.items()}
    for part in PARTS:
        x, y = getattr(options, f"x_{part}"), getattr(options, f"y_{part}")
        if x and part in files:
            raise DataError(f"x_{part} names an array and {part}_path a file: give one of them")
        if x and options.groups:
            raise DataError(f"groups is of the array {options.x or 'X'}, and x_{part} names another: give {part}_path")
        if x:
            tables[part] = _arrays(files["train"], x, y)
    _refuse_unread_parts(options)
    return tables


def unread(options) -> list[str]:
    """Names of the arrays of an .npz or a folder that an entry does not name, and nobody reads."""
    path = Path(options.path)
    if options.path.startswith(OPENML) or not (path.suffix.lower() == ".npz" or path.is_dir()):
        return []
    named = [options.x or "X", options.label, options.groups, *(getattr(options, name) for name in ARRAYS_ONLY)]
    read = {*named, *(f"{name}_{member}" for name in named for member in STORED)}
    with _opened(path) as arrays:
        of_one = {*STORED} if named[0] == "X" and "format" in arrays else set()
        return sorted({*arrays} - read - of_one)


def _refuse_unread_parts(options) -> None:
    """Refuse arrays that are called as a part's, and that nobody would read: their samples would be drawn anew."""
    if parts := [name for name in unread(options) if OF_A_PART.fullmatch(name)]:
        raise DataError(
            f"it also holds {', '.join(parts)}, which are not read: name them by x_test and y_test, or x_valid"
            " and y_valid, or save it without them"
        )


def _arrays(path, x, y, groups=None) -> Table:
    """Samples, labels and groups by key, of an .npz or of a folder of .npy files, which are mapped into memory."""
    try:
        with _opened(path) as arrays:
            return as_table(_array(arrays, x), _array(arrays, y), groups=groups and _array(arrays, groups))
    except DataError:
        raise
    except UNREADABLE as error:
        if "encrypt" in str(error):
            raise DataError(f"{path} is encrypted: save it without a password") from None
        if "Object arrays" in str(error):
            raise DataError(f"{path} holds pickled Python objects, which are never loaded") from None
        kind = "folder of .npy files" if path.is_dir() else ".npz file"
        raise DataError(f"{path} is truncated or no {kind}") from None


def _opened(path):
    """The arrays of an .npz or of a folder by name, for a ``with`` statement."""
    if not path.is_dir():
        return np.load(path, allow_pickle=False)
    return nullcontext({file.stem: np.load(file, mmap_mode="r", allow_pickle=False) for file in path.glob("*.npy")})


def _array(arrays, key):
    """Array ``key`` of an .npz, or the sparse matrix stored in its place."""
    if key in arrays:
        return arrays[key]
    bare = key == "X" and "format" in arrays
    data, indices, indptr, shape = members = [member if bare else f"{key}_{member}" for member in MEMBERS]
    if not set(members) <= set(arrays):
        raise DataError(f"there is no array {key!r}: there are {', '.join(sorted(arrays)) or 'none'}")
    if bare and str(arrays["format"].astype(str)) != "csr":
        raise DataError("the stored sparse matrix is not in csr form: save X.tocsr()")
    try:
        for name in (indices, indptr, shape):
            if arrays[name].dtype.kind not in "iu":
                raise ValueError(f"{name} holds {arrays[name].dtype}, not whole numbers")
        matrix = csr_array((arrays[data], arrays[indices], arrays[indptr]), shape=tuple(arrays[shape]))
        matrix.check_format(full_check=True)
    except (ValueError, TypeError, OverflowError) as error:
        raise DataError(f"{key} is no sparse matrix in csr form: {error}") from None
    return matrix


def _openml(name, version) -> Table:
    try:
        bunch = fetch_openml(name, version=version or "active", as_frame=False, parser="auto")
    except (OSError, ValueError) as error:
        raise DataError(f"OpenML does not give it: {' '.join(str(error).split())}") from None
    target = bunch.target
    if target is None:
        raise DataError("OpenML names no column of it as the label: save it as a table, and name the column as y")
    if (missing := pd.isna(target)).any():
        raise DataError(f"sample {int(np.argmax(missing))} (from 0) has no label")
    return as_table(bunch.data, target.astype(str) if target.dtype == object else target)
