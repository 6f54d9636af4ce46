"""Samples and labels as read from a user's files, and the checks that every one of them passes."""

from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from manyclass.protocol.errors import DataError

MOST_EXACT = 2.0**53
MOST_FLOAT32 = np.finfo(np.float32).max
MOST_FEATURES = 2**31 - 1


class Table(NamedTuple):
    """Samples and their labels.

    Parameters
    ----------
    X : float32 or float64, ndarray or csr_array (n, d), or StringDType ndarray (n,)
        Samples: features, or sentences of any length.
    labels : int or str ndarray (nnz,)
        Labels, sample after sample.
    indptr : int64 (n + 1,)
        Where each sample's labels begin.
    class_groups : str ndarray (nnz,) or None
        Group that the class of each label is in.
    groups : int or str ndarray (n,) or None
        Group that each sample is in.
    """

    X: np.ndarray | csr_array
    labels: np.ndarray
    indptr: np.ndarray
    class_groups: np.ndarray | None = None
    groups: np.ndarray | None = None


def as_table(X, y, class_groups=None, groups=None) -> Table:
    """Check samples and labels.

    Parameters
    ----------
    X : ndarray or sparse (n, d), or StringDType ndarray (n,)
        Features or sentences.
    y : ndarray (n,), indicator ndarray or sparse (n, G), or list of tuples
        One label or several for each sample. Columns of an indicator are named by their numbers.
    class_groups : ndarray (n,), optional
        Group that the class of each sample is in; one label a sample.
    groups : ndarray (n,), optional
        Group of each sample.

    Raises
    ------
    DataError
        If there are no samples, X is no matrix of finite numbers, or labels or groups are missing, not whole numbers
        or names, or not as many as samples.
    """
    X = X if X.dtype.kind == "T" else features(X)
    labels, indptr = flatten(y)
    if X.shape[0] != len(indptr) - 1:
        raise DataError(f"X has {X.shape[0]} samples and y has {len(indptr) - 1}")
    if not X.shape[0]:
        raise DataError("there are no samples")
    if (unlabelled := np.diff(indptr) == 0).any():
        raise DataError(f"sample {np.argmax(unlabelled)} (from 0) has no label")
    if class_groups is not None and len(class_groups) != len(labels):
        raise DataError("group says of a sample's one class which group it is in, and here are several: give tree")
    groups = None if groups is None else _sample_groups(groups, X.shape[0])
    return Table(X, _whole(labels), indptr, class_groups, groups)


def features(X) -> np.ndarray | csr_array:
    """Check that X is a matrix of numbers that are finite as float32; csr where it is sparse.

    They stay as `exact` as they were given: what they vary by may be beyond float32 until they are centred.
    """
    if X.dtype.kind not in "biuf":
        raise DataError(f"X is not numeric: it holds {X.dtype}")
    if X.ndim != 2:
        raise DataError(f"X has shape {X.shape}: it must have two axes, samples and features")
    if X.shape[1] == 0:
        raise DataError("X has no features")
    if X.shape[1] > MOST_FEATURES:
        raise DataError(f"X has {X.shape[1]} features: more than {MOST_FEATURES} are not numbered")
    with np.errstate(over="ignore"):
        kind = exact(X.dtype)
        X = _summed(csr_array(X, dtype=kind)) if issparse(X) else np.ascontiguousarray(X, kind)
    values = X.data if issparse(X) else X
    largest = np.maximum(values.max(initial=0), -values.min(initial=0))
    if not largest <= MOST_FLOAT32:
        raise DataError(f"X has {_first_wrong(X)}: remove or replace what is missing or infinite")
    if X.shape[0] and not largest:
        raise DataError("X holds nothing but zeros")
    if largest > np.sqrt(MOST_FLOAT32 / X.shape[1]):
        raise DataError(
            f"X has values up to {largest:g}, whose squares are infinite as float32: divide all by a number"
        )
    return X


def exact(dtype) -> type:
    """The float type that holds numbers of a type as they are, float32 if it can; at most float64."""
    return np.float32 if np.can_cast(dtype, np.float32) else np.float64


def _summed(X: csr_array) -> csr_array:
    """The matrix with what is stored more than once of a cell summed, as scipy reads it; as it is where nothing is."""
    if X.has_canonical_format:
        return X
    summed = X.copy()  # that which is read from files cannot be changed
    summed.sum_duplicates()
    return X if summed.nnz == X.nnz else summed


def _first_wrong(X) -> str:
    if issparse(X):
        X = X.tocoo()
        at = np.argmin(np.abs(X.data) <= MOST_FLOAT32)
        row, column, value = X.row[at], X.col[at], X.data[at]
    else:
        row, column = np.argwhere(~(np.abs(X) <= MOST_FLOAT32))[0]
        value = X[row, column]
    name = "NaN" if np.isnan(value) else "a value that is infinite as float32"
    return f"{name} in sample {row}, feature {column} (from 0)"


def flatten(y) -> tuple[np.ndarray, np.ndarray]:
    """Labels of any form, sample after sample, and where each sample's begin: (nnz,), int64 (n + 1,)."""
    if isinstance(y, list):
        counts = np.fromiter(map(len, y), np.int64, len(y))
        return np.array([*chain.from_iterable(y)]), np.concatenate([[0], np.cumsum(counts)])
    if issparse(y) or y.ndim == 2:
        if not np.isin(y.data if issparse(y) else y, (0, 1)).all():
            raise DataError(f"y has shape {y.shape}: with two axes it must be an indicator of zeros and ones")
        y = csr_array(y, copy=True)  # that which is read from files cannot be changed
        y.eliminate_zeros()
        return y.indices, y.indptr.astype(np.int64)
    if y.ndim != 1:
        raise DataError(f"y has shape {y.shape}: it must be one label a sample, or an indicator matrix")
    return y, np.arange(len(y) + 1)


def _sample_groups(groups, n) -> np.ndarray:
    """Groups of samples as int64 or str (n,)."""
    if groups.shape != (n,):
        raise DataError(f"groups has shape {groups.shape}: it must be one for each of {n} samples")
    return _whole(groups, "groups")


def _whole(labels, name="y") -> np.ndarray:
    """Labels of samples, or of their groups, as int64 or str."""
    if labels.dtype.kind == "U":
        return labels
    if labels.dtype.kind not in "biuf":
        raise DataError(f"{name} holds {labels.dtype}: it must be whole numbers or names")
    exact = np.ones(len(labels), bool)
    if labels.dtype.kind == "f":  # above 2^53 neighbours among the whole numbers have one float64
        exact = np.isfinite(labels) & (labels == np.floor(labels)) & (np.abs(labels) <= MOST_EXACT)
    elif labels.dtype.kind == "u":
        exact = labels <= np.iinfo(np.int64).max
    if not exact.all():
        wrong = labels[~exact][0]
        large = ", and numbers so large are not told apart" if np.abs(float(wrong)) > MOST_EXACT else ""
        raise DataError(f"{name} holds {wrong}: it must be whole numbers or names{large}")
    return labels.astype(np.int64)
