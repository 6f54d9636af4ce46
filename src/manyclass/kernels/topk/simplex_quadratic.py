"""A small quadratic programme over the simplex: what cutting planes leave to solve."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel


@kernel
def minimise(K, b, alpha, tol, max_moves):
    """min ½ αᵀKα - bᵀα with α ≥ 0 and the sum of α kept: sequential minimal optimisation.

    The pair that violates the conditions of optimality most is moved along, exactly, until no pair violates them
    by more than ``tol``.

    Parameters
    ----------
    K : float64 (t, t)
        Positive semidefinite.
    b : float64 (t,)
    alpha : float64 (t,)
        Where to start; changed in place.
    tol : float
    max_moves : int

    Returns
    -------
    int
        The moves made, at most ``max_moves``.
    """
    gradient = np.dot(K, alpha) - b
    for moves in range(max_moves):
        low, high = 0, -1
        for t in range(alpha.shape[0]):
            if gradient[t] < gradient[low]:
                low = t
            if alpha[t] > 0.0 and (high < 0 or gradient[t] > gradient[high]):
                high = t
        violation = gradient[high] - gradient[low]
        if violation <= tol:
            return moves
        curvature = K[low, low] + K[high, high] - 2.0 * K[low, high]
        step = alpha[high] if curvature * alpha[high] <= violation else violation / curvature
        alpha[low] += step
        alpha[high] -= step
        for t in range(alpha.shape[0]):
            gradient[t] += step * (K[low, t] - K[high, t])
    return max_moves
