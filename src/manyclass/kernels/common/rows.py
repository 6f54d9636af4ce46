"""The samples: rows of a dense or of a sparse matrix, read through the same few operations."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel


class Dense(NamedTuple):
    """Rows of a C-ordered array ``X`` float32 (n, d)."""

    X: np.ndarray


class Sparse(NamedTuple):
    """Rows of a CSR matrix: ``data`` float32 and ``indices`` int32 (nnz,), ``indptr`` int32 (n + 1,).

    Of a matrix with more values than int32 can number, ``indices`` and ``indptr`` are int64.
    """

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


class WithConstant(NamedTuple):
    """``rows`` followed by one more feature, the same ``constant`` for all, which is never stored."""

    rows: NamedTuple
    constant: float


def is_sparse(rows: Dense | Sparse | WithConstant) -> bool:
    """Whether these rows, or those that a constant follows, are sparse."""
    return isinstance(rows.rows if isinstance(rows, WithConstant) else rows, Sparse)


@inner_by_type
def dot(rows, i, w):
    """``x_i · w`` for ``w`` float32 (d,).

    Other cases: `manyclass.kernels.embedding.search`, `manyclass.kernels.sgd.block`.
    """


@inner_by_type
def dots(rows, i, W, products):
    """``products`` float32 (G,) = W x_i, for ``W`` float32 (G, d).

    Of sparse rows every value meets a column of W, so that W belongs in Fortran's order: a column then lies side by
    side, and is added up in vector registers.
    """


@inner_by_type
def add_to(rows, i, scale, w):
    """``w += scale · x_i`` in place; returns ``x_i · w`` as it was before, free in the same pass."""


@inner_by_type
def squared_norm(rows, i):
    """``‖x_i‖²``. Other cases: `manyclass.kernels.sgd.block`, `manyclass.kernels.topk.gram`."""


@inner_by_type
def copy_row(rows, i, x):
    """``x`` float32 (d,) = x_i, of rows that are dense."""


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


@dots.case(Dense)
def _dots(rows, i, W, products):
    x = rows.X[i]
    for g in range(W.shape[0]):
        products[g] = dot_dense(x, W[g])


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


@copy_row.case(Dense)
def _copy_row(rows, i, x):
    for j in range(rows.X.shape[1]):
        x[j] = rows.X[i, j]


# Places are unsigned where a loop does little more than look them up: of one that may be negative Numba asks each time
# whether it counts from the end, and LLVM leaves the loop as it is, which takes up to four times as long.


@inner_kernel
def values_of(rows, i):
    """The places in ``data`` and ``indices`` of the values of x_i, unsigned."""
    return range(np.uint64(rows.indptr[i]), np.uint64(rows.indptr[i + 1]))


@inner_kernel
def feature(rows, k):
    """The feature that the value at place k is of, unsigned."""
    return np.uint64(rows.indices[k])


@dot.case(Sparse)
def _dot_sparse(rows, i, w):
    total = np.float32(0)
    for k in values_of(rows, i):
        total += rows.data[k] * w[feature(rows, k)]
    return total


@dots.case(Sparse)
def _dots_sparse(rows, i, W, products):
    columns = W.T
    for g in range(products.shape[0]):
        products[g] = 0.0
    for k in values_of(rows, i):
        x, column = rows.data[k], columns[feature(rows, k)]
        for g in range(products.shape[0]):
            products[g] += x * column[g]


@add_to.case(Sparse)
def _add_to_sparse(rows, i, scale, w):
    before = np.float32(0)
    for k in values_of(rows, i):
        j = feature(rows, k)
        before += rows.data[k] * w[j]
        w[j] += scale * rows.data[k]
    return before


@squared_norm.case(Sparse)
def _squared_norm_sparse(rows, i):
    total = np.float32(0)
    for k in values_of(rows, i):
        total += rows.data[k] * rows.data[k]
    return total


# The loops of the rows themselves end before the last element of w, which belongs to the constant.


@dot.case(WithConstant)
def _dot_constant(rows, i, w):
    return dot(rows.rows, i, w) + rows.constant * w[w.shape[0] - 1]


@dots.case(WithConstant)
def _dots_constant(rows, i, W, products):
    dots(rows.rows, i, W, products)
    for g in range(W.shape[0]):
        products[g] += rows.constant * W[g, W.shape[1] - 1]


@add_to.case(WithConstant)
def _add_to_constant(rows, i, scale, w):
    before = add_to(rows.rows, i, scale, w) + rows.constant * w[w.shape[0] - 1]
    w[w.shape[0] - 1] += scale * rows.constant
    return before


@squared_norm.case(WithConstant)
def _squared_norm_constant(rows, i):
    return squared_norm(rows.rows, i) + rows.constant * rows.constant


@copy_row.case(WithConstant)
def _copy_row_constant(rows, i, x):
    copy_row(rows.rows, i, x)
    x[x.shape[0] - 1] = rows.constant
