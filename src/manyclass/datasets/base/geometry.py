"""Where the classes of a feature-vector set lie, and what a sample of a class looks like."""

import numpy as np
from threadpoolctl import threadpool_limits

from manyclass.datasets.base.within import WithinClass

SLICE = 8192  # classes worked on at once, so that beside the centres little memory is held
SENSES = 1024  # meanings beside their own that polysemous classes share


class Geometry:
    """Class means, their modes and the noise around them, rotated to the principal axes of the population they make.

    Parameters
    ----------
    parameters : FeatureVectors
        Spectra, spreads, noise.
    ups : list of int64 arrays
        The tree of concepts, as `manyclass.datasets.base.tree.grow` gives it.
    concept : int64 (G,)
        Concept of each class, ascending.
    prior : float64 (G,)
        Class prior.
    rng : Generator
        Draws everything.

    Attributes
    ----------
    centres : float32 (G, d)
        Class means, less the population's mean.
    senses : float32 (at most SENSES, or with second places G + 1, d)
        Offsets of the classes' modes.
    sense : int64 (G, modes)
        Which offset each mode of each class has.
    shares : float64 (modes,)
        Share of a class's samples that each of its modes has.
    within : WithinClass
        Noise around the modes' means.
    """

    def __init__(self, parameters, ups, concept, prior, rng):
        """Draw the classes and rotate them."""
        self.prior, self.shares = prior, np.full(parameters.modes, 1 / parameters.modes)
        features, directions = parameters.features, parameters.directions or parameters.features
        between = np.sqrt(_along(directions, features, parameters.class_decay))
        deviations = [spread * between for spread in parameters.spreads]
        self.centres = _centres(ups, concept, deviations, parameters.apart * between, rng)
        concepts = len(ups[-1])  # names of one concept mean the same, so all but their means is the concept's
        pool = min(SENSES, concepts * self.modes) if self.modes > 1 else 1
        self.senses = normal(rng, pool, parameters.mode_spread * between * (self.modes > 1))
        self.sense = rng.integers(pool, size=(concepts, self.modes))[concept]
        nuisance = parameters.nuisance**2 * _along(directions, features, parameters.nuisance_decay)
        noise = nuisance + parameters.isotropic**2
        with threadpool_limits(1, user_api="blas"):
            rotation = np.eye(features)
            rotation[:directions, :directions] = np.linalg.qr(rng.standard_normal((directions, directions)))[0]
            if parameters.elsewhere:
                self._second_places(parameters.elsewhere, deviations[-1], rng)
            self.within = WithinClass(parameters, noise, rotation, concept, self.modes, rng)
            self._rotate()

    @property
    def modes(self) -> int:
        """Places at which the samples of a class lie."""
        return len(self.shares)

    def _second_places(self, share, deviation, rng) -> None:
        """Give each class a second place, around that of another class, and this share of its samples there."""
        beside = self.centres[rng.permutation(len(self.centres))]
        offsets = beside + normal(rng, len(beside), deviation) - self.centres
        self.senses = np.concatenate([np.zeros_like(offsets[:1]), offsets])
        self.sense = np.stack([np.zeros(len(offsets), np.int64), 1 + np.arange(len(offsets))], axis=1)
        self.shares = np.array([1 - share, share])

    def components(self):
        """Slices of the classes, and their modes' means: float32 (slice, modes, d)."""
        step = max(1, SLICE // self.modes)
        for lo in range(0, len(self.centres), step):
            own = slice(lo, lo + step)
            yield own, self.centres[own, None] + self.senses[self.sense[own]]

    def moments(self) -> tuple[np.ndarray, np.ndarray]:
        """Mean and covariance of the modes' means under the class prior: float64 (d,) and (d, d)."""
        mean, moment = 0.0, 0.0
        for own, means in self.components():
            weight = np.outer(self.prior[own], self.shares).ravel().astype(np.float32)
            flat = means.reshape(len(weight), -1)
            mean = mean + (weight @ flat).astype(np.float64)
            flat *= np.sqrt(weight)[:, None]
            moment = moment + (flat.T @ flat).astype(np.float64)
        return mean, moment - np.outer(mean, mean)

    def _rotate(self) -> None:
        """Centre, and rotate everything to the principal axes of the population, in place."""
        mean, between = self.moments()
        axes = np.linalg.eigh(between + self.within.covariance(self.prior, self.shares))[1][:, ::-1]
        self.within.rotate(axes)
        turn, shift = axes.astype(np.float32), mean.astype(np.float32)
        self.senses = self.senses @ turn
        for lo in range(0, len(self.centres), SLICE):
            own = slice(lo, lo + SLICE)
            self.centres[own] = (self.centres[own] - shift) @ turn

    def scale(self, factor) -> None:
        """Scale the space, in place."""
        self.within.scale(factor)
        for array in (self.centres, self.senses):
            array *= np.float32(factor)

    def _mode(self, n, rng) -> np.ndarray:
        """Draw which of its class's modes each of n samples shows: int64 (n,)."""
        if self.shares[0] == self.shares[-1]:
            return rng.integers(self.modes, size=n)
        return (rng.random(n) < self.shares[1]).astype(np.int64)

    def samples(self, shown, rng) -> np.ndarray:
        """Draw a sample of each of the classes ``shown``: float32 (len(shown), d)."""
        mode = self._mode(len(shown), rng)
        X = self.within.samples(shown, mode, rng)
        X += self.centres.take(shown, axis=0)  # four times as fast as by an index
        if self.modes > 1:
            X += self.senses.take(self.sense[shown, mode], axis=0)
        return X


def _centres(ups, concept, deviations, apart, rng) -> np.ndarray:
    """Walk down the tree; from the last inner level to the classes a slice at a time: one copy of them."""
    nodes = np.zeros((1, len(apart)), np.float32)
    for deviation, up in zip(deviations[:-1], ups[:-1]):
        nodes = nodes[up] + normal(rng, len(up), deviation)
    centres = np.empty((len(concept), len(apart)), np.float32)
    ends = np.searchsorted(concept, np.arange(len(ups[-1]) + 1))
    for lo in range(0, len(ups[-1]), SLICE):
        up = ups[-1][lo : lo + SLICE]
        own = slice(ends[lo], ends[lo + len(up)])
        means = nodes[up] + normal(rng, len(up), deviations[-1])
        centres[own] = means[concept[own] - lo] + normal(rng, own.stop - own.start, apart)
    return centres


def _along(directions, features, decay) -> np.ndarray:
    """The `spectrum` of the first directions, and no variance along the other features: float64 (features,)."""
    return np.pad(spectrum(directions, decay), (0, features - directions))


def spectrum(features, decay) -> np.ndarray:
    """Variances ∝ j^-decay of mean 1: float64 (d,)."""
    variance = np.arange(1, features + 1) ** -float(decay)
    return variance / variance.mean()


def normal(rng, n, deviation) -> np.ndarray:
    """Normal rows with the given standard deviation of each feature: float32 (n, d)."""
    rows = rng.standard_normal((n, len(deviation)), dtype=np.float32)
    rows *= deviation.astype(np.float32)
    return rows
