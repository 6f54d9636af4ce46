"""The document's own projection onto the top-k simplex: exhaustive search over pairs of set sizes.

Slow and plain, to be checked and not to be timed: training walks from one event to the next instead
(`manyclass.kernels.topk.simplex`), and gets to the same points.
"""

import numpy as np

HALVINGS = 100  # of the interval in which the knapsack's threshold lies
ROUNDING = 1e-12  # by which the feasibility constraints may be missed


def project(B, k: int, rho: float) -> np.ndarray:
    """For each row b find the x with 0 ≤ x_j ≤ Σx / k and Σx ≤ 1 of the least ½(⟨x, x⟩ + ρ(1ᵀx)²) - ⟨b, x⟩.

    Onto the cone first (Lapin et al. 2015, section 4.2); where the sum is too large it is 1, which leaves a knapsack.

    Parameters
    ----------
    B : array-like, float64 (n, m)
    k : int
    rho : float

    Returns
    -------
    float64 (n, m)
    """
    X = np.array([cone(b, k, rho) for b in B])
    large = X.sum(axis=1) > 1.0
    X[large] = knapsack(B[large], 1.0 / k)
    return X


def cone(b, k, rho) -> np.ndarray:
    """The same of one b (m,), without the bound of 1: float64 (m,)."""
    x, order = np.zeros(len(b)), np.argsort(-b)
    b = b[order]
    best = b[:k].sum()
    if best > 0.0:  # else x = 0; with ρ > 0 also where nothing is found
        constant = _constant(b, k, best / (k + rho * k**2))
        x[order] = constant if constant.any() else _search(b, k, rho)
    return x


def _constant(b, k, cap) -> np.ndarray:
    """Lemma 4.2, the case in which k entries are at the cap and all others are zero; zeros where they are not so."""
    t = b[k - 1] - cap
    return np.where(np.arange(len(b)) < k, cap if t >= b[k:].max(initial=-np.inf) - ROUNDING else 0.0, 0.0)


def _search(b, k, rho) -> np.ndarray:
    """The general case: u entries at the cap, the next to v between it and zero, the first pair of sizes that fits."""
    bias = rho * k**2
    for u in range(k):
        for v in range(k + 1, len(b) + 1):
            top, middle = b[:u].sum(), b[u:v].sum()
            width = (k - u) ** 2 + (u + bias) * (v - u)
            t, cap = ((u + bias) * middle - (k - u) * top) / width, ((v - u) * top + (k - u) * middle) / width
            inner = b[v:].max(initial=-np.inf) - ROUNDING <= t <= b[v - 1] + ROUNDING
            if cap > 0.0 and inner and b[u] - ROUNDING <= t + cap <= b[:u].min(initial=np.inf) + ROUNDING:
                return np.clip(b - t, 0.0, cap)
    return np.zeros(len(b))


def knapsack(B, cap) -> np.ndarray:
    """The continuous quadratic knapsack of each row by halving: 0 ≤ x_j ≤ cap with Σx = 1, nearest to it."""
    low, high = B.min(axis=1, keepdims=True) - cap, B.max(axis=1, keepdims=True)
    for _ in range(HALVINGS):
        t = (low + high) / 2
        much = np.clip(B - t, 0.0, cap).sum(axis=1, keepdims=True) > 1.0
        low, high = np.where(much, t, low), np.where(much, high, t)
    return np.clip(B - (low + high) / 2, 0.0, cap)
