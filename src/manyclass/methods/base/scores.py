"""Scores of all classes, and the best of them."""

import numpy as np
import scipy.sparse as sp


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
    best = np.argpartition(-scores, k - 1, axis=1)[:, :k]
    smallest = np.take_along_axis(scores, best[:, -1:], axis=1)
    # Which of several entries equal to the k-th a partition takes is arbitrary.
    tied = np.count_nonzero(scores >= smallest, axis=1) > k
    best[tied] = _first_of_equals(scores[tied], smallest[tied], k)
    best.sort(axis=1)
    best_first = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, best_first, axis=1)


def _first_of_equals(scores, smallest, k):
    """Columns (n, k) of the entries above ``smallest`` (n, 1), and of as many equal to it as it takes, in order."""
    above, equal = scores > smallest, scores == smallest
    taken = np.cumsum(equal, axis=1) <= k - np.count_nonzero(above, axis=1, keepdims=True)
    return np.nonzero(above | (equal & taken))[1].reshape(-1, k)
