"""Augmented Lagrangians for a loss of all pairs of a sample and a class, and the gap that certifies the solution."""

import time
from dataclasses import dataclass, replace

import numpy as np
from sklearn.utils.extmath import row_norms

from manyclass.methods.base.dual.dual_ascent import Certificate
from manyclass.methods.base.dual.pair_candidates import Candidates, candidates
from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_newton import SAMPLES_AT_A_TIME, class_sums, newton_step
from manyclass.methods.base.dual.pair_projection import PairDuals, project

# An inner problem is solved where its gradient is so much shorter than W, or after so many Newton steps.
ENOUGH, MOST_STEPS = 0.03, 12
# The weight of the scores, in 1/‖x‖²: the first and the largest. It is doubled after an inner problem whose steps took
# few tries, and halved after one that took many.
FIRST_WEIGHT, LARGEST_WEIGHT, FEW, MANY = 4.0, 1e6, 5, 10
# C·‖x‖² is taken for no less than this, so that samples of zeros need no formula of their own.
LEAST_SCALED_NORM = 1e-6
# Of the decrease that the slope promises a step has to bring this share, or it is halved, so often at most.
ARMIJO, MOST_HALVINGS = 1e-4, 30
# Pairs with wrong classes that are looked at: so many times those that counted the last time, and if these are too few,
# those that were.
LOOKED_AT = 2


def solver_bytes(n_samples: int, n_features: int, n_classes: int, pairs_per_sample: int) -> int:
    """Scores in float64 of all pairs, and their moves; pairs that are looked at; and the equations of a class."""
    pairs = min(pairs_per_sample, n_classes) * n_samples
    equations = 16 * n_features * n_features + 24 * SAMPLES_AT_A_TIME * n_features
    return 16 * n_samples * n_classes + 280 * pairs + 200 * n_classes * n_features + equations


@dataclass
class PairState:
    """Where a problem began: what all that follows depends on, and how many steps have been made since.

    Parameters
    ----------
    W : ndarray (G, d) of float64
        The class vectors.
    held : PairDuals
        The dual variables that the loss was smoothed about.
    best : ndarray (G, d) of float32
        The class vectors of the least objective.
    rho, primal, dual : float
        The weight of the scores, and both objectives.
    steps : int
        Steps since then.
    """

    W: np.ndarray
    held: PairDuals
    best: np.ndarray
    rho: float
    primal: float = np.inf
    dual: float = 0.0
    steps: int = 0


