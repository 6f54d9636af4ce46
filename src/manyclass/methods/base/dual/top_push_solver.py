"""TopPush, and the bound that its dual variables give."""

import numpy as np

from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_solver import PairSolver


class TopPushSolver(PairSolver):
    """min ½‖W‖² + C Σ_i (1 + m - s_i)₊², m the highest score of all wrong pairs, whose dual is

        max Σ a - Σ a²/(4C) - ½‖W‖² with a ≥ 0, b ≥ 0 and Σ a = Σ b

    (Li, Jin & Zhou 2014), with (X, y, n_classes, C, start) as in `PairSolver`.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, start=None):
        super().__init__(X, y, n_classes, C, PairLoss(np.inf, curve=0.5 / C), size=1, start=start)

    def _primal_loss(self, own, others):
        short = np.maximum(0.0, 1.0 + others[0] - own)
        return float(short @ short)

    def _best_share(self, duals, square):
        return duals.total / square
