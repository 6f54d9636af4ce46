"""The part of the training samples on which a tree's structure is decided."""

import numpy as np


def hold_out(y: np.ndarray, fraction: float, seed: np.random.SeedSequence) -> tuple[np.ndarray, np.ndarray]:
    """Row numbers (ascending) that are trained on, and those held out: this share of each class, rounded down.

    Parameters
    ----------
    y : ndarray (n,) of int
        Class numbers.
    fraction : float
        At least 0 and less than 1, so that no class is held out whole.
    """
    shuffled = np.random.default_rng(seed).permutation(len(y))
    by_class = shuffled[np.argsort(y[shuffled], kind="stable")]
    sizes = np.bincount(y)
    place = np.arange(len(y)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    out = place < np.repeat(np.floor(fraction * sizes), sizes)
    return np.sort(by_class[~out]), np.sort(by_class[out])
