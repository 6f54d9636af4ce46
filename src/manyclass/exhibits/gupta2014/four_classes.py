"""Four classes in the plane, of which two are the same, and two nearest-prototype classifiers of them.

Made for figure 2 of Gupta, Bengio and Weston (2014), whose distributions and prototypes are not printed.
"""

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
GRID = np.arange(-9, 10, 0.02) + 0.01  # of the quadrature


def draw(rng) -> np.ndarray:
    """DRAWS draws of SAMPLES samples a class: float64 (DRAWS, CLASSES, SAMPLES, 2)."""
    return MEANS[:, None] + rng.standard_normal((DRAWS, CLASSES, SAMPLES, 2))


def nearest(X, prototypes) -> np.ndarray:
    """Number of the nearest prototype, int64 (...), of places X (..., 2)."""
    return ((X[..., None, :] - prototypes) ** 2).sum(axis=-1).argmin(axis=-1)


def confusion(given) -> np.ndarray:
    """N_gh int64 (..., CLASSES, CLASSES) of given classes (..., CLASSES, SAMPLES), one row a true class."""
    return np.stack([(given == h).sum(axis=-1) for h in range(CLASSES)], axis=-1)


def as_printed(left, right) -> np.ndarray:
    """Which draws have the document's counts, bool (D,), from the confusions (D, 4, 4) of both classifiers."""
    wrong = ~np.eye(CLASSES, dtype=bool)
    one_pair = (left[:, 0, 1] + left[:, 1, 0] == 10) & (left[:, wrong].sum(axis=1) == 10)
    expected = {(0, 1): 4, (1, 0): 4, (2, 0): 1}
    three_pairs = np.all([right[:, g, h] == count for (g, h), count in expected.items()], axis=0)
    return one_pair & three_pairs & (right[:, wrong].sum(axis=1) == sum(expected.values()))


def long_run(prototypes) -> np.ndarray:
    """P(h|g) float64 (4, 4), the share of class g nearest to prototype h, by the midpoint rule on GRID."""
    places, density = _quadrature()
    given = nearest(places, prototypes)
    return np.stack([density[given == h].sum(axis=0) for h in range(CLASSES)], axis=-1)


def bayes_error() -> float:
    """Error of the classifier that takes the densest class, all being equally frequent."""
    return float(1 - _quadrature()[1].max(axis=1).sum() / CLASSES)


def _quadrature():
    """Places (K, 2) and the probability (K, 4) that each class has around them."""
    places = np.stack(np.meshgrid(GRID, GRID), axis=-1).reshape(-1, 2)
    squared = ((places[:, None] - MEANS) ** 2).sum(axis=-1)
    return places, np.exp(-squared / 2) / (2 * np.pi) * (GRID[1] - GRID[0]) ** 2
