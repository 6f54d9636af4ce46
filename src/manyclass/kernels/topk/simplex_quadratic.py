"""A small quadratic programme over the simplex: what cutting planes leave to solve."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel


@kernel
def minimise(K, b, alpha, tol, most):
    """min ½ αᵀKα - bᵀα with α ≥ 0 and the sum of α kept, from ``alpha`` float64 (t,) on, in place.

    The pair that violates the conditions of optimality most is moved along, exactly, until no pair does by more than
    ``tol`` or ``most`` moves are made. K float64 (t, t) is positive semidefinite, b float64 (t,). Returns the moves.
    """
    gradient = np.dot(K, alpha) - b
    for moves in range(most):
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
    return most
