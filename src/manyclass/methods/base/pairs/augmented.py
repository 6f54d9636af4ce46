"""Augmented Lagrangians for a loss of all pairs of a sample and a class."""

from dataclasses import dataclass, replace

import numpy as np

from manyclass.methods.base.pairs.candidates import Candidates, candidates
from manyclass.methods.base.pairs.newton import class_sums, newton_step
from manyclass.methods.base.pairs.problem import PairProblem
from manyclass.methods.base.pairs.projection import PairDuals, project

# An inner problem is solved where its gradient is so much shorter than W, or after so many Newton steps.
ENOUGH, MOST_STEPS = 0.03, 12
# The weight of the scores, in 1/‖x‖²: the first and the largest. It is doubled after an inner problem whose steps took
# few tries, and halved after one that took many.
FIRST_WEIGHT, LARGEST_WEIGHT, FEW, MANY = 4.0, 1e6, 5, 10
# Of the decrease that the slope promises a step has to bring this share, or it is halved, so often at most.
ARMIJO, MOST_HALVINGS = 1e-4, 30
# Pairs with wrong classes that are looked at: so many times those that counted the last time, and if these are too few,
# those that were.
LOOKED_AT = 2


@dataclass
class AugmentedState:
    """Where a problem began: what all that follows depends on, and how many steps have been made since.

    Parameters
    ----------
    W : ndarray (G, d) of float64
        The class vectors.
    held : PairDuals
        The dual variables that the loss was smoothed about.
    rho : float
        The weight of the scores.
    before, steps : int
        Steps before, and since then.
    """

    W: np.ndarray
    held: PairDuals
    rho: float
    before: int = 0
    steps: int = 0


class AugmentedLagrangian:
    """Newton's steps on losses that are smoothed about the last dual variables.

    The loss is smoothed by as much as they may differ from these: so smoothed it has a gradient and a generalised
    Hessian, of the few pairs that count, and Newton's method finds its minimum. The dual variables there, at the best
    share of them, are the next, and the smoothing gets less. All that is computed of all pairs are their scores, once
    for each step of Newton's and each problem.

    Parameters
    ----------
    problem : PairProblem
    state : AugmentedState
    scores, moves : ndarray (n, G) of float64
        To work in.

    Attributes
    ----------
    W : ndarray (G, d) of float64
        The class vectors.
    right : ndarray (n,) of float64
        Scores of the samples' own classes.
    fitted : PairDuals
        The dual variables.
    of_fitted : ndarray (G, d) of float64
        The class vectors that these give.
    """

    def __init__(self, problem: PairProblem, state: AugmentedState, scores: np.ndarray, moves: np.ndarray):
        self._problem, self._loss, self._scores, self._moves = problem, problem.loss, scores, moves
        self._begin_at(replace(state, steps=0))
        for _ in range(state.steps):
            self._newton_step()

    @property
    def state(self) -> AugmentedState:
        """All that training goes on from, of which nothing is changed by going on."""
        return replace(self._begun, steps=self._steps)

    @property
    def steps(self) -> int:
        """How many have been made."""
        return self._begun.before + self._steps

    def step(self, share: float) -> None:
        """A step of Newton's, on the next problem if this one is solved; ``share``: the best of the dual variables."""
        solved = np.linalg.norm(self.W - self.of_fitted) <= ENOUGH * np.linalg.norm(self.W)
        if self._steps and (solved or self._steps >= MOST_STEPS):
            self._next_problem(share)
        self._newton_step()

    def highest(self, size: int) -> np.ndarray:
        """So many of the highest scores of wrong pairs, the highest first."""
        while True:
            highest = np.sort(self._seen.scores)[: -size - 1 : -1]
            if self._seen.floor == -np.inf or (len(highest) == size and not highest[-1] < self._seen.floor):
                return highest
            self._seen = self._look(LOOKED_AT * max(len(self._seen.places), size), (0.0, 0.0))

    def _next_problem(self, share):
        """Smooth the loss about the dual variables that were found."""
        rho = self._rho
        if self._tries <= FEW:
            rho = min(2.0 * rho, LARGEST_WEIGHT * self._problem.unit)
        elif self._tries > MANY:
            rho *= 0.5
        held = self.fitted.scaled(max(1.0, share))  # less would take back what the last problem has gained
        self._begin_at(AugmentedState(self.W, held, rho, self.steps))

    def _begin_at(self, state: AugmentedState):
        """Begin a problem, with scores that are those of W again, free of what sums of steps have lost."""
        self._begun, self.W, self._held, self._rho = state, state.W.copy(), state.held, state.rho
        self._steps, self._tries = 0, 0
        self.right = self._problem.scores_of(self.W, self._scores, own=-np.inf)
        self._seen = self._look(self._wanted(self._held), (0.0, 0.0))
        self.fitted = self._projected(self.right, 0.0)
        self.of_fitted = self._problem.vectors_of(self.fitted)

    def _newton_step(self):
        gradient, before = self.W - self.of_fitted, self._smoothed(self.W, self.fitted)
        step = newton_step(self._problem.X, self._problem.y, self._loss, self._rho, self.fitted, gradient)
        right, slope = self._problem.scores_of(step, self._moves), float(np.vdot(gradient, step))
        on_the_way = self._look(self._wanted(self.fitted), (0.0, 1.0))
        for share in 0.5 ** np.arange(MOST_HALVINGS):
            self._seen = on_the_way
            fitted = self._projected(self.right + share * right, share)
            self._tries += 1
            if self._smoothed(self.W + share * step, fitted) <= before + ARMIJO * share * slope:
                break
        self.fitted, self.of_fitted = fitted, self._problem.vectors_of(fitted)
        self.W += share * step
        self.right += share * right
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
        return max(LOOKED_AT * len(duals.wrong), self._loss.fewest(len(self._problem.y)))

    def _look(self, wanted: int, shares: tuple[float, float]) -> Candidates:
        """So many pairs that can matter between these shares of the moves."""
        return candidates(self._scores, self._moves, shares, wanted, among=self._held.places)

    def _move(self, share: float) -> None:
        """Move the scores by this share of the moves."""
        self._seen = self._seen._replace(scores=self._seen.at(share), moves=np.zeros(len(self._seen.places)))
        if share < 1.0:
            self._moves *= share
        self._scores += self._moves


def first_state(problem: PairProblem, start: PairDuals | None) -> AugmentedState:
    """Class vectors and dual variables to begin with: at the best share of ``start``, where there is one."""
    rho, y = FIRST_WEIGHT * problem.unit, problem.y
    if start is not None and start.total > 0.0:
        vectors = problem.vectors_of(start)
        share, _ = problem.share_and_bound(start, vectors)
        if share > 0.0:
            return AugmentedState(share * vectors, start.scaled(share), rho)
    # At W = 0 all scores are the same and all pairs would count; from the classes' means few do.
    nothing = PairDuals(np.zeros(len(y)), np.zeros(0, np.int64), np.zeros(0))
    of_class = problem.unit / np.bincount(y)
    return AugmentedState(class_sums(problem.X, of_class[y], np.arange(len(y)), y, problem.n_classes), nothing, rho)
