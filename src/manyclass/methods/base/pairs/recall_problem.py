"""Recall@k, and the bound that its dual variables give."""

import numpy as np
from scipy.optimize import brentq

from manyclass.methods.base.pairs.loss import PairLoss
from manyclass.methods.base.pairs.problem import PairProblem
from manyclass.methods.base.pairs.recall_loss import recall_loss

# Roots are found a little inside.
FEASIBLE = 1e-9


class RecallProblem(PairProblem):
    """min ½‖W‖² + C `recall_loss`, with (X, y, n_classes, C) as in `PairProblem` and k at most G - 1."""

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, k: int):
        loss = PairLoss(C, surplus=float((k - 1) * len(y)))
        super().__init__(X, y, n_classes, C, loss, size=k * len(y))

    def primal_loss(self, own, others):
        """See `PairProblem.primal_loss`."""
        return recall_loss(own, others)

    def best_share(self, duals, square):
        """Where it puts a dual variable beyond its bound, the largest share that does not.

        The bound falls slower than they do; 0 if there is none.
        """
        total, largest = duals.total, duals.wrong.max()
        best = min(total / square if square > total else 1.0, self.C / duals.right.max())

        given = (largest, total, self.loss)
        if _beyond(best, *given) <= 0.0:
            return best
        below_one = min(best, self.C / total)  # up to there, where m = 1, the bound is proportional to m
        return 0.0 if _beyond(below_one, *given) > 0.0 else (1.0 - FEASIBLE) * brentq(_beyond, below_one, best, given)


def _beyond(share, largest, total, loss):
    """By how much this share of the largest dual variable is beyond its bound."""
    return share * largest - loss.bound(share * total)
