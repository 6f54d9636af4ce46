"""An interior point for losses of pairs whose bounds are fixed: what ends where an augmented Lagrangian is slow.

With a large C the margin is small against the scores, and which pairs count hangs on the last digits of W, which an
augmented Lagrangian finds by ever so many small steps. Mehrotra's predictor and corrector take some tens, whatever C
is, each on systems as Newton's, `manyclass.methods.base.pairs.newton`. They begin where the other has come to, with
the few pairs that count there and those near them; no other may pass the level from which pairs count unseen, and what
comes near it is one of them from there on.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import bisect

from manyclass.kernels.pairs.exceeding import exceeding
from manyclass.methods.base.pairs.boxed import Boxed, central
from manyclass.methods.base.pairs.candidates import candidates
from manyclass.methods.base.pairs.newton import SAMPLES_AT_A_TIME, solutions
from manyclass.methods.base.pairs.problem import PairProblem
from manyclass.methods.base.pairs.projection import PairDuals

# Pairs to begin with, so many times those that count, or n; and those from there on whose scores are as near to the
# level, so many times the distance of the n-th: with fewer, others that come to the level keep steps short.
AT_FIRST, NEAR = 4, 2.0
# The products are as large in all as what both objectives differ by, but so many times the dual one at least and at
# most: with less steps are short, with more pairs count that do not at the end.
FIRST_PRODUCTS = 1.0, 100.0
# Losses are begun with as if this share of what they charge for were quadratic: else dual variables begin at a bound.
SOFT = 0.1
# Of the way to the first bound steps go this share: to look ahead, and in earnest; and the shortest of all.
LOOKING, GOING, SHORTEST = 0.99, 0.95, 1e-9
# Where the products are this share of the sum of dual variables nothing is left but rounding.
ARRIVED = 1e-12
# What is less than this share of the largest dual variable of wrong pairs is left out. Where margins are small W is
# what sums a thousand times as long leave, so that a little more would be felt.
NEGLIGIBLE = 1e-12


@dataclass
class InteriorState:
    """What training goes on from.

    Parameters
    ----------
    W : ndarray (G, d) of float64
        The class vectors; none, and no pairs, before the first step.
    places : ndarray (m,) of int64
        The wrong pairs, rising.
    right, wrong : Boxed
        Dual variables of all right pairs, and of these wrong ones.
    level : float
        The score from which wrong pairs count.
    """

    W: np.ndarray
    places: np.ndarray
    right: Boxed
    wrong: Boxed
    level: float = 0.0

    @classmethod
    def none(cls, n_features: int, most: float) -> "InteriorState":
        """Before the first step."""
        nothing = Boxed(*np.zeros((4, 0)), most)
        return cls(np.zeros((0, n_features)), np.zeros(0, np.int64), nothing, nothing)


class InteriorPoint:
    """Steps on a problem from a state, with what certifies them.

    Parameters
    ----------
    problem : PairProblem
        Its bounds may not follow the sum of the dual variables.
    state : InteriorState
    scores, moves : ndarray (n, G) of float64
        To work in.

    Attributes
    ----------
    W : ndarray (G, d) of float64
    right : ndarray (n,) of float64
        Scores of the samples' own classes.
    fitted : PairDuals
        The dual variables, of either kind with the same sum.
    of_fitted : ndarray (G, d) of float64
        The class vectors that these give.
    """

    def __init__(self, problem: PairProblem, state: InteriorState, scores: np.ndarray, moves: np.ndarray):
        self._problem, self.state, self._scores, self._moves = problem, state, scores, moves
        self._look()

    @property
    def W(self) -> np.ndarray:
        """The class vectors (G, d), float64."""
        return self.state.W

    @property
    def _products(self) -> float:
        return self.state.right.products + self.state.wrong.products

    def step(self) -> bool:
        """Look ahead by a step that aims at products of zero, then go where these are as small as that one promised.

        Returns
        -------
        bool
            Whether there was a way to go; otherwise nothing has changed.
        """
        if self._products <= ARRIVED * self.state.right.values.sum():
            return False
        try:
            move, share, target = self._way()
        except np.linalg.LinAlgError:
            return False
        if not (np.isfinite(move.W).all() and share > SHORTEST):
            return False
        state = self.state
        right, wrong = state.right.after(share, move.right), state.wrong.after(share, move.wrong)
        level = state.level + share * move.level
        self.state = InteriorState(state.W + share * move.W, state.places, right, wrong, level)
        self._look()
        self._add_near(target)
        return True

    @property
    def fitted(self) -> PairDuals:
        """The dual variables, of either kind with the same sum."""
        right, wrong = self.state.right.values, self.state.wrong.values
        kept = wrong > NEGLIGIBLE * wrong.max()
        total = float(right.sum())
        return PairDuals(right, self.state.places[kept], wrong[kept] * (total / wrong[kept].sum()), total)

    @property
    def of_fitted(self) -> np.ndarray:
        """The class vectors that these give, float64 (G, d)."""
        return self._problem.vectors_of(self.fitted)

    def highest(self, size: int) -> np.ndarray:
        """So many of the highest scores of wrong pairs, the highest first."""
        floor = np.partition(self._near, -size)[-size] if size <= len(self._near) else -np.inf
        return np.sort(self._scores.ravel()[self._above(np.nextafter(floor, -np.inf))])[: -size - 1 : -1]

    def _way(self) -> tuple[InteriorState, float, float]:
        """The change of the state that a step goes a share of, that share, and the products that it aims at."""
        state, curve = self.state, self._problem.loss.curve
        gains = 1.0 - self.right - curve * state.right.values + state.level, self._near - state.level
        number = state.right.n_products + state.wrong.n_products
        mean = self._products / number
        system = _System(self._problem, state)
        ahead = self._direction(system, gains, 0.0, (None, None))
        share = min(1.0, LOOKING * self._longest(ahead))
        there = state.right.after(share, ahead.right).products + state.wrong.after(share, ahead.wrong).products
        target = mean * max(min(1.0, there / (number * mean)) ** 3, (1.0 - share) ** 3)
        move = self._direction(system, gains, target, (ahead.right, ahead.wrong))
        return move, min(1.0, GOING * min(self._longest(move), self._first_of_others(move))), target

    def _look(self) -> None:
        self.right = self._problem.scores_of(self.state.W, self._scores, own=-np.inf)
        self._near = self._scores.ravel()[self.state.places]

    def _direction(self, system, gains, target, moves) -> InteriorState:
        """A state that is the change of this one."""
        right, wrong = self.state.right, self.state.wrong
        missing = right.missing(gains[0], target, moves[0]), wrong.missing(gains[1], target, moves[1])
        W, level = system.solve(*missing)
        own = self._problem.scores_of(W, self._moves)
        of_right = system.weights[0] * (missing[0] - own + level)
        of_wrong = system.weights[1] * (missing[1] + self._moves.ravel()[self.state.places] - level)
        changes = right.moved(of_right, target, moves[0]), wrong.moved(of_wrong, target, moves[1])
        return InteriorState(W, self.state.places, *changes, level)

    def _longest(self, move) -> float:
        return min(self.state.right.longest(move.right), self.state.wrong.longest(move.wrong))

    def _first_of_others(self, move) -> float:
        """The share of a move, whose scores are at hand, at which the first of all other pairs reaches the level."""
        shares, (n, n_classes) = [np.inf], self._scores.shape
        for first in range(0, n, SAMPLES_AT_A_TIME):
            some = slice(first, first + SAMPLES_AT_A_TIME)
            nearing = self._moves[some] - move.level
            from_to = np.searchsorted(self.state.places, n_classes * np.array([first, first + SAMPLES_AT_A_TIME]))
            nearing.ravel()[self.state.places[slice(*from_to)] - first * n_classes] = 0.0
            up = nearing > 0.0
            shares.append(np.min((self.state.level - self._scores[some][up]) / nearing[up], initial=np.inf))
        return float(min(shares))

    def _above(self, level: float) -> np.ndarray:
        """Places of wrong pairs with higher scores."""
        return exceeding(self._scores, self._moves, 0.0, 0.0, level)

    def _add_near(self, target: float) -> None:
        """Let pairs whose score has come near the level be among those that are looked at."""
        state, wrong = self.state, self.state.wrong
        distances, n = state.level - self._near, len(self.right)
        nth = min(int((distances < 0.0).sum()) + n, len(distances) - 1)
        near = NEAR * max(0.0, np.partition(distances, nth)[nth])
        new = np.setdiff1d(self._above(state.level - near), state.places, assume_unique=True)
        if len(new):
            places = np.concatenate([state.places, new])
            order = np.argsort(places)
            more = Boxed.centred(self._scores.ravel()[new] - state.level, 0.0, wrong.most, target)
            self.state = InteriorState(state.W, places[order], state.right, wrong.joined(more, order), state.level)
            self._near = self._scores.ravel()[places[order]]


class _System:
    """The equations of a step, which differ in what their right sides lack only."""

    def __init__(self, problem: PairProblem, state: InteriorState):
        self._problem, self._state, self._of_sums = problem, state, None
        self.weights = state.right.weights(problem.loss.curve), state.wrong.weights(0.0)
        self._pairs = *problem.pairs(state.places), np.concatenate(self.weights)
        self._sums = problem.class_vectors(self.weights[0], state.places, -self.weights[1])
        self._amiss = problem.class_vectors(state.right.values, state.places, state.wrong.values) - state.W

    def solve(self, right: np.ndarray, wrong: np.ndarray) -> tuple[np.ndarray, float]:
        """The changes of the class vectors and of the level, of what right and wrong pairs lack."""
        state, (of_right, of_wrong) = self._state, self.weights
        side = self._amiss + self._problem.class_vectors(of_right * right, state.places, of_wrong * wrong)
        solved = self._solved(side)
        surplus = state.wrong.values.sum() - state.right.values.sum()
        known = surplus - of_right @ right + of_wrong @ wrong + np.vdot(self._sums, solved)
        level = known / (of_right.sum() + of_wrong.sum() - np.vdot(self._sums, self._of_sums))
        return solved + level * self._of_sums, float(level)

    def _solved(self, side):
        sides = [side] if self._of_sums is not None else [side, self._sums]
        found = solutions(self._problem.X, *self._pairs, np.stack(sides, axis=2))
        if self._of_sums is None:
            self._of_sums = found[:, :, 1]
        return found[:, :, 0]


def begun(problem: PairProblem, W, duals: PairDuals, objectives, scores, moves) -> InteriorState:
    """Where to begin: at these class vectors, with dual variables that scores and products agree on.

    Parameters
    ----------
    problem : PairProblem
    W : ndarray (G, d) of float64
    duals : PairDuals
        About where they are; which wrong pairs count, above all.
    objectives : tuple of float
        The primal and the dual one so far.
    scores, moves : ndarray (n, G) of float64
        To work in.
    """
    loss, (primal, dual) = problem.loss, objectives
    own = problem.scores_of(W, scores, own=-np.inf)
    wanted = AT_FIRST * max(len(duals.places), len(own))
    places, near, _, _ = candidates(scores, moves, (0.0, 0.0), wanted, among=duals.places)
    inside = near > -np.inf
    places, near = places[inside], near[inside]
    products = np.clip(primal - dual, *(times * dual for times in FIRST_PRODUCTS))
    target = float(products) / (len(own) + len(places))
    curve = max(loss.curve, SOFT * np.maximum(0.0, 1.0 + near.max() - own).sum() / duals.total)
    level = _level(own, near, curve, loss.most, target)
    right = Boxed.centred(1.0 - own + level, curve, loss.most, target)
    return InteriorState(W, places, right, Boxed.centred(near - level, 0.0, loss.most, target), level)


def _level(own, near, curve, most, target) -> float:
    """The level at which dual variables of both kinds have the same sum."""
    low, high, width = near.min(), near.max(), max(near.max() - near.min(), 1.0)
    given = (own, near, curve, most, target)
    while _surplus(low, *given) > 0.0:
        low, width = low - width, 2.0 * width
    while _surplus(high, *given) < 0.0:
        high, width = high + width, 2.0 * width
    level = bisect(_surplus, low, high, args=given, xtol=1e-15 * max(abs(low), abs(high)), rtol=1e-15, maxiter=200)
    # Without a bound none may stand at the level, where rounding can put it if scores are as large as can be.
    return max(level, np.nextafter(near.max(), np.inf)) if np.isinf(most) else level


def _surplus(level, own, near, curve, most, target) -> float:
    """Of the right pairs' sum over that of the wrong ones."""
    right = central(1.0 - own + level, curve, most, target).sum()
    return right - central(near - level, 0.0, most, target).sum()
