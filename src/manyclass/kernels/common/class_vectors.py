"""Matrices of class vectors in either memory order: C's for dense rows, Fortran's for sparse ones.

A sparse row meets the values of few features. In Fortran's order those of one feature lie side by side for all classes,
so that a look at all classes streams them, and a cache line fetched for a frequent feature serves sixteen classes.
"""

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant, dot_dense, is_sparse


def memory_order(rows: Dense | Sparse | WithConstant) -> str:
    """The order, in NumPy's word, in which class vectors for these rows belong: "C" or "F"."""
    return "F" if is_sparse(rows) else "C"


@kernel
def is_by_feature(W):
    """Whether ``W`` (G, d) holds the values of a feature side by side rather than those of a class."""
    return W.strides[0] < W.strides[1]


@kernel
def multiply(W, factors):
    """``W`` float32 (G, d) *= ``factors`` (G,), one a class, in place."""
    if is_by_feature(W):
        for j in range(W.shape[1]):
            for g in range(W.shape[0]):
                W[g, j] *= factors[g]
    else:
        for g in range(W.shape[0]):
            for j in range(W.shape[1]):
                W[g, j] *= factors[g]


@kernel
def add_multiple(total, factors, W):
    """``total`` += ``factors`` (G,), one a class, times ``W``; both float32 (G, d) and in the same order."""
    if is_by_feature(W):
        for j in range(W.shape[1]):
            for g in range(W.shape[0]):
                total[g, j] += factors[g] * W[g, j]
    else:
        for g in range(W.shape[0]):
            for j in range(W.shape[1]):
                total[g, j] += factors[g] * W[g, j]


@kernel
def measure(W, squared_norm):
    """``squared_norm`` float64 (G,) = ‖w_g‖² of the rows of ``W`` float32 (G, d)."""
    if is_by_feature(W):
        for g in range(W.shape[0]):
            squared_norm[g] = 0.0
        for j in range(W.shape[1]):
            for g in range(W.shape[0]):
                squared_norm[g] += W[g, j] * W[g, j]
    else:
        for g in range(W.shape[0]):
            squared_norm[g] = dot_dense(W[g], W[g])
