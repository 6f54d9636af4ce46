"""Recall@k, and the bound that its dual variables give."""

import numpy as np
from scipy.optimize import brentq

from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_solver import PairSolver
from manyclass.methods.base.dual.recall_loss import recall_loss

# Roots are found a little inside.
FEASIBLE = 1e-9


class RecallSolver(PairSolver):
    """min ½‖W‖² + C `recall_loss`, with (X, y, n_classes, C) as in `PairSolver` and k at most G - 1."""

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, k: int):
        super().__init__(X, y, n_classes, C, PairLoss(C, surplus=float((k - 1) * len(y))), size=k * len(y))

    def _primal_loss(self, own, others):
        return recall_loss(own, others)

    def _best_scaled(self, duals, square):
        share = self._share(duals, square)
        return share * duals.total - 0.5 * share * share * square

    def _share(self, duals, square: float) -> float:
        """The best share of dual variables with this ‖W‖²; where it puts one beyond its bound, another.

        Then it is the largest that does not, since the bound falls slower than they do; 0 if there is none.
        """
        total, largest = duals.total, duals.wrong.max()
        best = min(total / square if square > total else 1.0, self._C / duals.right.max())

        def beyond(share):
            return share * largest - self._loss.bound(share * total)

        if beyond(best) <= 0.0:
            return best
        below_one = min(best, self._C / total)  # up to there, where m = 1, the bound is proportional to m
        return 0.0 if beyond(below_one) > 0.0 else (1.0 - FEASIBLE) * brentq(beyond, below_one, best)
