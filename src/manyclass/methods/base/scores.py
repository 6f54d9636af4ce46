"""Scores of all classes, and the best of them."""

from collections.abc import Callable

import numpy as np

from manyclass.kernels.common.largest import largest_columns

# What maps rows (r, d), dense or sparse, to scores float32 (r, G); made once for many blocks of rows.
Scorer = Callable[..., np.ndarray]
FEW = 4  # rows, below which BLAS has other products
SCORES_AT_A_TIME = 2**22


def rows_at_a_time(n_classes: int) -> int:
    """How many rows' scores of all classes are held at once: `SCORES_AT_A_TIME` of them, or one row's."""
    return max(1, SCORES_AT_A_TIME // n_classes)


def inner_products(sparse: bool, W: np.ndarray, bias: np.ndarray | None = None) -> Scorer:
    """w_gᵀx + bias_g, for W float32 (G, d) and bias float32 (G,), of rows that are sparse or not."""
    # Sparse products need the transpose in memory, and would copy it for every block.
    V = np.ascontiguousarray(W.T) if sparse else W.T

    def scorer(X):
        scores = X @ V if sparse or len(X) >= FEW else _product_of_few(X, V)
        if bias is not None:
            scores += bias
        return scores

    return scorer


def _product_of_few(X, V) -> np.ndarray:
    """X @ V of a few rows, by the product of many: for one or two BLAS has others, which round otherwise."""
    return (np.vstack([X, np.zeros((FEW - len(X), X.shape[1]), X.dtype)]) @ V)[: len(X)]


def minus_squared_distances(sparse: bool, beta: np.ndarray) -> Scorer:
    """-‖z - β_g‖², for beta float32 (G, m), of rows z that are sparse or not.

    Expanded, so that it is one matrix product. Dense rows are taken relative to the centre of the β_g, lest
    their common distance from the origin swallow the differences.
    """
    centre = None if sparse else beta.mean(axis=0, dtype=np.float64).astype(np.float32)
    beta = beta if sparse else beta - centre
    doubled, squares = inner_products(sparse, 2 * beta), np.einsum("gj,gj->g", beta, beta)

    def scorer(Z):
        Z = Z if sparse else Z - centre
        scores = doubled(Z)
        scores -= squares
        lengths = Z.multiply(Z).sum(axis=1) if sparse else np.einsum("ij,ij->i", Z, Z)
        scores -= lengths[:, None]
        return scores

    return scorer


def largest(scores: np.ndarray, k: int) -> np.ndarray:
    """Columns int64 (n, k) of the k largest entries of each row, largest first, equal ones by column."""
    if k == 1:
        return scores.argmax(axis=1)[:, None]
    best = np.empty((len(scores), k), np.int64)
    largest_columns(np.ascontiguousarray(scores), best)
    return best
