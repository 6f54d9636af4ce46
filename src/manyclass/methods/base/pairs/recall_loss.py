"""The loss of Recall@k."""

import numpy as np


def recall_loss(right: np.ndarray, wrong: np.ndarray) -> float:
    """The largest Σ (1 + s̄ - s) over the right pairs outside of a set of k·n pairs, s̄ the mean of its wrong pairs.

    The set that is worst holds the m' best right pairs and the k·n - m' best wrong ones, for the worst m'.

    Parameters
    ----------
    right : ndarray (n,) of float64
        Scores of each sample's own class.
    wrong : ndarray (k·n,) of float64
        The highest scores of other classes, the highest first.

    Returns
    -------
    float
        An upper bound of the number of right pairs that are not among the k·n best of all.
    """
    n, size = len(right), len(wrong)
    right, wrong = _partial_sums(np.sort(right)[::-1]), _partial_sums(wrong)
    inside = np.arange(n + 1)
    weight = (n - inside) / np.maximum(size - inside, 1)
    return float((n - inside + right - right[n] + weight * wrong[size - inside]).max())


def _partial_sums(values: np.ndarray) -> np.ndarray:
    """Sum of the first 0, 1, 2, ... of the values."""
    return np.concatenate([[0.0], np.cumsum(values)])
