"""Dual coordinate ascent on a Gram matrix: the same updates, of scores in the place of class vectors."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.topk.gram import Gram
from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.objective import losses_between
from manyclass.methods.base.topk.dual_ascent import DualAscent
from manyclass.methods.base.topk.dual_variables import dual_matrix


class KernelAscent(DualAscent):
    """Training of the kernelised top-k SVM (Lapin, Hein & Schiele 2015, section 3).

    Parameters
    ----------
    K : float32 array (n, n)
        The Gram matrix of the samples.
    y, n_classes, loss, seed, n_jobs, accelerated
        As of `DualAscent`.
    """

    _rows_of = staticmethod(Gram)

    def __init__(
        self, K: np.ndarray, y: np.ndarray, n_classes: int, loss: Alpha | Beta, seed, n_jobs=None, accelerated=False
    ):
        super().__init__(K, y, n_classes, loss, seed, 1, n_jobs, accelerated)
        self._best = self.coef

    @property
    def coef(self) -> sp.csr_array:
        """The dual variables A: float64 (n, G)."""
        return dual_matrix(self.state.duals, self._problem.y, len(self.state.V))

    @property
    def best(self) -> sp.csr_array:
        """Those that the last certificate speaks of: float64 (n, G)."""
        return self._best

    def length(self, best: bool) -> float:
        """‖W‖ of ``best``, or of ``coef``: the root of ⟨A, KA⟩."""
        A, S = (self.best, self.state.best) if best else (self.coef, self._W if self._kappa else self.state.V)
        return float(np.sqrt(max(0.0, A.multiply(S.T).sum())))

    def _certify_primal(self) -> tuple[float, float]:
        """As of `DualAscent`, of the scores Aᵀ K in float64."""
        state, S = self.state, self.state.share * self._W
        square = state.share**2 * self._squared_length()
        primal = 0.5 * square + self._sum_of_samples(losses_between, S)
        if primal < state.primal:
            state.primal, self._best = primal, state.share * self.coef
            state.best[:] = S
        return state.primal, square

    def _squared_length(self) -> float:
        """⟨A, KA⟩."""
        return float(self.coef.multiply(self._W.T).sum())
