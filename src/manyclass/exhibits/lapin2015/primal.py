"""The least primal objective of the top-k hinge loss, of a handful of samples, by a general solver."""

import numpy as np
from scipy.optimize import minimize


def least(X, y, n_classes: int, k: int, C: float, own: bool) -> float:
    """The least ½‖W‖² + C Σ max(0, mean of the k largest h_j), h_j = 1 + s_j - s_y, and h_y = 0.

    A quadratic programme in W and, of each sample, the loss u ≥ 0, t and e_j ≥ 0, with e_j ≥ h_j - t and
    k u ≥ k t + Σ e_j, which is the sum of the k largest.

    Parameters
    ----------
    X : ndarray (n, d)
    y : ndarray of int (n,)
    n_classes, k : int
    C : float
    own : bool
        Whether h_y is among the h_j, as printed, or only those of the other classes are.

    Raises
    ------
    RuntimeError
        When the solver finds no solution.
    """
    M, b = _constraints(X, y, n_classes, k, own)
    (n, d), columns = X.shape, M.shape[1]
    size, first = n_classes * d, n_classes * d + 2 * n  # of W; and where the e_j begin
    weight, cost = np.arange(columns) < size, np.zeros(columns)
    cost[size : size + n] = C
    free = [(None, None)]
    solved = minimize(
        lambda v: 0.5 * (v * weight) @ v + cost @ v,
        np.where(np.arange(columns) >= first, 1.0, cost > 0),
        jac=lambda v: v * weight + cost,
        bounds=free * size + [(0, None)] * n + free * n + [(0, None)] * (columns - first),
        constraints={"type": "ineq", "fun": lambda v: M @ v - b, "jac": lambda v: M},
        method="SLSQP",
        options={"ftol": 1e-9, "maxiter": 1000},
    )
    if not solved.success:
        raise RuntimeError(f"quadratic programme: {solved.message}")
    return solved.fun


def _constraints(X, y, n_classes, k, own) -> tuple[np.ndarray, np.ndarray]:
    """M and b, of M v ≥ b for v = (W, u, t, e): e_j + t ≥ h_j, then k u ≥ k t + Σ e_j."""
    (n, d), m = X.shape, n_classes - 1 + own
    size, first = n_classes * d, n_classes * d + 2 * n
    above, ones = np.zeros((n, m, first + n * m)), np.zeros((n, m))
    for i, each in enumerate(y):
        for place, j in enumerate([j for j in range(n_classes) if own or j != each]):
            above[i, place, j * d : (j + 1) * d] -= X[i]
            above[i, place, each * d : (each + 1) * d] += X[i]
            above[i, place, [size + n + i, first + i * m + place]] = 1
            ones[i, place] = j != each
    sums = np.zeros((n, first + n * m))
    for i in range(n):
        sums[i, [size + i, size + n + i]] = k, -k
        sums[i, first + i * m : first + (i + 1) * m] = -1
    return np.vstack([above.reshape(n * m, -1), sums]), np.append(ones.ravel(), np.zeros(n))
