"""The loss of Recall@k, and the pairs of the highest scores that it is made of."""

import numpy as np

# The largest values are looked for among those above a value of every SPACING-th: above the one that so many standard
# deviations more of them exceed than are needed.
SPACING, SAFE = 64, 6


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


def largest(values: np.ndarray, size: int) -> np.ndarray:
    """Places of the so many largest, the largest first, of equals the first: int64 (size,)."""
    least = _of_rank(values, size)
    above = np.flatnonzero(values > least)
    above = above[np.argsort(-values[above], kind="stable")]
    return np.concatenate([above, np.flatnonzero(values == least)[: size - len(above)]])


def _of_rank(values: np.ndarray, rank: int) -> float:
    """The value of this rank, 1 for the largest.

    A low rank is asked for: one value in SPACING shows from where on it lies, and the others are only compared with
    that.
    """
    some = values[::SPACING]
    safe = int(rank / SPACING + SAFE * np.sqrt(rank / SPACING + 1))  # of those, rank / SPACING are expected above it
    few = values[values >= np.partition(some, -safe)[-safe]] if safe < len(some) else values.copy()
    if len(few) < rank:
        few = values.copy()
    few.partition(len(few) - rank)
    return few[len(few) - rank]


def _partial_sums(values: np.ndarray) -> np.ndarray:
    """Sum of the first 0, 1, 2, ... of the values."""
    return np.concatenate([[0.0], np.cumsum(values)])
