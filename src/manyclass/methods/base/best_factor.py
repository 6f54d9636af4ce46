"""By what class vectors are multiplied so that an objective is the least.

Of a large C the optimum is nearly that of hard margins, of which W, on its way, falls short by a share that shrinks,
and pays for with C; a multiple of W that is a little longer does not.
"""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize_scalar

from manyclass.kernels.topk.losses import Alpha, Beta

# At a time W becomes no more than so much longer or shorter.
LEAST, MOST = 0.5, 2.0
PRECISION = 1e-9


def best_factor(objective: Callable[[float], float]) -> tuple[float, float]:
    """The s between ½ and 2 with the least objective, and that.

    Parameters
    ----------
    objective : callable
        Convex: that of s W.
    """
    found = minimize_scalar(objective, bounds=(LEAST, MOST), method="bounded", options={"xatol": PRECISION})
    as_it_is = objective(1.0)
    return (float(found.x), float(found.fun)) if found.fun < as_it_is else (1.0, float(as_it_is))


def top_k_objective(loss: Alpha | Beta, square: float, largest: np.ndarray) -> Callable[[float], float]:
    """½ s² ‖W‖² and the losses of s W, without smoothing, as a function of s.

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
    return lambda s: 0.5 * s * s * square + weight * float(np.maximum(0.0, 1.0 + s * differences).sum())
