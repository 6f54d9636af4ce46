"""TopPush in its dual, and the bound that its dual variables give."""

import numpy as np

from manyclass.methods.base.dual.pair_ascent import WIDER, PairAscent

# Pairs of the highest scores that are looked at, at least, as a share of the samples.
LEAST = 0.1


class TopPushAscent(PairAscent):
    """min ½‖W‖² + C Σ_i (1 + m - s_i)₊², m the highest score of all wrong pairs, in its dual

        max Σ a - Σ a²/(4C) - ½‖W‖² with a ≥ 0, b ≥ 0 and Σ a = Σ b,

    (Li, Jin & Zhou 2014), with (X, y, n_classes, C, seed) as in `PairAscent`.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, seed):
        super().__init__(X, y, n_classes, C, seed, size=1, bound=np.inf, curve=0.5 / C)

    def _loss(self, own, others):
        short = np.maximum(0.0, 1.0 + others[0] - own)
        return float(short @ short)

    def _wanted(self):
        return int(max(LEAST * len(self._duals.right), WIDER * np.count_nonzero(self._duals.wrong)))

    def _best_scaled(self, total, square, of_right, of_wrong):
        a = self._duals.right
        return 0.5 * total * total / (square + self._problem.curve * float(a @ a) * of_right**2)
