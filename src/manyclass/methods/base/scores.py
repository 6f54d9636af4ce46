"""Scores of all classes, and the best of them."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.common.largest import largest_columns


def minus_squared_distances(Z, beta: np.ndarray) -> np.ndarray:
    """-‖z - β_g‖² float32 (n, G) of rows Z (n, m), dense or sparse, and beta float32 (G, m).

    Expanded, so that it is one matrix product. Dense rows are taken relative to the centre of the β_g, lest
    their common distance from the origin swallow the differences.
    """
    if not sp.issparse(Z):
        centre = beta.mean(axis=0, dtype=np.float64).astype(np.float32)
        Z, beta = Z - centre, beta - centre
    scores = Z @ (2 * beta).T
    scores -= np.einsum("gj,gj->g", beta, beta)
    lengths = Z.multiply(Z).sum(axis=1) if sp.issparse(Z) else np.einsum("ij,ij->i", Z, Z)
    scores -= lengths[:, None]
    return scores


def largest(scores: np.ndarray, k: int) -> np.ndarray:
    """Columns int64 (n, k) of the k largest entries of each row, largest first, equal ones by column."""
    if k == 1:
        return scores.argmax(axis=1)[:, None]
    best = np.empty((len(scores), k), np.int64)
    largest_columns(np.ascontiguousarray(scores), best)
    return best
