"""Limited-memory BFGS, iteration by iteration, on float32 arrays (Nocedal & Wright 2006, algorithms 7.4 and 7.5).

SciPy's works in float64 and returns at the end; this one takes half the memory, stops wherever its caller does, and
starts from whatever inverse of the Hessian is known.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

# Pairs of differences that are kept, as many as in SciPy.
MEMORY = 10
# Share of the fall that the slope promises (Armijo's condition), and the most halvings until it is met.
SUFFICIENT, HALVINGS = 1e-4, 20
# Where all that f can still fall is lost in its rounding, so much of itself, the slopes decide (Hager & Zhang 2005,
# equation 4.1).
ROUNDING = float(np.finfo(np.float32).eps)


class LBFGSState(NamedTuple):
    """Where an iteration starts: the attributes of `LBFGS`, and what is kept of those before.

    ``s`` and ``y`` are `MEMORY` arrays like W, without rows where there are none yet, and ``products`` float64 (t,) are
    those of the first t of them.
    """

    W: np.ndarray
    value: float
    gradient: np.ndarray
    s: tuple[np.ndarray, ...]
    y: tuple[np.ndarray, ...]
    products: np.ndarray


class LBFGS:
    """min f(W) for a convex f with a continuous gradient.

    Parameters
    ----------
    objective : callable
        Gives f(W), in float64, and the gradient, an array like W that is the caller's to keep.
    start : ndarray of float32
        The first W.
    precondition : callable
        A first guess of the inverse Hessian times an array like W; a multiple of it will do.

    Attributes
    ----------
    W : ndarray of float32
        The last iterate; a new array every time.
    value : float
        f(W).
    gradient : ndarray of float32
        That of f at W.
    precondition : callable
        As given; a better one may take its place between two steps.
    """

    def __init__(self, objective: Callable, start: np.ndarray, precondition: Callable):
        self._objective, self.precondition = objective, precondition
        self.W = start
        self.value, self.gradient = objective(start)
        self._pairs = deque(maxlen=MEMORY)

    def state(self) -> LBFGSState:
        """What the next iteration starts from."""
        missing = (self.W[:0],) * (MEMORY - len(self._pairs))
        s, y = (tuple(pair[which] for pair in self._pairs) + missing for which in range(2))
        products = np.array([product for _, _, product in self._pairs], np.float64)
        return LBFGSState(self.W, self.value, self.gradient, s, y, products)

    def go_on(self, state: LBFGSState) -> None:
        """Start the next iteration from there."""
        self.W, self.value, self.gradient, s, y, products = state
        self._pairs.clear()
        self._pairs.extend(zip(s, y, products.tolist()))

    def step(self) -> bool:
        """Make one iteration; False where rounding leaves no step that lowers f."""
        if self._search():
            return True
        self._pairs.clear()  # what float32 has left of the last differences may be wrong
        return self._search()

    def _search(self) -> bool:
        """Go along the direction until f falls enough: the whole way, or half as far as often as it takes."""
        direction = self._direction()
        slope = inner(direction, self.gradient)
        for halvings in range(HALVINGS if slope < 0 else 0):
            size = 0.5**halvings
            W = self.W + np.float32(size) * direction
            value, gradient = self._objective(W)
            if self._falls(size * slope, value, size * inner(direction, gradient)):
                self._remember(W - self.W, gradient - self.gradient)
                self.W, self.value, self.gradient = W, value, gradient
                return True
        return False

    def _falls(self, slope: float, value: float, slope_there: float) -> bool:
        """Whether a step falls enough, of which the slopes at its beginning and end are per its length."""
        by_slopes = slope_there <= (2 * SUFFICIENT - 1) * slope
        at_most = self.value + ROUNDING * abs(self.value)
        return value <= self.value + SUFFICIENT * slope or (by_slopes and value <= at_most)

    def _remember(self, s: np.ndarray, y: np.ndarray) -> None:
        """Keep a step and the change of the gradient; of a convex f their product is positive, but for rounding."""
        product = inner(s, y)
        if product > 0:
            self._pairs.append((s, y, product))

    def _direction(self) -> np.ndarray:
        """Minus the approximate inverse Hessian times the gradient."""
        z, steps = -self.gradient, []
        for s, y, product in reversed(self._pairs):
            steps.append(inner(s, z) / product)
            z -= np.float32(steps[-1]) * y
        z = self.precondition(z)
        if self._pairs:
            _, y, product = self._pairs[-1]
            squared = inner(y, self.precondition(y))
            z = z * np.float32(product / squared if squared > 0 else 1.0)
        for (s, y, product), a in zip(self._pairs, reversed(steps)):
            z += np.float32(a - inner(y, z) / product) * s
        return z


def inner(a: np.ndarray, b: np.ndarray) -> float:
    """The sum of the products of two arrays of one shape."""
    return float(np.vdot(a, b))
