"""Training samples as kernels read them, and checks of what users bring."""

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array

from manyclass.kernels.rows import Dense, Sparse


def require(estimator: BaseEstimator, **bounds: tuple[float, float]) -> None:
    """Raise ValueError, naming parameter, value and range, unless low <= parameter <= high for every bound."""
    for name, (low, high) in bounds.items():
        value = getattr(estimator, name)
        if not low <= value <= high:
            raise ValueError(f"{name}={value!r} must lie between {low} and {high}")


def require_finite(estimator: BaseEstimator, *arrays: np.ndarray) -> None:
    """Raise FloatingPointError when a model has overflowed, which only too large a step makes it do."""
    if not all(np.isfinite(array).all() for array in arrays):
        passes = f"pass {estimator.n_iter_}"
        raise FloatingPointError(f"step={estimator.step} is too large: the model overflows in {passes}")


def rows_of(X) -> Dense | Sparse:
    """The rows of a float32 array or CSR matrix; only indices of another type than int32 are copied."""
    if not sp.issparse(X):
        return Dense(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return Sparse(X.data, X.indices.astype(np.int32, copy=False), X.indptr.astype(np.int32, copy=False))


def checked_indicator(y, n: int) -> sp.csr_array:
    """The indicator matrix (n, G) as CSR with int32 indices, after checking that every class can be learnt."""
    y = check_array(y, accept_sparse="csr", dtype=None)
    if y.shape[0] != n:
        raise ValueError(f"X has {n} samples and y {y.shape[0]}; they must be equal")
    if y.shape[1] < 2:
        raise ValueError("y has one class only; training needs at least two")
    if not np.all(y.data):
        y = y.copy()
        y.eliminate_zeros()
    per_sample = np.diff(y.indptr)
    if per_sample.min() < 1 or per_sample.max() >= y.shape[1]:
        odd = int(np.argmax((per_sample < 1) | (per_sample >= y.shape[1])))
        raise ValueError(f"sample {odd} has {per_sample[odd]} of {y.shape[1]} classes; it needs a right and a wrong one")
    missing = np.flatnonzero(np.bincount(y.indices, minlength=y.shape[1]) == 0)
    if missing.size:
        raise ValueError(f"class {missing[0]} has no training samples ({missing.size} such classes); drop its column")
    indices, indptr = y.indices.astype(np.int32, copy=False), y.indptr.astype(np.int32, copy=False)
    return sp.csr_array((y.data, indices, indptr), shape=y.shape)
