"""Dual coordinate ascent on the pairs of a sample and a class, one list of all, and the gap that certifies it."""

import time

import numpy as np
import scipy.sparse as sp
from sklearn.utils.extmath import row_norms

from manyclass.kernels.common.rng import new_state
from manyclass.kernels.topk.ranked_pairs import Multiplier, PairDuals, PairProblem, ascend
from manyclass.methods.base.dual.dual_ascent import Certificate
from manyclass.methods.base.dual.highest import highest
from manyclass.methods.base.samples import rows_of

# Sweeps of a step: as many as look at this share of all pairs, since the certificate looks at all of them.
LEAST_SWEEPS, SHARE = 10, 0.25
# Pairs that sweeps look at: so many times those that counted in the last step, beside those whose dual variables are
# not zero.
WIDER = 2.0
# Damping of the multiplier, in mean squared norms a sample, by which the dual curves along one variable. Ten times less
# or more take as many sweeps of Recall@k at k = 1, and up to a half more at k = 10.
DAMPING = 10.0
# C·‖x‖² is taken for no less than this, so that a sample of zeros needs no formula of its own.
LEAST_SCALED_NORM = 1e-6
SAMPLES_AT_A_TIME = 512


def ascent_bytes(n_samples: int, n_features: int, n_classes: int, pairs_per_sample: int) -> int:
    """Scores of all pairs in float64, what looks for the highest, and the pairs that sweeps look at."""
    pairs = min(pairs_per_sample, n_classes) * n_samples
    return 12 * n_samples * n_classes + 96 * pairs + 48 * n_classes * n_features


