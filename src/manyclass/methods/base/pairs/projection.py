"""The dual variables of all pairs that fit given scores best, with a quadratic term that keeps them small."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from manyclass.methods.base.pairs.loss import PairLoss

# Roots are sought to this accuracy, relative to the length of the interval that they lie in.
ACCURATE = 1e-14


class PairDuals(NamedTuple):
    """Dual variables: ``right`` float64 (n,) are all a; of b those that are not zero, ``wrong`` float64 (nnz,).

    Those stand at rising ``places`` int64 (nnz,) of the scores, i·G + g. ``total`` is the sum of either kind, ``value``
    what their projection has made as large as can be, ``excess`` by how much the scores of wrong pairs are above what
    their dual variables reach their bound at, in all, and ``level`` the score from which on these are not zero.
    """

    right: np.ndarray
    places: np.ndarray
    wrong: np.ndarray
    total: float = 0.0
    value: float = 0.0
    excess: float = 0.0
    level: float = 0.0

    def scaled(self, share: float) -> "PairDuals":
        """This share of them, of which no value, excess or level is known."""
        return PairDuals(share * self.right, self.places, share * self.wrong, share * self.total)


class Levels(NamedTuple):
    """Where pairs begin to count, and the sum that both kinds then have.

    Right pairs do with 1 - v above ``right``, wrong ones with v above ``wrong``.
    """

    right: float
    wrong: float
    total: float


def project(loss: PairLoss, rho: float, right: np.ndarray, places: np.ndarray, others: np.ndarray) -> PairDuals:
    """Dual variables of the largest Σ a (1 - v) + Σ b v - ½ q Σ a² - (Σ a² + Σ b²) / (2 rho).

    Parameters
    ----------
    loss : PairLoss
        What bounds them, and q.
    rho : float
        Weight of the scores against the squares of the dual variables.
    right : ndarray (n,) of float64
        v of each sample and its class.
    places, others : ndarray (m,) of int64, of float64
        Pairs with other classes, i·G + g, rising, and v of each: all of them, or the highest, `PairLoss.fewest` at
        least. Then those left out are rightly at zero if their v is at most ``PairDuals.level``.
    """
    of_right = _Ranked(np.sort(1.0 - right)[::-1], loss.steepness(rho))
    of_wrong = _Ranked(np.sort(others)[::-1], rho)
    levels = (_of_hull if loss.surplus else _of_same_bounds)(loss, of_right, of_wrong)
    a = np.clip(of_right.steepness * (1.0 - right - levels.right), 0.0, loss.most)
    counted = others > levels.wrong
    values, bound = others[counted], loss.bound(levels.total)
    b = np.minimum(rho * (values - levels.wrong), bound)
    value = a @ (1.0 - right) + b @ values - 0.5 * (a @ a) / of_right.steepness - 0.5 * (b @ b) / rho
    excess = of_wrong.excess(levels.wrong, bound)
    return PairDuals(a, places[counted], b, levels.total, float(value), excess, levels.wrong)


class _Ranked:
    """Values x, the largest first, each with a dual variable of ``steepness`` times (x - level), from 0 up to a cap."""

    def __init__(self, values: np.ndarray, steepness: float):
        self.values, self.steepness = values, steepness
        self._negative, self._sums = -values, np.concatenate([[0.0], np.cumsum(values)])

    def above(self, level: float) -> int:
        """How many values are above the level."""
        return int(np.searchsorted(self._negative, -level))

    def total(self, level: float, cap: float) -> float:
        """Sum of the dual variables."""
        capped, counted = self.above(level + cap / self.steepness), self.above(level)
        free = self._sums[counted] - self._sums[capped] - (counted - capped) * level
        return self.steepness * free + (capped * cap if capped else 0.0)

    def excess(self, level: float, cap: float) -> float:
        """By how much values are above what their dual variables reach their cap at, in all."""
        reach = level + cap / self.steepness
        capped = self.above(reach)
        return float(self._sums[capped] - capped * reach) if capped else 0.0

    def level(self, total: float, cap: float) -> float:
        """The level at which the dual variables have this sum, or if that is too large, all reach their cap."""
        low, high = self.values[-1] - cap / self.steepness, self.values[0]
        total = min(total, self.total(low, cap))
        return _root(_Ranked._beyond, low, high, ACCURATE * (high - low), self, cap, total)

    @staticmethod
    def _beyond(level, ranked, cap, total):
        return ranked.total(level, cap) - total


def _root(function, low, high, accuracy, *given) -> float:
    # What is given are arguments: of a closure SciPy makes a cycle, in which its arrays would stay in memory.
    return brentq(function, low, high, args=given, xtol=accuracy)


def _of_same_bounds(loss, of_right, of_wrong):
    """The levels at which both kinds have equal sums, where these do not change their bounds.

    Of too few pairs with wrong classes the level is below all that were looked at.
    """
    least = -of_right.values[0]
    low, high = min(least, of_wrong.values[-1]), max(least, of_wrong.values[0])
    accuracy = ACCURATE * max(high - low, abs(high))
    level = _root(_difference, low, high, accuracy, loss, of_right, of_wrong)
    return Levels(-level, level, of_right.total(-level, loss.most))


def _difference(level, loss, of_right, of_wrong):
    return of_right.total(-level, loss.most) - of_wrong.total(level, loss.most)


def _of_hull(loss, of_right, of_wrong):
    """The levels and the sum at which a larger sum would gain no more."""
    largest = loss.most * len(of_right.values)
    low, high = ACCURATE * largest, (1.0 - ACCURATE) * largest
    if _wanting(low, loss, of_right, of_wrong) <= 0.0:
        total = low
    elif _wanting(high, loss, of_right, of_wrong) >= 0.0:
        total = high
    else:
        total = _root(_wanting, low, high, ACCURATE * largest, loss, of_right, of_wrong)
    return Levels(of_right.level(total, loss.most), of_wrong.level(total, loss.bound(total)), total)


def _wanting(total, loss, of_right, of_wrong):
    """By how much right pairs would have a larger sum than this.

    What they gain by a larger sum falls with it, and so does what the wrong ones gain, a higher bound among it, which
    falls at once where m is whole.
    """
    bound = loss.bound(total)
    level = of_wrong.level(total, bound)
    gain = loss.slope(total) * of_wrong.excess(level, bound)
    return of_right.total(-level - gain, loss.most) - total
