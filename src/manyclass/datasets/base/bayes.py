"""The Bayes-optimal classifier of a population: the best that any method can do."""

import numpy as np
from threadpoolctl import threadpool_limits

from manyclass.datasets.base.split import Blocks

CELLS = 1 << 22  # scores held at once


class Bayes:
    """Ranks classes by the probability that a sample is given them as a label.

    All components of the mixture share one covariance, so their log densities are linear in the sample; modes
    are summed out, and what is left is the label model:

        P(h given | x) = noise · prior(h)
                         + (1 - noise) · [(1 - given) · P(h | x) + given · P(concept of h | x)]

    Parameters
    ----------
    population : Population
        The population that the samples are drawn from.
    """

    def __init__(self, population):
        """Work out what does not depend on the sample."""
        self.population = population
        self.geometry = geometry = population.geometry
        root = np.linalg.inv(geometry.stretch.astype(np.float64))
        self.precision = (root @ root.T).astype(np.float32)
        self.offset = np.empty((geometry.modes, len(population.prior)), np.float32)
        for own, means in geometry.components():
            flat = means.reshape(-1, means.shape[-1])
            energy = np.einsum("cd,cd->c", flat @ self.precision, flat).reshape(-1, geometry.modes)
            self.offset[:, own] = np.log(geometry.shares[:, None] * population.prior[own]) - 0.5 * energy.T

    def posterior(self, X) -> np.ndarray:
        """Probability that each class is shown: float32 (n, G)."""
        whitened = X @ self.precision
        centre, sense = whitened @ self.geometry.centres.T, whitened @ self.geometry.senses.T
        scores = [centre + sense[:, which] + offset for which, offset in zip(self.geometry.sense.T, self.offset)]
        top = np.max([score.max(axis=1) for score in scores], axis=0)[:, None]
        weight = sum(np.exp(score - top) for score in scores)
        return weight / weight.sum(axis=1, keepdims=True)

    def label_probability(self, X) -> np.ndarray:
        """Probability that each class is among the given labels of the test part: float32 (n, G)."""
        q, p = self.population, self.population.parameters
        shown = self.posterior(X)
        concept = np.add.reduceat(shown, q.first, axis=1)[:, q.concept]
        right = (1 - p.given) * shown + p.given * concept
        noise = p.wrong("test")
        return (1 - noise) * right + noise * q.prior.astype(np.float32)

    def rank(self, X, k=10) -> np.ndarray:
        """The ``k`` best classes (all, where there are fewer), best first, ties by number: int32 (n, k)."""
        classes = len(self.population.prior)
        step = max(1, CELLS // classes)
        with threadpool_limits(1, user_api="blas"):
            slices = (X[lo : lo + step] for lo in range(0, len(X), step))
            return np.concatenate([_best(self.label_probability(rows), min(k, classes)) for rows in slices])

    def blocks(self, X) -> Blocks:
        """The ten best classes of every sample of ``X``, on demand, in the same blocks."""
        shape = (X.shape[0], min(10, len(self.population.prior)))
        return Blocks(shape, X.rows, lambda block: self.rank(X.make(block)), np.dtype(np.int32))


def _best(probability, k) -> np.ndarray:
    """Numbers of the ``k`` largest entries of each row, largest first, ties by number."""
    best = np.sort(np.argpartition(-probability, k - 1, axis=1)[:, :k], axis=1)
    order = np.argsort(-np.take_along_axis(probability, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1).astype(np.int32)
