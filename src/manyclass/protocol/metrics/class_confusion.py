"""The empirical class-confusion loss: an error costs less the more usual it is for its class."""

import numpy as np


def confusion(predicted, y, n_classes: int) -> np.ndarray:
    """N_gh, how many samples of class g are classified as h: int64 (G, G), from class numbers of shape (n,)."""
    cells = np.asarray(y) * n_classes + np.asarray(predicted)
    return np.bincount(cells, minlength=n_classes**2).reshape(n_classes, n_classes)


def costs(counts) -> np.ndarray:
    """What classifying g as h costs: the share of the samples of g that are not classified as h, 0 for h = g.

    Gupta et al. (2014), equation 7. A right answer costs nothing (section 3.3).

    Parameters
    ----------
    counts : int (..., G, G)
        N_gh; axes before the last two are those of several classifiers or draws.

    Returns
    -------
    float64 (..., G, G)
        A class without samples has costs of 1.
    """
    counts = np.asarray(counts)
    samples = np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    return (1 - counts / samples) * ~np.eye(counts.shape[-1], dtype=bool)


def errors(counts):
    """Number of errors in N_gh (..., G, G): the empirical loss (equation 5), as a sum over the samples."""
    counts = np.asarray(counts)
    return counts.sum(axis=(-1, -2)) - np.trace(counts, axis1=-2, axis2=-1)


def loss(counts):
    """Sum over the samples of what their errors cost by the confusion N_gh (..., G, G) itself: equation 7."""
    return (counts * costs(counts)).sum(axis=(-1, -2))
