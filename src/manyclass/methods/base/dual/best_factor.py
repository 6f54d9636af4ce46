"""By what class vectors are multiplied so that the objective of a top-k SVM is the least."""

import numpy as np
from scipy.optimize import bisect

from manyclass.kernels.topk.losses import Alpha, Beta

# At a time W becomes no more than so much longer or shorter.
LEAST, MOST = 0.5, 2.0
PRECISION = 1e-10


def best_factor(loss: Alpha | Beta, square: float, largest: np.ndarray) -> float:
    """The s between ½ and 2 with the least ½ s² ‖W‖² + the losses of s W, without smoothing.

    Parameters
    ----------
    loss : Alpha or Beta
    square : float
        ‖W‖².
    largest : ndarray (n, k) of float64
        Of each sample the k largest h_j = 1 + s_j - s_y of W.
    """
    differences = largest - 1.0
    if isinstance(loss, Alpha):
        differences = differences.mean(axis=1, keepdims=True)
    weight = loss.C / differences.shape[1]

    def slope(factor: float) -> float:
        return factor * square + weight * differences[1.0 + factor * differences > 0.0].sum()

    if slope(LEAST) >= 0.0:
        return LEAST
    return MOST if slope(MOST) <= 0.0 else bisect(slope, LEAST, MOST, xtol=PRECISION)
