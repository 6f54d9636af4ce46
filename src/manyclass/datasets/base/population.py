"""A population of feature vectors: its classes, and samples and labels of them a block at a time."""

import numpy as np
from scipy.sparse import csr_array

from manyclass.datasets.base.bayes import Bayes
from manyclass.datasets.base.geometry import Geometry
from manyclass.datasets.base.split import Blocks, Part, Split
from manyclass.datasets.base.streams import sequence, stream
from manyclass.datasets.base.tree import attach_classes, grow, names

BLOCK = 8192  # rows made at once; part of what decides the bytes of a set
PARTS = ("train", "valid", "test")
CLASSES, CONTENT, LABELS, SAMPLES = range(4)  # streams of random numbers


class Population:
    """The classes of a `FeatureVectors` set: a pure function of its parameters and a seed.

    Parameters
    ----------
    parameters : FeatureVectors
        What decides the set.
    seed : int or SeedSequence
        Where its randomness comes from. The classes, and what every block of every part shows, is called and
        looks like, have streams of their own.

    Attributes
    ----------
    prior : float64 (G,)
        Class prior.
    concept : int64 (G,)
        Concept that each class names, ascending.
    geometry : Geometry
        Where the classes lie; scaled so that the first block of train has mean norm 1.
    tree, names : Tree, list of str
        The classes' places and names.
    """

    def __init__(self, parameters, seed):
        """Draw the classes."""
        self.parameters = p = parameters
        self.seed = sequence(seed)
        rng = stream(self.seed, CLASSES)
        self.sizes = concept_sizes(p.classes, p.grouped, p.group, rng)
        self.first = np.cumsum(self.sizes) - self.sizes
        self.concept = np.repeat(np.arange(len(self.sizes)), self.sizes)
        ups = grow(len(self.sizes), len(p.spreads), p.evenness, rng)
        self.tree, self.names = attach_classes(ups, self.concept), names(ups, self.concept)
        self.prior = zipf(p.classes, p.zipf, rng)
        self.cumulative = np.cumsum(self.prior)
        self.turns = rng.permutation(p.classes)
        self.geometry = Geometry(p, ups, self.concept, self.prior, rng)
        norms = np.linalg.norm(self.samples("train", 0), axis=1)
        self.geometry.scale(1 / norms.mean(dtype=np.float64))

    def _draw(self, rng, n) -> np.ndarray:
        """Draw classes from the prior: int64 (n,)."""
        classes = np.searchsorted(self.cumulative, rng.random(n), side="right")
        return np.minimum(classes, len(self.prior) - 1)

    def content(self, part, block) -> tuple[np.ndarray, np.ndarray]:
        """Draw what the rows of a block are called, and what they show.

        Two rows of each class, spread evenly over train, are called by turns, so that no class is without a
        label; whether a row is a wrong click does not depend on what it is called.

        Returns
        -------
        called, shown : int64 (rows,)
            Class that names each row; class that it shows, -1 where that is the same.
        """
        p, rng = self.parameters, stream(self.seed, CONTENT, PARTS.index(part), block)
        total = getattr(p, part)
        row = np.arange(block * BLOCK, min((block + 1) * BLOCK, total))
        called = self._draw(rng, len(row))
        if part == "train":
            turn = row * (2 * p.classes) // total
            due = (row + 1) * (2 * p.classes) // total > turn
            called[due] = self.turns[turn[due] % p.classes]
        wrong = rng.random(len(row)) < p.wrong(part)
        return called, np.where(wrong, self._draw(rng, len(row)), -1)

    def labels(self, part, block) -> tuple[np.ndarray, np.ndarray]:
        """Given labels of one block: how many each row has, int64 (rows,), and their classes, int32."""
        called, shown = self.content(part, block)
        concept = self.concept[called]
        count = np.where(shown < 0, self.sizes[concept], 1)
        start = np.where(shown < 0, self.first[concept], called)
        row = np.repeat(np.arange(len(called)), count)
        label = start[row] + np.arange(len(row)) - (np.cumsum(count) - count)[row]
        coin = stream(self.seed, LABELS, PARTS.index(part), block).random(len(row))
        given = (label == called[row]) | (coin < self.parameters.given)
        return np.bincount(row[given], minlength=len(called)), label[given].astype(np.int32)

    def samples(self, part, block) -> np.ndarray:
        """Features of one block: float32 (rows, d)."""
        called, shown = self.content(part, block)
        rng = stream(self.seed, SAMPLES, PARTS.index(part), block)
        return self.geometry.samples(np.where(shown < 0, called, shown), rng)

    def part(self, part) -> Part:
        """One part: features on demand, labels now."""
        shape = (getattr(self.parameters, part), self.parameters.features)
        X = Blocks(shape, BLOCK, lambda block: self.samples(part, block))
        counts, labels = zip(*(self.labels(part, block) for block in range(len(X))))
        indptr = np.zeros(shape[0] + 1, np.int32)
        np.cumsum(np.concatenate(counts), out=indptr[1:])
        labels = np.concatenate(labels)
        ones = np.ones(len(labels), np.int8)
        return Part(X, csr_array((ones, labels, indptr), shape=(shape[0], self.parameters.classes)))

    def split(self) -> Split:
        """Every part, and the Bayes-optimal ranking of the test part's classes on demand."""
        train, valid, test = (self.part(part) for part in PARTS)
        return Split(train, valid, test, self.tree, self.names, Bayes(self).blocks(test.X))


def concept_sizes(classes, grouped, group, rng) -> np.ndarray:
    """How many classes name each concept, in random order: int64 (concepts,), of sum ``classes``."""
    groups = int(grouped * classes) // group if group > 1 else 0
    return rng.permutation(np.repeat([group, 1], [groups, classes - groups * group]))


def zipf(classes, exponent, rng) -> np.ndarray:
    """Class prior ∝ rank^-exponent, ranks in random order: float64 (G,)."""
    weight = rng.permutation(np.arange(1, classes + 1) ** -float(exponent))
    return weight / weight.sum()
