"""What ranks all pairs of a sample and a class, and the gap that certifies the solution."""

import time
from dataclasses import dataclass

import numpy as np

from manyclass.methods.base.certificate import Certificate
from manyclass.methods.base.pairs.augmented import AugmentedLagrangian, AugmentedState, first_state
from manyclass.methods.base.pairs.interior_point import InteriorPoint, InteriorState, begun
from manyclass.methods.base.pairs.newton import SAMPLES_AT_A_TIME
from manyclass.methods.base.pairs.problem import PairProblem
from manyclass.methods.base.pairs.projection import PairDuals

# So many steps end an augmented Lagrangian, unless C is large; then an interior point goes on.
AUGMENTED_STEPS = 60


def solver_bytes(n_samples: int, n_features: int, n_classes: int, pairs_per_sample: int) -> int:
    """Scores in float64 of all pairs, and their moves; pairs that are looked at; and the equations of a class."""
    pairs = min(pairs_per_sample, n_classes) * n_samples
    equations = 16 * n_features * n_features + 24 * SAMPLES_AT_A_TIME * n_features
    return 16 * n_samples * n_classes + 280 * pairs + 200 * n_classes * n_features + equations


@dataclass
class PairState:
    """All that training goes on from.

    Parameters
    ----------
    augmented : AugmentedState
    interior : InteriorState
        Without class vectors as long as the other goes on.
    best : ndarray (G, d) of float32
        The class vectors of the least objective.
    share, primal, dual : float
        The best share of the last dual variables, and both objectives.
    """

    augmented: AugmentedState
    interior: InteriorState
    best: np.ndarray
    share: float = 1.0
    primal: float = np.inf
    dual: float = 0.0


class PairSolver:
    """Steps on a problem of pairs, each of which is certified: of augmented Lagrangians, then of an interior point.

    Parameters
    ----------
    problem : PairProblem
    start : PairDuals or None
        Dual variables of these samples to begin with, at the best share of them.

    Attributes
    ----------
    coef, best : ndarray (G, d) of float32
        The class vectors W after the last step, and those of the least objective so far, of all multiples of W.
    certificates : list of Certificate
        The best of both objectives, after each step.
    fitted : PairDuals
        The dual variables after the last step.
    """

    def __init__(self, problem: PairProblem, start: PairDuals | None = None):
        self._problem, n_features = problem, problem.X.shape[1]
        self._scores, self._moves = np.zeros((2, len(problem.y), problem.n_classes))
        self._not_begun = InteriorState.none(n_features, problem.loss.most)
        nothing = np.zeros((problem.n_classes, n_features), np.float32)
        self.go_on(PairState(first_state(problem, start), self._not_begun, nothing), [])

    def tree(self) -> PairState:
        """All that training goes on from, of which nothing is changed by going on."""
        alone = isinstance(self._steps, AugmentedLagrangian)
        states = (self._steps.state, self._not_begun) if alone else (self._augmented, self._steps.state)
        return PairState(*states, self.best, self._share, self._primal, self._dual)

    def go_on(self, state: PairState, certificates: list[Certificate]) -> None:
        """Start from what `tree` was."""
        self._augmented = state.augmented
        self.best, self._share, self._primal, self._dual = state.best, state.share, state.primal, state.dual
        self.certificates = certificates
        if len(state.interior.W):
            self._steps = InteriorPoint(self._problem, state.interior, self._scores, self._moves)
        else:
            self._steps = AugmentedLagrangian(self._problem, state.augmented, self._scores, self._moves)
        self.coef, self.fitted = self._steps.W.astype(np.float32), self._steps.fitted

    def step(self) -> None:
        """A step, which is certified."""
        started = time.process_time()
        if isinstance(self._steps, AugmentedLagrangian) and self._slow():
            self._augmented, of_both = self._steps.state, (self._scores, self._moves)
            objectives = self._primal, self._dual
            first = begun(self._problem, self._steps.W, self.fitted, objectives, *of_both)
            self._steps = InteriorPoint(self._problem, first, *of_both)
        if isinstance(self._steps, InteriorPoint) and not self._steps.step():
            first = first_state(self._problem, self.fitted)
            self._steps = AugmentedLagrangian(self._problem, first, self._scores, self._moves)
        if isinstance(self._steps, AugmentedLagrangian):
            self._steps.step(self._share)
        self._certify()
        before = self.certificates[-1].seconds if self.certificates else 0.0
        seconds = before + time.process_time() - started
        self.certificates.append(Certificate(len(self.certificates) + 1, seconds, self._primal, self._dual))

    def _slow(self) -> bool:
        """Whether an interior point is to go on, which has no form for bounds that follow the sum."""
        return self._steps.steps >= AUGMENTED_STEPS and self._dual > 0.0 and not self._problem.loss.surplus

    def _certify(self):
        """Compute both objectives, of which the best so far are kept."""
        problem, W = self._problem, self._steps.W
        self.coef, self.fitted = W.astype(np.float32), self._steps.fitted
        factor, primal = problem.best_multiple(W, self._steps.right, self._steps.highest(problem.size))
        if primal < self._primal:
            self._primal, self.best = primal, (factor * W).astype(np.float32)
        if self.fitted.total > 0.0:
            self._share, dual = problem.share_and_bound(self.fitted, self._steps.of_fitted)
            self._dual = max(self._dual, dual)
