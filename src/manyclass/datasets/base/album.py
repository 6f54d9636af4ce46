"""An album: images of a population of classes a block at a time, their labels, and their features."""

from functools import partial

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from manyclass.datasets.base.mixtures import Mixtures
from manyclass.datasets.base.split import Blocks, Part, Split
from manyclass.datasets.base.streams import sequence, stream
from manyclass.datasets.base.tree import attach_classes, names

BLOCK = 256  # images made at once; part of what decides the bytes of a set
PARTS = ("train", "valid", "test")
CLASSES, LABELS, CONTENT = range(3)  # streams of random numbers


class Album:
    """The images of an `Images` set: a pure function of its parameters, the encoder aside, and a seed.

    Parameters
    ----------
    parameters : Images
        What decides the set.
    seed : int or SeedSequence
        Where its randomness comes from. The classes, the labels of every part and the content of every block
        have streams of their own.

    Attributes
    ----------
    mixtures : Mixtures
        What classes and scenes look like.
    contents : dict of str to (int32 (n,), int32 (n,))
        Of each part the class that names each image, and the class that it shows, another where the label is wrong.
    tree, names : Tree, list of str
        The classes' places and names.
    """

    def __init__(self, parameters, seed):
        """Draw the classes."""
        self.parameters, self.seed = parameters, sequence(seed)
        rng = stream(self.seed, CLASSES)
        with threadpool_limits(1, user_api="blas"):
            self.mixtures = Mixtures(parameters, rng)
        own = np.arange(parameters.classes)
        self.tree, self.names = attach_classes(self.mixtures.ups, own), names(self.mixtures.ups, own)
        self.prior = rng.permutation(parameters.skew ** np.linspace(0, 1, parameters.classes))
        self.contents = {part: self._content(part) for part in PARTS}

    def _content(self, part) -> tuple[np.ndarray, np.ndarray]:
        """Draw what the images of a part are called, and what they show.

        A label is wrong with the same chance in every part, whatever the class.
        """
        p, rng = self.parameters, stream(self.seed, LABELS, PARTS.index(part))
        prior = self.prior if part == "train" else np.ones(p.classes)
        every = np.arange(p.classes, dtype=np.int32)
        called = rng.permutation(np.repeat(every, apportion(getattr(p, part), prior)))
        other = (called + rng.integers(1, p.classes, len(called), dtype=np.int32)) % np.int32(p.classes)
        return called, np.where(rng.random(len(called)) < p.noise, other, called)

    def bags(self, part, block) -> np.ndarray:
        """Images of one block: float32 (rows, L, d + 2)."""
        p, m, rng = self.parameters, self.mixtures, stream(self.seed, CONTENT, PARTS.index(part), block)
        shown = self.contents[part][1][block * BLOCK : (block + 1) * BLOCK]
        view, scene = self._setting(shown, rng)
        chosen, slot = self._parts(shown, view, scene, rng)
        made = np.empty((*chosen.shape, p.dimensions + 2), np.float32)
        made[:, :, :-2] = rng.standard_normal((*chosen.shape, p.dimensions), dtype=np.float32)
        light = (m.glow[scene] + m.shifts(len(shown), p.light, rng)) * m.unlike[shown, None]
        made[:, :, :-2] += m.centres[chosen, slot] + light[:, None]
        made[:, :, -2] = rng.random(chosen.shape, dtype=np.float32)
        height = m.heights[chosen, slot] + p.scatter * rng.standard_normal(chosen.shape, dtype=np.float32)
        made[:, :, -1] = np.clip(height, 0, np.nextafter(np.float32(1), np.float32(0)))
        return made

    def _setting(self, shown, rng) -> tuple[np.ndarray, np.ndarray]:
        """Draw the view of each image, and its scene where the view has none: int64 (n,) and (n,)."""
        p = self.parameters
        if not p.views:
            return shown, rng.integers(p.scenes, size=len(shown))
        view = shown.astype(np.int64) * p.views + rng.integers(p.views, size=len(shown))
        return view, self.mixtures.scene[view]

    def _parts(self, shown, view, scene, rng) -> tuple[np.ndarray, np.ndarray]:
        """Draw what each descriptor of each image shows: mixtures, and which of their parts, int64 (n, L) both."""
        p, m = self.parameters, self.mixtures
        views = len(m.weights) - p.scenes
        mixed = rng.standard_gamma(p.burst * m.weights[np.stack([view, views + scene], axis=1)])
        mixed /= np.maximum(mixed.sum(axis=2, keepdims=True), np.finfo(float).tiny)
        clutter, odds = rng.beta(*p.clutter, len(shown)), m.unlike[shown] ** 2
        clutter = clutter * odds / (1 - clutter + clutter * odds)
        mixed *= np.stack([1 - clutter, clutter], axis=1)[:, :, None]
        chosen = _draw(mixed.reshape(len(shown), -1), p.descriptors, rng)
        source = np.stack([shown, p.classes + scene], axis=1)
        return np.take_along_axis(source, chosen // m.weights.shape[1], axis=1), chosen % m.weights.shape[1]

    def encoder(self):
        """A copy of the encoder, fitted on the first images of train."""
        p = self.parameters
        wanted = min(p.vocabulary, p.train)
        sample = np.concatenate([self.bags("train", block) for block in range(-(-wanted // BLOCK))])
        return clone(p.encoder).fit(sample[:wanted])

    def _features(self, encoder, part, block):
        with threadpool_limits(1):
            return encoder.transform(self.bags(part, block))

    def part(self, part, encoder) -> Part:
        """One part: labels now, features on demand."""
        called, _ = self.contents[part]
        n = len(called)
        ones, starts = np.ones(n, np.int8), np.arange(n + 1, dtype=np.int32)
        Y = csr_array((ones, called, starts), shape=(n, self.parameters.classes))
        make = partial(self._features, encoder, part)
        first = make(0)
        return Part(Blocks((n, first.shape[1]), BLOCK, make, sparse=issparse(first)), Y)

    def split(self) -> Split:
        """Every part, as the encoder shows it."""
        with threadpool_limits(1):
            encoder = self.encoder()
        train, valid, test = (self.part(part, encoder) for part in PARTS)
        return Split(train, valid, test, self.tree, self.names)


def apportion(total, weights) -> np.ndarray:
    """Share ``total`` among the weights, to within one: int64 (G,), of sum ``total``."""
    exact = total * weights / weights.sum()
    share = np.floor(exact).astype(np.int64)
    share[np.argsort(share - exact, kind="stable")[: total - share.sum()]] += 1
    return share


def _draw(weights, draws, rng) -> np.ndarray:
    """Draw so many columns from each row of weights (n, columns), of sum one: int64 (n, draws)."""
    row = np.arange(len(weights))[:, None]
    edges = np.cumsum(weights, axis=1)
    edges = row + edges / edges[:, -1:]
    drawn = row + rng.random((len(weights), draws))
    columns = np.searchsorted(edges.ravel(), drawn.ravel(), side="right").reshape(drawn.shape)
    return np.minimum(columns - row * weights.shape[1], weights.shape[1] - 1)
