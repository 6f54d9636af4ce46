"""Dual variables between bounds, each with the multipliers that hold it inside, as interior points have them."""

from dataclasses import dataclass

import numpy as np

# Halvings of the interval that a variable with a quadratic term lies in.
HALVINGS = 60


@dataclass
class Boxed:
    """Variables in (0, most), and the multipliers of both bounds, all above zero; those of an infinite one are zero.

    A variable gains ``gain`` less ``curve`` times itself, of which ``below`` - ``above`` is to be the negative; the
    products of the multipliers and what is left to the bounds are to be a target that goes to zero.

    Parameters
    ----------
    values, room : ndarray (m,) of float64
        The variables, and what they lack of their upper bound: no difference, which rounding would make zero.
    below, above : ndarray (m,) of float64
        The multipliers of 0 and of ``most``.
    most : float
    """

    values: np.ndarray
    room: np.ndarray
    below: np.ndarray
    above: np.ndarray
    most: float

    @classmethod
    def centred(cls, gain: np.ndarray, curve: float, most: float, target: float) -> "Boxed":
        """The variables at which gain, multipliers and target agree."""
        values = central(gain, curve, most, target)
        room = most - values if np.isinf(most) else central(curve * most - gain, curve, most, target)
        return cls(values, room, target / values, target / room, most)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """Variables, room, and both multipliers."""
        return self.values, self.room, self.below, self.above

    @property
    def products(self) -> float:
        """Sum of all products: by so much both objectives differ where nothing else is amiss."""
        upper = float(self.room @ self.above) if np.isfinite(self.most) else 0.0
        return float(self.values @ self.below) + upper

    @property
    def n_products(self) -> int:
        """How many there are."""
        return len(self.values) * (1 + np.isfinite(self.most))

    def weights(self, curve: float) -> np.ndarray:
        """By how much the variables move with their gains."""
        return 1.0 / (curve + self.below / self.values + self.above / self.room)

    def missing(self, gain: np.ndarray, target: float, move: "Boxed | None") -> np.ndarray:
        """What gain, multipliers and target lack, with what the products of this move add to second order."""
        low, high = self._targets(target, move)
        return gain + low / self.values - high / self.room

    def moved(self, change: np.ndarray, target: float, move: "Boxed | None") -> "Boxed":
        """How multipliers move with this change of the variables, and the change itself."""
        low, high = self._targets(target, move)
        below = (low - self.below * change) / self.values - self.below
        above = (high + self.above * change) / self.room - self.above
        return Boxed(change, -change, below, above, self.most)

    def longest(self, move: "Boxed") -> float:
        """The share of a move at which the first of all reaches its bound."""
        pairs = [(self.values, move.values), (self.below, move.below)]
        if np.isfinite(self.most):
            pairs += [(self.above, move.above), (self.room, move.room)]
        return min(_longest(*pair) for pair in pairs)

    def after(self, share: float, move: "Boxed") -> "Boxed":
        """All, after this share of the move."""
        return Boxed(*(part + share * change for part, change in zip(self.arrays, move.arrays)), self.most)

    def joined(self, more: "Boxed", order: np.ndarray) -> "Boxed":
        """These and more, in this order."""
        return Boxed(*(np.concatenate(parts)[order] for parts in zip(self.arrays, more.arrays)), self.most)

    def _targets(self, target, move):
        low, high = (0.0, 0.0) if move is None else (move.values * move.below, move.room * move.above)
        return target - low, target - high if np.isfinite(self.most) else 0.0


def central(gain: np.ndarray, curve: float, most: float, target: float) -> np.ndarray:
    """v with curve·v - target/v + target/(most - v) = gain; infinite where there is none."""
    if curve == 0.0:
        return _without_curve(gain, most, target)
    size = np.abs(gain) + np.sqrt(gain * gain + 4.0 * curve * target)
    alone = np.where(gain > 0.0, size / (2.0 * curve), 2.0 * target / size)  # without the upper bound
    if np.isinf(most):
        return alone
    low, high = np.zeros_like(gain), np.minimum(alone, most)
    with np.errstate(divide="ignore"):  # at a bound, which is on the right side
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            little = curve * middle - target / middle + target / (most - middle) < gain
            low, high = np.where(little, middle, low), np.where(little, high, middle)
    return 0.5 * (low + high)


def _without_curve(gain, most, target):
    if np.isinf(most):
        return np.where(gain < 0.0, -target / np.where(gain < 0.0, gain, -1.0), np.inf)
    size = np.abs(gain) * most + np.hypot(2.0 * target, gain * most)
    return most * np.where(gain > 0.0, 1.0 / (1.0 + 2.0 * target / size), 2.0 * target / (2.0 * target + size))


def _longest(values, changes):
    falling = changes < 0.0
    return float(np.min(-values[falling] / changes[falling], initial=np.inf))
