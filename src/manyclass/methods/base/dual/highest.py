"""The pairs of the highest scores, found without a sort of all."""

import numpy as np

# The largest values are looked for among those above a value of every SPACING-th: above the one that so many standard
# deviations more of them exceed than are needed.
SPACING, SAFE = 64, 6


def highest(values: np.ndarray, size: int) -> np.ndarray:
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
