"""Readers of sparse text: libsvm's, and that of the Extreme Classification Repository.

Of both a line is a sample, ``label feature:value ...`` with labels parted by commas where there are several. The
repository's files begin with a line of three counts, samples, features and labels, and number features from 0.
"""

import re
from pathlib import Path

import numpy as np
from sklearn.datasets import load_svmlight_file, load_svmlight_files

from manyclass.protocol.data.own.table import Table, as_table
from manyclass.protocol.errors import DataError

ENDINGS = (".svm", ".libsvm", ".txt")
COUNTS = re.compile(rb"\s*(\d{1,18})\s+(\d{1,18})\s+(\d{1,18})\s*")


def read_sparse_text(files) -> dict[str, Table]:
    """Read the parts of a set.

    Parameters
    ----------
    files : dict of str to pathlib.Path
        File of each part, all with the repository's first line or none.

    Returns
    -------
    dict of str to Table

    Raises
    ------
    OSError, DataError
        If a file cannot be read, is no such text, or holds something else than its first line says.
    """
    counts = {part: _counts(file) for part, file in files.items()}
    if not any(counts.values()):
        return _libsvm(files)
    if without := [file for part, file in files.items() if counts[part] is None]:
        raise DataError(f"{without[0]} does not begin with a line of three counts, as the other files do")
    if len({some[1:] for some in counts.values()}) > 1:
        raise DataError(f"the parts differ in their numbers of features and labels: {counts}")
    return {part: _repository(file, *counts[part]) for part, file in files.items()}


def _counts(path: Path) -> tuple[int, int, int] | None:
    """Samples, features and labels by the first line; None where that is a sample."""
    with open(path, "rb") as lines:
        found = COUNTS.fullmatch(lines.readline(200))
    return tuple(map(int, found.groups())) if found else None


def _libsvm(files) -> dict[str, Table]:
    paths = [str(file) for file in files.values()]
    try:
        read = load_svmlight_files(paths, dtype=np.float64)
    except (ValueError, OverflowError):
        try:
            read = load_svmlight_files(paths, dtype=np.float64, multilabel=True)
        except (ValueError, OverflowError) as error:
            raise DataError(f"not libsvm text: {error}") from None
    return {part: as_table(X, y) for part, X, y in zip(files, read[::2], read[1::2])}


def _repository(path, n_samples, n_features, n_labels) -> Table:
    try:
        with open(path, "rb") as lines:
            lines.readline()
            X, y = load_svmlight_file(lines, n_features=n_features, dtype=np.float64, multilabel=True, zero_based=True)
    except (ValueError, OverflowError) as error:
        raise DataError(f"{path} is not text of the Extreme Classification Repository: {error}") from None
    if X.shape[0] != n_samples:
        raise DataError(f"{path} says that it has {n_samples} samples, and has {X.shape[0]}")
    table = as_table(X, y)
    if table.labels.size and not 0 <= table.labels.min() <= table.labels.max() < n_labels:
        raise DataError(f"{path} has labels from {table.labels.min()} to {table.labels.max()}, of {n_labels} from 0")
    return table