class PairSolver:
    """min ½‖W‖² + the loss of all n·G pairs (`manyclass.methods.base.dual.pair_loss`).

    The loss is smoothed about its last dual variables, by as much as they may differ from these: so smoothed it has a
    gradient and a generalised Hessian, of the few pairs that count, and Newton's method finds its minimum. The dual
    variables there, at the best share of them, are the next, and the smoothing gets less. All that is computed of all
    pairs are their scores, once for each step of Newton's and each problem. Subclasses give the loss (`_primal_loss`)
    and which share of dual variables their bounds allow (`_best_share`).

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
    start : PairDuals or None
        Dual variables of these samples to begin with, at the best share of them.

    Attributes
    ----------
    coef, best : ndarray (G, d) of float32
        The class vectors W after the last step, and those of the least objective so far.
    certificates : list of Certificate
        The best of both objectives, after each step.
    fitted : PairDuals
        The dual variables after the last step.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, loss: PairLoss, size: int, start=None):
        n = len(y)
        self._X, self._y, self._C, self._loss, self._size = X, y, C, loss, size
        self._own = np.arange(n) * n_classes + y
        squared_norm = row_norms(X, squared=True).astype(np.float64).mean()
        self._unit = 1.0 / max(squared_norm, LEAST_SCALED_NORM / C)
        self._scores, self._moves = np.zeros((2, n, n_classes))
        none = np.zeros((n_classes, X.shape[1]), np.float32)
        self.certificates, self.coef = [], none
        self._begin_at(PairState(*self._first(start, none), none, FIRST_WEIGHT * self._unit))

    def _first(self, start: PairDuals | None, none: np.ndarray) -> tuple[np.ndarray, PairDuals]:
        """Class vectors and dual variables to begin with."""
        if start is not None and start.total > 0.0:
            vectors = self._class_vectors(start)
            if (share := self._best_share(start, self._square(start, vectors))) > 0.0:
                return share * vectors, start.scaled(share)
        # At W = 0 all scores are the same and all pairs would count; from the classes' means few do.
        nothing = PairDuals(np.zeros(len(self._y)), np.zeros(0, np.int64), np.zeros(0))
        of_class = self._unit / np.bincount(self._y)
        return class_sums(self._X, of_class[self._y], np.arange(len(self._y)), self._y, len(none)), nothing

    def tree(self) -> PairState:
        """All that training goes on from, of which nothing is changed by going on."""
        return replace(self._begun, steps=self._steps)

    def go_on(self, state: PairState, certificates: list[Certificate]) -> None:
        """Start from what `tree` was, by making the steps since its problem began once more."""
        self._begin_at(state)
        for _ in range(state.steps):
            self._newton_step()
            self._certify()
        self.certificates = certificates

    def step(self) -> None:
        """A step of Newton's, on the next problem if this one is solved; every step is certified."""
        started = time.process_time()
        solved = np.linalg.norm(self._W - self._of_fitted) <= ENOUGH * np.linalg.norm(self._W)
        if self._steps and (solved or self._steps >= MOST_STEPS):
            self._next_problem()
        self._newton_step()
        self._certify()
        before = self.certificates[-1].seconds if self.certificates else 0.0
        seconds = before + time.process_time() - started
        self.certificates.append(Certificate(len(self.certificates) + 1, seconds, self._primal, self._dual))

    def _next_problem(self):
        """Smooth the loss about the dual variables that were found."""
        rho = self._rho
        if self._tries <= FEW:
            rho = min(2.0 * rho, LARGEST_WEIGHT * self._unit)
        elif self._tries > MANY:
            rho *= 0.5
        held = self.fitted.scaled(max(1.0, self._share))  # less would take back what the last problem has gained
        self._begin_at(PairState(self._W, held, self.best, rho, self._primal, self._dual))

    def _begin_at(self, state: PairState):
        """Begin a problem, with scores that are those of W again, free of what sums of steps have lost."""
        self._begun, self._W, self._held, self._rho = state, state.W.copy(), state.held, state.rho
        self.best, self._primal, self._dual = state.best, state.primal, state.dual
        self._share, self._steps, self._tries = 1.0, 0, 0
        self._right = self._scores_of(self._W, self._scores)
        self._scores.ravel()[self._own] = -np.inf
        self._seen = self._look(self._wanted(self._held), (0.0, 0.0))
        self.fitted = self._projected(self._right, 0.0)
        self._of_fitted = self._class_vectors(self.fitted)

    def _newton_step(self):
        gradient, before = self._W - self._of_fitted, self._smoothed(self._W, self.fitted)
        step = newton_step(self._X, self._y, self._loss, self._rho, self.fitted, gradient)
        right, slope = self._scores_of(step, self._moves), float(np.vdot(gradient, step))
        on_the_way = self._look(self._wanted(self.fitted), (0.0, 1.0))
        for share in 0.5 ** np.arange(MOST_HALVINGS):
            self._seen = on_the_way
            fitted = self._projected(self._right + share * right, share)
            self._tries += 1
            if self._smoothed(self._W + share * step, fitted) <= before + ARMIJO * share * slope:
                break
        self.fitted, self._of_fitted = fitted, self._class_vectors(fitted)
        self._W += share * step
        self._right += share * right
        self._move(share)
        self._steps += 1

    def _smoothed(self, W, fitted) -> float:
        return 0.5 * float(np.vdot(W, W)) + fitted.value

    def _projected(self, right: np.ndarray, share: float) -> PairDuals:
        """Dual variables of the smoothed loss at this share of the moves."""
        while True:
            values = self._seen.at(share)
            values[np.searchsorted(self._seen.places, self._held.places)] += self._held.wrong / self._rho
            shifted = right - self._held.right / self._rho
            fitted = project(self._loss, self._rho, shifted, self._seen.places, values)
            if not fitted.level < self._seen.floor:
                return fitted
            self._seen = self._look(LOOKED_AT * len(values), (share, share))

    def _wanted(self, duals: PairDuals) -> int:
        """Of how many pairs it is looked at first whether they matter, if these are the last dual variables."""
        return max(LOOKED_AT * len(duals.wrong), self._loss.fewest(len(self._y)))

    def _look(self, wanted: int, shares: tuple[float, float]) -> Candidates:
        """So many pairs that can matter between these shares of the moves."""
        return candidates(self._scores, self._moves, shares, wanted, among=self._held.places)

    def _move(self, share: float) -> None:
        """Move the scores by this share of the moves."""
        self._seen = self._seen._replace(scores=self._seen.at(share), moves=np.zeros(len(self._seen.places)))
        if share < 1.0:
            self._moves *= share
        self._scores += self._moves

    def _certify(self):
        """Compute both objectives, of which the best so far are kept."""
        self.coef = self._W.astype(np.float32)
        primal = 0.5 * float(np.vdot(self._W, self._W)) + self._C * self._primal_loss(self._right, self._highest())
        if primal < self._primal:
            self._primal, self.best = primal, self.coef
        if self.fitted.total > 0.0:
            square = self._square(self.fitted, self._of_fitted)
            self._share = float(self._best_share(self.fitted, square))
            self._dual = max(self._dual, self._share * self.fitted.total - 0.5 * self._share**2 * square)

    def _square(self, duals: PairDuals, vectors: np.ndarray) -> float:
        """‖W‖² of the dual variables' class vectors, and what is taken off for the squares of those of right pairs."""
        return float(np.vdot(vectors, vectors)) + self._loss.curve * float(duals.right @ duals.right)

    def _highest(self) -> np.ndarray:
        """The highest scores of others, as many as the loss is made of, the highest first."""
        while True:
            highest = np.sort(self._seen.scores)[: -self._size - 1 : -1]
            if self._seen.floor == -np.inf or (len(highest) == self._size and not highest[-1] < self._seen.floor):
                return highest
            self._seen = self._look(LOOKED_AT * max(len(self._seen.places), self._size), (0.0, 0.0))

    def _primal_loss(self, own: np.ndarray, others: np.ndarray) -> float:
        """The loss, of the scores of the samples' own classes (n,), and of the highest of others, highest first."""
        raise NotImplementedError

    def _best_share(self, duals: PairDuals, square: float) -> float:
        """The share of the dual variables at which the dual objective, s Σ a - ½ s² ``square``, is the largest."""
        raise NotImplementedError

    def _scores_of(self, W: np.ndarray, scores: np.ndarray) -> np.ndarray:
        """Scores of the samples' own classes, float64 (n,); those of the others are written to ``scores`` (n, G)."""
        for first in range(0, len(scores), SAMPLES_AT_A_TIME):
            block = slice(first, first + SAMPLES_AT_A_TIME)
            scores[block] = self._X[block].astype(np.float64) @ W.T
        right, scores.ravel()[self._own] = scores.ravel()[self._own], 0.0
        return right

    def _class_vectors(self, duals: PairDuals) -> np.ndarray:
        """Σ a x - Σ b x of each class, float64 (G, d)."""
        n, n_classes = self._scores.shape
        samples, classes = np.divmod(duals.places, n_classes)
        values = np.concatenate([duals.right, -duals.wrong])
        samples = np.concatenate([np.arange(n), samples])
        return class_sums(self._X, values, samples, np.concatenate([self._y, classes]), n_classes)
