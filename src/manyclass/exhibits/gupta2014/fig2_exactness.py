"""How near the costs of equation 7 come to what they stand for, P(Y ≠ c(x)|x), on draws of figure 2's classes."""

import numpy as np


def deviations(draws, given, counts, means) -> np.ndarray:
    """Σ |cost by equation 7 − P(Y ≠ c(x)|x)| over the errors of each draw: float64 (D,).

    Parameters
    ----------
    draws : float64 (D, G, n, 2)
        Samples of every class.
    given : int (D, G, n)
        The class c(x) that a classifier gives each.
    counts : int (D, G, G)
        The same counted, one row a true class.
    means : float64 (G, 2)
        Of the classes, which are equally frequent unit Gaussians.
    """
    densities = np.exp(-((draws[..., None, :] - means) ** 2).sum(axis=-1) / 2)
    posterior = densities / densities.sum(axis=-1, keepdims=True)
    risk = 1 - np.take_along_axis(posterior, given[..., None], axis=-1)[..., 0]
    cost = 1 - np.take_along_axis(counts / draws.shape[2], given, axis=-1)
    wrong = given != np.arange(len(means))[:, None]
    return (wrong * np.abs(cost - risk)).sum(axis=(1, 2))
