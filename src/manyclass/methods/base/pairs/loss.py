"""What TopPush and Recall@k charge for the scores of all pairs of a sample and a class, as their duals state it.

With a_i ≥ 0 for the pair of sample i and its class, and b_ig ≥ 0 for those with other classes, both losses are

    max Σ a_i (1 - s_i) + Σ b_ig s_ig - ½ q Σ a_i² with Σ a = Σ b = T, a_i ≤ C and b_ig ≤ C h(T/C),

where h(m) = m / ((k - 1) n + m) at whole m, and is linear between them: of the largest sum over sets of pairs, that is
the convex hull. For k = 1 it is one. TopPush has no bounds, and q = 1/(2C) as its losses are squared.
"""

from typing import NamedTuple

import numpy as np


class PairLoss(NamedTuple):
    """``most`` is the bound of a_i, infinite where there is none; ``surplus`` is (k - 1) n; ``curve`` is q."""

    most: float
    surplus: float = 0.0
    curve: float = 0.0

    def steepness(self, rho: float) -> float:
        """By how much a_i changes with its score where a score counts ``rho``-fold against the squares of all."""
        return 1.0 / (1.0 / rho + self.curve)

    def fewest(self, n_samples: int) -> int:
        """So many wrong pairs can have every sum that the right ones can."""
        return int(self.surplus) + n_samples

    def bound(self, total: float) -> float:
        """Bound of b_ig where the dual variables of either kind have the sum ``total``."""
        if self.surplus == 0.0:
            return self.most
        whole = np.floor(total / self.most)
        part = total / self.most - whole
        return self.most * ((1.0 - part) * self._share(whole) + part * self._share(whole + 1.0))

    def slope(self, total: float) -> float:
        """By how much the bound rises with ``total``, above it."""
        if self.surplus == 0.0:
            return 0.0
        whole = np.floor(total / self.most)
        return self._share(whole + 1.0) - self._share(whole)

    def bend(self, total: float) -> float:
        """By how much the slope rises with ``total``, in the mean over its steps: the second derivative of h at m."""
        if self.surplus == 0.0:
            return 0.0
        return -2.0 * self.surplus / (self.surplus + total / self.most) ** 3 / self.most

    def _share(self, m: float) -> float:
        return m / (self.surplus + m)
