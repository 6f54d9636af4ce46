"""Recall@k in its dual, and the bound that its dual variables give."""

import numpy as np
from scipy.optimize import brentq

from manyclass.kernels.topk.ranked_pairs import bound_share
from manyclass.methods.base.dual.pair_ascent import WIDER, PairAscent
from manyclass.methods.base.dual.recall_loss import recall_loss

# Right pairs that may count, of which there are no less than this share of the samples.
LEAST_RIGHT = 0.1
# Roots are found a little inside.
FEASIBLE = 1e-9


class RecallAscent(PairAscent):
    """min ½‖W‖² + C `recall_loss`, with (X, y, n_classes, C, seed) as in `PairAscent` and k at most G - 1.

    The pairs that can matter are some k·n.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, seed, k: int):
        n = len(y)
        super().__init__(X, y, n_classes, C, seed, size=k * n, bound=C, surplus=float((k - 1) * n))

    def _loss(self, own, others):
        return recall_loss(own, others)

    def _wanted(self):
        right = max(self._duals.right.sum() / self._C, LEAST_RIGHT * len(self._duals.right))
        return int(WIDER * (self._problem.surplus + right))

    def _best_scaled(self, total, square, of_right, of_wrong):
        share = self._share(total, square, of_wrong * self._duals.wrong.max())
        return share * total - 0.5 * share * share * square

    def _share(self, total: float, square: float, largest_wrong: float) -> float:
        """The best share of dual variables with this sum and ‖W‖²; where it puts one beyond its bound, another.

        Then it is the largest that does not, since the bound falls slower than they do; 0 if there is none.
        """
        best = 1.0 if square <= total else total / square

        def beyond(share):
            return share * largest_wrong - self._C * bound_share(self._problem.surplus, share * total / self._C)

        if beyond(best) <= 0.0:
            return best
        below_one = min(best, self._C / total)  # up to there, where m = 1, the bound is proportional to m
        return 0.0 if beyond(below_one) > 0.0 else (1.0 - FEASIBLE) * brentq(beyond, below_one, best)
