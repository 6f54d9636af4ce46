"""The Bayes-optimal classifier of a population: the most accurate that any method can be, of one label a sample."""

import numpy as np
from threadpoolctl import threadpool_limits

from manyclass.datasets.base.split import Blocks

# Samples that are ranked, drawn like all others: the accuracy of so many has a standard error of a third of a point,
# and all of a document's own set, with its classes and features, would take days.
MOST = 20_000
CELLS = 1 << 22  # scores held at once


class Bayes:
    """Ranks classes by the probability that a sample is given them as a label.

    Where z is the sample in the basis in which the noise is white, and m the mean of a mode of class g there,

        q            = Σ_j (z_j - m_j)² / (size_g · shape_j)²
        log density  = -Σ_j log(size_g · shape_j) - q / 2, or with Student tails
                       -Σ_j log(size_g · shape_j) - (tails + d) / 2 · log(1 + q / (tails - 2)),  plus a constant

    and q is multiplied out, so that matrix products give it for all classes. Modes are summed out, and what is left is
    the label model:

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
        self.geometry, self.within = geometry, within = population.geometry, population.geometry.within
        self.whiten = np.linalg.inv(within.stretch.astype(np.float64)).astype(np.float32)
        self.inverse, self.precision = within.shapes**-2.0, within.size**-2.0
        log_shape, log_size = np.log(within.shapes).sum(axis=1), within.shapes.shape[1] * np.log(within.size)
        log_prior = np.log(geometry.shares[:, None] * population.prior)
        self.offset = (log_prior - log_shape[within.shape.T] - log_size).astype(np.float32)
        self.square = np.empty_like(self.offset)
        self.slope = np.empty((*self.offset.shape, within.shapes.shape[1]), np.float32)
        for own, means in geometry.components():
            with threadpool_limits(1, user_api="blas"):
                white = means @ self.whiten
            slope = white * self.inverse[within.shape[own]] * self.precision[own, None, None]
            self.square[:, own] = (white * slope).sum(axis=2).T
            self.slope[:, own] = -2 * slope.swapaxes(0, 1)

    def _scores(self, X) -> list[np.ndarray]:
        """Log densities of the modes of the classes times their shares and priors: a float32 (n, G) of each mode."""
        white = X @ self.whiten
        own, scores = (white * white) @ self.inverse.T, []
        for shape, slope, square, offset in zip(self.within.shape.T, self.slope, self.square, self.offset):
            q = own.take(shape, axis=1)
            q *= self.precision
            q += white @ slope.T
            q += square
            self._log_density(q)
            q += offset
            scores.append(q)
        return scores

    def _log_density(self, q) -> None:
        """Logarithm of the density of white noise at squared distances ``q``, less a constant, in their place."""
        tails, scale = self.within.tails, 1.0
        if tails < np.inf:
            np.maximum(q, 0, out=q)  # rounding may leave it below, where there is no logarithm
            q /= tails - 2
            np.log1p(q, out=q)
            scale = tails + len(self.whiten)
        q *= -0.5 * scale

    def posterior(self, X) -> np.ndarray:
        """Probability that each class is shown: float32 (n, G)."""
        scores = self._scores(X)
        top = np.max([score.max(axis=1) for score in scores], axis=0)[:, None]
        weight = 0
        for score in scores:
            score -= top
            weight += np.exp(score, out=score)
        weight /= weight.sum(axis=1, keepdims=True)
        return weight

    def label_probability(self, X) -> np.ndarray:
        """Probability that each class is among the given labels of the test part: float32 (n, G)."""
        q, p = self.population, self.population.parameters
        shown = self.posterior(X)
        right = np.add.reduceat(shown, q.first, axis=1).take(q.concept, axis=1)
        right *= p.given
        shown *= 1 - p.given
        right += shown
        noise = p.wrong("test")
        right *= 1 - noise
        right += noise * q.prior.astype(np.float32)
        return right

    def rank(self, X, k=10) -> np.ndarray:
        """The ``k`` best classes (all, where there are fewer), best first, ties by number: int32 (n, k)."""
        classes = len(self.population.prior)
        step = max(1, CELLS // classes)
        with threadpool_limits(1, user_api="blas"):
            slices = (X[lo : lo + step] for lo in range(0, len(X), step))
            return np.concatenate([_best(self.label_probability(rows), min(k, classes)) for rows in slices])

    def blocks(self, X) -> Blocks:
        """The ten best classes of the samples of ``X``, on demand, in the same blocks; of the first MOST of more."""
        n, k = min(MOST, X.shape[0]), min(10, len(self.population.prior))

        def made(block):
            return self.rank(X.make(block)[: n - block * X.rows])

        return Blocks((n, k), X.rows, made, np.dtype(np.int32))


def _best(probability, k) -> np.ndarray:
    """Numbers of the ``k`` largest entries of each row, largest first, ties by number."""
    last = probability.shape[1] - k
    least = np.partition(probability, last, axis=1)[:, last, None]
    above, tied = probability > least, probability == least
    tied &= tied.cumsum(axis=1) <= k - above.sum(axis=1, keepdims=True)  # of those equal at the last place, the first
    best = np.nonzero(above | tied)[1].reshape(-1, k)
    order = np.argsort(-np.take_along_axis(probability, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1).astype(np.int32)
