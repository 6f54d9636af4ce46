"""What classes and scenes are made of: shared parts, in what proportions, shifted how far, and where in an image."""

import numpy as np

from manyclass.datasets.base.geometry import normal, spectrum
from manyclass.datasets.base.tree import grow

DECAY = 1.0  # of the variance over the axes: j^-1


class Mixtures:
    """Mixtures of parts: one for each class, then one for each scene, of S parts each.

    A class is seen in V views, one where the parameters give it none: each has proportions of its own.

    Parameters
    ----------
    parameters : Images
        Parts, tree, shifts.
    rng : Generator
        Draws everything.

    Attributes
    ----------
    ups : list of int64 arrays
        The class tree, as `manyclass.datasets.base.tree.grow` gives it.
    weights : float64 (G * V + scenes, S)
        Proportions of the parts, of sum one: of the views, class by class, then of the scenes.
    parts : int64 (G + scenes, S)
        Which of the pool they are; a class may have one twice, from two levels of the tree.
    centres : float32 (G + scenes, S, d)
        Where they lie.
    heights : float32 (G + scenes, S)
        The heights they prefer, in [0, 1).
    scene : int64 (G * V,)
        Scene of each view.
    glow : float32 (scenes, d)
        Light of each scene.
    unlike : float32 (G,)
        How unlike each other the images of a class are, as a factor.
    """

    def __init__(self, parameters, rng):
        """Draw the pool, walk down the tree, and set up the scenes."""
        p = parameters
        self.deviation = np.sqrt(spectrum(p.dimensions, DECAY))
        self.axes = np.linalg.qr(rng.standard_normal((p.dimensions, p.dimensions)))[0].astype(np.float32)
        pool, preferred = self.shifts(p.parts, p.spread, rng), rng.random(p.parts, dtype=np.float32)
        self.ups = grow(p.classes, len(p.adds), np.inf, rng)
        weights, parts, moved = self._classes(p, rng)
        slots = parts.shape[1]
        views = _views(weights, p, rng) if p.views else weights
        self.weights = np.concatenate([views, rng.dirichlet(np.ones(slots), p.scenes)])
        self.parts = np.concatenate([parts, _distinct(p.scenes, p.parts, slots, rng)])
        self.centres, self.heights = pool[self.parts], preferred[self.parts]
        self.centres[: p.classes] += moved
        self.scene, self.glow = rng.integers(p.scenes, size=len(views)), self.shifts(p.scenes, p.glow, rng)
        self.unlike = np.exp(p.unlike * rng.uniform(-1, 1, p.classes)).astype(np.float32)

    def shifts(self, n, size, rng) -> np.ndarray:
        """Draw shifts of a root mean square of ``size``, largest along the first axes: float32 (n, d)."""
        return normal(rng, n, size * self.deviation) @ self.axes

    def _classes(self, p, rng):
        """Weights (G, S) and parts (G, S) of the classes, and how far these are shifted, float32 (G, S, d)."""
        weights, parts = np.empty((1, 0)), np.empty((1, 0), np.int64)
        moved = np.empty((1, 0, p.dimensions), np.float32)
        for up, add, share, shift in zip(self.ups, p.adds, p.shares, p.shifts):
            weights = np.hstack([weights[up], share * rng.dirichlet(np.ones(add), len(up))])
            parts = np.hstack([parts[up], _distinct(len(up), p.parts, add, rng)])
            moved = np.hstack([moved[up], np.zeros((len(up), add, p.dimensions), np.float32)])
            moved += self.shifts(parts.size, shift, rng).reshape(moved.shape)
        return weights / weights.sum(axis=1, keepdims=True), parts, moved


def _views(weights, p, rng) -> np.ndarray:
    """Proportions of the classes' views, around those of the classes (G, S): float64 (G * views, S)."""
    weights = np.repeat(weights, p.views, axis=0)
    if np.isinf(p.turn):
        return weights
    weights = rng.standard_gamma(p.turn * weights)
    return weights / weights.sum(axis=1, keepdims=True)


def _distinct(n, total, picks, rng) -> np.ndarray:
    """Pick ``picks`` different numbers below ``total``, ``n`` times: int64 (n, picks)."""
    return rng.random((n, total), dtype=np.float32).argsort(axis=1)[:, :picks]
