"""The samples: rows of a dense or of a sparse matrix, read through the same three operations."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel


class Dense(NamedTuple):
    """Rows of a C-ordered array ``X`` float32 (n, d)."""

    X: np.ndarray


class Sparse(NamedTuple):
    """Rows of a CSR matrix: ``data`` float32 and ``indices`` int32 (nnz,), ``indptr`` int32 (n + 1,)."""

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


class WithConstant(NamedTuple):
    """``rows`` followed by one more feature, the same ``constant`` for all, which is never stored."""

    rows: NamedTuple
    constant: float


@inner_by_type
def dot(rows, i, w):
    """``x_i · w`` for ``w`` float32 (d,). Another case: `manyclass.kernels.embedding.search`."""


@inner_by_type
def add_to(rows, i, scale, w):
    """``w += scale · x_i`` in place; returns ``x_i · w`` as it was before, free in the same pass."""


@inner_by_type
def squared_norm(rows, i):
    """``‖x_i‖²``."""


@inner_kernel
def dot_dense(x, w):
    """``x · w`` of two float32 vectors of one length."""
    total = np.float32(0)
    for j in range(x.shape[0]):
        total += x[j] * w[j]
    return total


@dot.case(Dense)
def _dot(rows, i, w):
    return dot_dense(rows.X[i], w)


@add_to.case(Dense)
def _add_to(rows, i, scale, w):
    x = rows.X[i]
    before = np.float32(0)
    for j in range(x.shape[0]):
        before += x[j] * w[j]
        w[j] += scale * x[j]
    return before


@squared_norm.case(Dense)
def _squared_norm(rows, i):
    return dot_dense(rows.X[i], rows.X[i])


@dot.case(Sparse)
def _dot_sparse(rows, i, w):
    total = np.float32(0)
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        total += rows.data[k] * w[rows.indices[k]]
    return total


@add_to.case(Sparse)
def _add_to_sparse(rows, i, scale, w):
    before = np.float32(0)
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        j = rows.indices[k]
        before += rows.data[k] * w[j]
        w[j] += scale * rows.data[k]
    return before


@squared_norm.case(Sparse)
def _squared_norm_sparse(rows, i):
    total = np.float32(0)
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        total += rows.data[k] * rows.data[k]
    return total


# The loops of the rows themselves end before the last element of w, which belongs to the constant.


@dot.case(WithConstant)
def _dot_constant(rows, i, w):
    return dot(rows.rows, i, w) + rows.constant * w[w.shape[0] - 1]


@add_to.case(WithConstant)
def _add_to_constant(rows, i, scale, w):
    before = add_to(rows.rows, i, scale, w) + rows.constant * w[w.shape[0] - 1]
    w[w.shape[0] - 1] += scale * rows.constant
    return before


@squared_norm.case(WithConstant)
def _squared_norm_constant(rows, i):
    return squared_norm(rows.rows, i) + rows.constant * rows.constant
