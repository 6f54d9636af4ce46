"""The four classes of figure 2, draws of them, and what classifiers by the nearest prototype make of these."""

from functools import cache

import numpy as np

CLASSES, SAMPLES, DRAWS = 4, 11, 20_000


def _at(length, degrees):
    return length * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


# Unit Gaussians: classes 1 and 2 are one cloud, 3 lies above it and 4 to its right.
MEANS = np.array([_at(0, 0), _at(0, 0), _at(4, 115), _at(4, -5)])
PROTOTYPES = {  # they differ in β_1 alone, which the right classifier has moved up
    "left": np.array([_at(1, 150), _at(1, -50), *MEANS[2:]]),
    "right": np.array([_at(1.5, 110), _at(1, -50), *MEANS[2:]]),
}
MARGINS = (0.0, 0.3, 1.0, 3.0)  # of the hinge loss, which larger ones than classes lie apart make linear
STEP = 0.02  # of the grid of the quadrature


def draw_samples(rng) -> np.ndarray:
    """DRAWS draws of SAMPLES samples a class: float64 (DRAWS, CLASSES, SAMPLES, 2)."""
    return MEANS[:, None] + rng.standard_normal((DRAWS, CLASSES, SAMPLES, 2))


def nearest(X, prototypes) -> np.ndarray:
    """Number of the nearest prototype, int64 (...), of places X (..., 2)."""
    return ((X[..., None, :] - prototypes) ** 2).sum(axis=-1).argmin(axis=-1)


def count(given) -> np.ndarray:
    """N_gh int64 (..., CLASSES, CLASSES) of given classes (..., CLASSES, SAMPLES), one row a true class."""
    return np.stack([(given == h).sum(axis=-1) for h in range(CLASSES)], axis=-1)


def hinge_losses(draws, prototypes) -> np.ndarray:
    """Σ |b − f(x; y) + f(x; g)|₊ over the samples of a draw and their wrong classes g, at each b of MARGINS.

    Equation 8 but for its constant factors, with f(x; g) = −‖x − β_g‖².

    Parameters
    ----------
    draws : float64 (D, CLASSES, SAMPLES, 2)
    prototypes : float64 (CLASSES, 2)

    Returns
    -------
    float64 (MARGINS, D)
    """
    squared = ((draws[..., None, :] - prototypes) ** 2).sum(axis=-1)
    behind = np.einsum("dgng->dgn", squared)[..., None] - squared
    of_right = np.array(MARGINS) * CLASSES * SAMPLES  # what the right classes themselves add
    sums = [np.maximum(margin + behind, 0).sum(axis=(1, 2, 3)) for margin in MARGINS]
    return np.array(sums) - of_right[:, None]


def long_run(prototypes) -> np.ndarray:
    """P(h|g) float64 (4, 4), the share of class g nearest to prototype h, by the midpoint rule."""
    places, density = _quadrature(STEP)
    given = nearest(places, prototypes)
    return np.stack([density[given == h].sum(axis=0) for h in range(CLASSES)], axis=-1)


def expected_error(prototypes, step=STEP) -> float:
    """Error of the classifier of these prototypes, all classes being equally frequent."""
    places, density = _quadrature(step)
    given = (2 * places @ prototypes.T - (prototypes**2).sum(axis=1)).argmax(axis=1)
    return float(1 - np.take_along_axis(density, given[:, None], axis=1).sum() / CLASSES)


def bayes_error() -> float:
    """Error of the classifier that takes the densest class."""
    return float(1 - _quadrature(STEP)[1].max(axis=1).sum() / CLASSES)


@cache
def _quadrature(step):
    """Places (K, 2) and the probability (K, 4) that each class has around them."""
    grid = np.arange(-9, 10, step) + step / 2
    places = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    squared = ((places[:, None] - MEANS) ** 2).sum(axis=-1)
    return places, np.exp(-squared / 2) / (2 * np.pi) * step**2


def deviations(draws, given, counts) -> np.ndarray:
    """Σ |cost by equation 7 − P(Y ≠ c(x)|x)| over the errors of each draw: float64 (D,).

    Parameters
    ----------
    draws : float64 (D, G, n, 2)
        Samples of every class.
    given : int (D, G, n)
        The class c(x) that a classifier gives each.
    counts : int (D, G, G)
        The same counted, one row a true class.
    """
    densities = np.exp(-((draws[..., None, :] - MEANS) ** 2).sum(axis=-1) / 2)
    posterior = densities / densities.sum(axis=-1, keepdims=True)
    risk = 1 - np.take_along_axis(posterior, given[..., None], axis=-1)[..., 0]
    cost = 1 - np.take_along_axis(counts / draws.shape[2], given, axis=-1)
    wrong = given != np.arange(len(MEANS))[:, None]
    return (wrong * np.abs(cost - risk)).sum(axis=(1, 2))
