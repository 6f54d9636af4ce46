"""TopPush, and the bound that its dual variables give."""

import numpy as np

from manyclass.methods.base.pairs.loss import PairLoss
from manyclass.methods.base.pairs.problem import PairProblem


class TopPushProblem(PairProblem):
    """min ½‖W‖² + C Σ_i (1 + m - s_i)₊², m the highest score of all wrong pairs, whose dual is

        max Σ a - Σ a²/(4C) - ½‖W‖² with a ≥ 0, b ≥ 0 and Σ a = Σ b

    (Li, Jin & Zhou 2014), with (X, y, n_classes, C) as in `PairProblem`.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float):
        super().__init__(X, y, n_classes, C, PairLoss(np.inf, curve=0.5 / C), size=1)

    def primal_loss(self, own, others):
        """See `PairProblem.primal_loss`."""
        short = np.maximum(0.0, 1.0 + others[0] - own)
        return float(short @ short)

    def best_share(self, duals, square):
        """See `PairProblem.best_share`."""
        return duals.total / square