class PairAscent:
    """min ½‖W‖² + C · loss in its dual (`manyclass.kernels.topk.ranked_pairs`), the loss one of all n·G pairs.

    Of all pairs those that can matter are few: those of the highest scores. Sweeps move their dual variables only; then
    the scores of all pairs are computed, for the certificate, and to choose pairs anew. Subclasses give the loss
    (`_loss`), the bound that dual variables give (`_best_scaled`), and how many pairs may matter (`_wanted`).

    Parameters
    ----------
    X : float32 array or CSR array (n, d)
        The samples.
    y : ndarray (n,) of int32
        Their classes, 0..G-1.
    n_classes : int
        G.
    C : float
        Weight of the loss.
    seed : numpy.random.SeedSequence
        Of the orders of the samples.
    size : int
        Pairs that the loss is made of, of those with wrong classes.
    bound, surplus, curve : float
        As in `manyclass.kernels.topk.ranked_pairs.PairProblem`.

    Attributes
    ----------
    coef, best : ndarray (G, d) of float32
        The class vectors W after the last step, and those of the least objective so far.
    certificates : list of Certificate
        The best of both objectives, after each step.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, seed, *, size, bound, surplus=0.0, curve=0.0):
        n, self._X, self._n_classes, self._C, self._size = len(y), X, n_classes, C, size
        squared_norms = np.maximum(row_norms(X, squared=True).astype(np.float64), LEAST_SCALED_NORM / C)
        self._problem = PairProblem(rows_of(X), y, squared_norms, bound, surplus, curve)
        self._multiplier = Multiplier(0.0, 0.0, DAMPING * squared_norms.mean() / n)
        self._order, self._generator = np.arange(n), new_state(seed)
        self._of_each = np.arange(n + 1)
        self._duals = PairDuals(np.zeros(n), np.zeros(n + 1, np.int64), np.zeros(0, np.int64), np.zeros(0))
        # At W = 0 all scores are the same; those of the classes' sums say which pairs come first.
        _, scores = self._scores(self._class_vectors(np.ones(n), y, self._of_each))
        wanted = self._wanted()
        self._duals = self._chosen(self._highest(scores, wanted)[:wanted])
        self.coef = self.best = np.zeros((n_classes, X.shape[1]), np.float32)
        self._primal, self._dual, self._seconds, self.certificates = np.inf, 0.0, 0.0, []
        self._sweep(0)  # compiled before it is timed

    def step(self, last: bool) -> None:
        """Sweep over the chosen pairs, compute both objectives, and choose pairs anew; every step is certified."""
        started, duals = time.process_time(), self._duals
        self._sweep(max(LEAST_SWEEPS, int(SHARE * len(duals.right) * self._n_classes / max(len(duals.wrong), 1))))
        right = self._class_vectors(duals.right, self._problem.y, self._of_each)
        wrong = self._class_vectors(duals.wrong, duals.classes, duals.indptr)
        self.coef = np.float32(right - wrong)
        own, scores = self._scores(np.float64(self.coef))
        wanted = self._wanted()
        places = self._highest(scores, wanted)
        loss = self._loss(own, scores.ravel()[places[: self._size]])
        primal = 0.5 * float(np.vdot(np.float64(self.coef), self.coef)) + self._C * loss
        if primal < self._primal:
            self._primal, self.best = primal, self.coef.copy()  # sweeps change the class vectors in place
        self._dual = max(self._dual, self._lower_bound(right, wrong))
        self._duals = self._chosen(places[:wanted])
        self._seconds += time.process_time() - started
        self.certificates.append(Certificate(len(self.certificates) + 1, self._seconds, self._primal, self._dual))

    def _loss(self, own: np.ndarray, others: np.ndarray) -> float:
        """The loss, of the scores of the samples' own classes (n,), and of the highest of others, highest first."""
        raise NotImplementedError

    def _lower_bound(self, right: np.ndarray, wrong: np.ndarray) -> float:
        """The dual objective of the dual variables, whose class vectors are right - wrong, made feasible by scaling.

        They are scaled to equal sums, and then both by the share that is best (`_best_scaled`).
        """
        sums = self._duals.right.sum(), self._duals.wrong.sum()
        least = min(sums)
        if least <= 0.0:
            return 0.0
        of_right, of_wrong = least / sums[0], least / sums[1]
        W = of_right * right - of_wrong * wrong
        return float(self._best_scaled(least, float(np.vdot(W, W)), of_right, of_wrong))

    def _best_scaled(self, total: float, square: float, of_right: float, of_wrong: float) -> float:
        """The dual objective at the best share of the dual variables times ``of_right`` and ``of_wrong``.

        So scaled, each kind has the sum ``total``, and their class vectors are of ‖W‖² = ``square``.
        """
        raise NotImplementedError

    def _wanted(self) -> int:
        """How many pairs of the highest scores may matter."""
        raise NotImplementedError

    def _sweep(self, sweeps: int) -> None:
        training = self._problem, self._duals, self._multiplier, self.coef
        self._multiplier = ascend(*training, self._order, sweeps, self._generator)

    def _highest(self, scores: np.ndarray, wanted: int) -> np.ndarray:
        """Places of the highest scores, the highest first: as many as the loss is made of, or as are wanted."""
        n, n_classes = scores.shape
        return highest(scores.ravel(), min(max(self._size, wanted), n * (n_classes - 1)))

    def _chosen(self, places: np.ndarray) -> PairDuals:
        """The dual variables of the pairs at these places, and all that are not zero."""
        duals, n = self._duals, len(self._duals.right)
        held = np.flatnonzero(duals.wrong)
        of_held = np.repeat(np.arange(n), np.diff(duals.indptr))[held] * self._n_classes + duals.classes[held]
        chosen = np.union1d(places, of_held)
        wrong = np.zeros(len(chosen))
        wrong[np.searchsorted(chosen, of_held)] = duals.wrong[held]
        indptr = np.searchsorted(chosen, self._of_each * self._n_classes)
        return PairDuals(duals.right, indptr, chosen % self._n_classes, wrong)

    def _blocks(self):
        """Slices of the samples, and their rows in float64."""
        for first in range(0, self._X.shape[0], SAMPLES_AT_A_TIME):
            block = slice(first, first + SAMPLES_AT_A_TIME)
            yield block, self._X[block].astype(np.float64)

    def _scores(self, W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores of the samples' own classes float64 (n,), and of the others (n, G), in which those are -inf."""
        scores, own = np.empty((self._X.shape[0], len(W))), (np.arange(self._X.shape[0]), self._problem.y)
        for block, rows in self._blocks():
            scores[block] = rows @ W.T
        right, scores[own] = scores[own], -np.inf
        return right, scores

    def _class_vectors(self, values: np.ndarray, classes: np.ndarray, indptr: np.ndarray) -> np.ndarray:
        """Σ values x_i of each class, float64 (G, d): those of sample i stand from ``indptr`` at i on."""
        A = sp.csr_array((values, classes, indptr), shape=(self._X.shape[0], self._n_classes))
        W = np.zeros((self._n_classes, self._X.shape[1]))
        for block, rows in self._blocks():
            product = A[block].T @ rows
            W += product.toarray() if sp.issparse(product) else product
        return W
