"""Augmented Lagrangians for a loss of all pairs of a sample and a class, and the gap that certifies the solution."""

import time

import numpy as np
from sklearn.utils.extmath import row_norms

from manyclass.methods.base.dual.dual_ascent import Certificate
from manyclass.methods.base.dual.highest import highest
from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_newton import SAMPLES_AT_A_TIME, class_sums, newton_step
from manyclass.methods.base.dual.pair_projection import PairDuals, project
from manyclass.methods.base.samples import class_means

# An inner problem is solved where its gradient is so much shorter than W, or after so many Newton steps.
ENOUGH, MOST_STEPS = 0.03, 12
# The weight of the scores, in 1/‖x‖²: the first and the largest. It is doubled after an inner problem whose steps took
# few tries, and halved after one that took many.
FIRST_WEIGHT, LARGEST_WEIGHT, FEW, MANY = 4.0, 1e6, 5, 10
# C·‖x‖² is taken for no less than this, so that samples of zeros need no formula of their own.
LEAST_SCALED_NORM = 1e-6
# Of the decrease that the slope promises a step has to bring this share, or it is halved, so often at most.
ARMIJO, MOST_HALVINGS = 1e-4, 30
# Pairs with wrong classes that are looked at first: so many times those that counted the last time, and of so many
# samples one at least.
LOOKED_AT, OF_SAMPLES = 2, 5


def solver_bytes(n_samples: int, n_features: int, n_classes: int, pairs_per_sample: int) -> int:
    """Scores in float64 of all pairs, of a step and of a try of it; pairs that count; and the equations of a class."""
    pairs = min(pairs_per_sample, n_classes) * n_samples
    equations = 16 * n_features * n_features + 24 * SAMPLES_AT_A_TIME * n_features
    return 32 * n_samples * n_classes + 280 * pairs + 200 * n_classes * n_features + equations


class PairSolver:
    """min ½‖W‖² + the loss of all n·G pairs (`manyclass.methods.base.dual.pair_loss`).

    The loss is smoothed about its last dual variables, by as much as they may differ from these: so smoothed it has a
    gradient and a generalised Hessian, of the few pairs that count, and Newton's method finds its minimum. The dual
    variables there are the next, and the smoothing gets less. All that is computed of all pairs are their scores, once
    for each step of Newton's. Subclasses give the loss (`_primal_loss`) and the bound of the dual (`_best_scaled`).

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
    loss : PairLoss
        Of dual variables.
    size : int
        Pairs with wrong classes that the loss is made of.

    Attributes
    ----------
    coef, best : ndarray (G, d) of float32
        The class vectors W after the last step, and those of the least objective so far.
    certificates : list of Certificate
        The best of both objectives, after each step.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, loss: PairLoss, size: int):
        n = len(y)
        self._X, self._y, self._C, self._loss, self._size = X, y, C, loss, size
        self._own = np.arange(n) * n_classes + y
        squared_norm = row_norms(X, squared=True).astype(np.float64).mean()
        unit = 1.0 / max(squared_norm, LEAST_SCALED_NORM / C)
        self._rho, self._largest_rho = FIRST_WEIGHT * unit, LARGEST_WEIGHT * unit
        # At W = 0 all scores are the same and all pairs would count; from the classes' means few do.
        self._W = unit * class_means(X, y, n_classes).astype(np.float64)
        self._right, self._scores = self._scores_of(self._W)
        self._scores.ravel()[self._own], self._trial = -np.inf, np.empty_like(self._scores)
        self._held = self._fitted = PairDuals(np.zeros(n), np.zeros(0, np.int64), np.zeros(0), 0.0, 0.0, 0.0)
        self._begin_problem()
        self.coef = self.best = np.zeros((n_classes, X.shape[1]), np.float32)
        self._primal, self._dual, self._seconds, self.certificates = np.inf, 0.0, 0.0, []

    def step(self, last: bool) -> None:
        """A step of Newton's, on the next problem if this one is solved; every step is certified."""
        started = time.process_time()
        solved = np.linalg.norm(self._W - self._of_fitted) <= ENOUGH * np.linalg.norm(self._W)
        if self._steps and (solved or self._steps >= MOST_STEPS):
            self._next_problem()
        self._newton_step()
        self._certify()
        self._seconds += time.process_time() - started
        self.certificates.append(Certificate(len(self.certificates) + 1, self._seconds, self._primal, self._dual))

    def _next_problem(self):
        """Smooth the loss about the dual variables that were found."""
        if self._tries <= FEW:
            self._rho = min(2.0 * self._rho, self._largest_rho)
        elif self._tries > MANY:
            self._rho *= 0.5
        self._held = self._fitted
        self._begin_problem()

    def _begin_problem(self):
        self._fitted, self._steps, self._tries = self._projected(self._right, self._scores), 0, 0
        self._of_fitted = self._class_vectors(self._fitted)

    def _newton_step(self):
        gradient, before = self._W - self._of_fitted, self._smoothed(self._W, self._fitted)
        step = newton_step(self._X, self._y, self._loss, self._rho, self._fitted, gradient)
        right, scores = self._scores_of(step)
        slope = float(np.vdot(gradient, step))
        for share in 0.5 ** np.arange(MOST_HALVINGS):
            np.multiply(scores, share, out=self._trial)
            self._trial += self._scores
            fitted = self._projected(self._right + share * right, self._trial)
            self._tries += 1
            if self._smoothed(self._W + share * step, fitted) <= before + ARMIJO * share * slope:
                break
        self._fitted, self._of_fitted = fitted, self._class_vectors(fitted)
        self._W += share * step
        self._right += share * right
        scores *= share
        self._scores += scores
        self._steps += 1

    def _smoothed(self, W, fitted) -> float:
        return 0.5 * float(np.vdot(W, W)) + fitted.value

    def _projected(self, right, others) -> PairDuals:
        """Dual variables of the smoothed loss at these scores, from which those of the held ones go and come."""
        places = self._held.places
        unshifted = others.ravel()[places]
        others.ravel()[places] += self._held.wrong / self._rho
        wanted = max(LOOKED_AT * len(self._fitted.wrong), len(self._own) // OF_SAMPLES)
        fitted = project(self._loss, self._rho, right - self._held.right / self._rho, others, wanted)
        others.ravel()[places] = unshifted
        return fitted

    def _certify(self):
        """Compute both objectives, of which the best so far are kept."""
        self.coef = self._W.astype(np.float32)
        others = self._scores.ravel()[highest(self._scores.ravel(), self._size)]
        primal = 0.5 * float(np.vdot(self._W, self._W)) + self._C * self._primal_loss(self._right, others)
        if primal < self._primal:
            self._primal, self.best = primal, self.coef
        if self._fitted.total > 0.0:
            square = float(np.vdot(self._of_fitted, self._of_fitted))
            self._dual = max(self._dual, float(self._best_scaled(self._fitted, square)))

    def _primal_loss(self, own: np.ndarray, others: np.ndarray) -> float:
        """The loss, of the scores of the samples' own classes (n,), and of the highest of others, highest first."""
        raise NotImplementedError

    def _best_scaled(self, duals: PairDuals, square: float) -> float:
        """The dual objective at the best share of the dual variables, whose class vectors have ‖W‖² = ``square``."""
        raise NotImplementedError

    def _scores_of(self, W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores of the samples' own classes float64 (n,), and of the others (n, G), in which those are zero."""
        scores = np.empty((self._X.shape[0], len(W)))
        for first in range(0, len(scores), SAMPLES_AT_A_TIME):
            block = slice(first, first + SAMPLES_AT_A_TIME)
            scores[block] = self._X[block].astype(np.float64) @ W.T
        right, scores.ravel()[self._own] = scores.ravel()[self._own], 0.0
        return right, scores

    def _class_vectors(self, duals: PairDuals) -> np.ndarray:
        """Σ a x - Σ b x of each class, float64 (G, d)."""
        samples, classes = np.divmod(duals.places, len(self._W))
        values = np.concatenate([duals.right, -duals.wrong])
        samples = np.concatenate([np.arange(len(self._own)), samples])
        return class_sums(self._X, values, samples, np.concatenate([self._y, classes]), len(self._W))
