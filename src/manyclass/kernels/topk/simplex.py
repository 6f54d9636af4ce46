"""Projections for top-k losses: onto the top-k cone, both top-k simplices, and the continuous knapsack.

All take

    b : float64 (m,)       sorted, the largest first
    k : int                at most m, but for `capped_simplex`
    bound : float          of 1ᵀx, positive
    rho : float            ρ ≥ 0, weight of the bias (1ᵀx)²

and return two float64 (depth, cap), which say what x is:

    x_j = clip(b_j - t, 0, cap),  t = b_[1] - depth

``depth`` and not t, because b may be many orders of magnitude larger than x. As t falls, entries first leave
zero and then reach the cap, in the order of b. So the loops walk from one such event to the next, in one
direction, until the solution of the linear equations of the present sets lies before the next event: O(m)
beside the sorting, where Lapin et al. (2015), section 4.2, try all pairs of sets.
"""

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel


@inner_kernel
def capped_sum(b, origin, cap, total, slope):
    """The t of Σ clip(b_j - origin - t, 0, cap) = total + slope·t, for a cap > 0; ``slope`` ≥ 0 may be inf.

    b[:saturated] are at the cap, b[saturated:entered] between it and zero; ``middle`` is the sum of the latter.
    """
    m, saturated, entered, middle = b.shape[0], 0, 0, 0.0
    while True:
        width = entered - saturated + slope
        entry = b[entered] - origin if entered < m else -np.inf
        saturation = b[saturated] - origin - cap if saturated < m else -np.inf
        if width > 0.0:
            t = (middle + saturated * cap - total) / width
            if t >= entry and t >= saturation:
                return t
        elif saturated * cap >= total or saturated == m:
            return b[saturated - 1] - origin - cap
        if entry >= saturation:
            middle += entry
            entered += 1
        else:
            middle -= b[saturated] - origin
            saturated += 1


@inner_kernel
def knapsack(b, cap, total):
    """The continuous quadratic knapsack: min ½‖x - b‖² with Σx = total and 0 ≤ x_j ≤ cap; total ≤ m·cap."""
    return -capped_sum(b, b[0], cap, total, 0.0), cap


@inner_kernel
def top_k_cone(b, k, rho):
    """The biased top-k cone: min ½(⟨x, x⟩ + ρ(1ᵀx)²) - ⟨b, x⟩ with 0 ≤ x_j ≤ 1ᵀx / k, for k ≤ m and ρ ≥ 0.

    Lapin et al. (2015), section 4.2; equation (7) gives t and the cap from the sums over the entries at the cap
    (U) and of those between (M). x = 0 exactly if the sum of the k largest b_j is not positive, also for ρ > 0:
    the bias has no slope at 0.
    """
    largest = 0.0
    for j in range(k):
        largest += b[j]
    if largest <= 0.0:
        return b[0] - b[k - 1], 0.0
    m, u, v, top, middle = b.shape[0], 0, 0, 0.0, 0.0
    bias = rho * k * k
    while u < k or v > k:
        width = (k - u) ** 2 + (u + bias) * (v - u)
        t = ((u + bias) * middle - (k - u) * top) / width
        cap = ((v - u) * top + (k - u) * middle) / width
        may_enter, may_saturate = v < m, u < min(v, k)
        if not (may_enter and b[v] > t) and not (may_saturate and b[u] > t + cap):
            return b[0] - t, cap
        saturation = (b[u] * (bias + u) - top) / (bias + k) if may_saturate else -np.inf
        if may_enter and b[v] >= saturation:
            middle += b[v]
            v += 1
        elif may_saturate:
            top += b[u]
            middle -= b[u]
            u += 1
        else:
            return b[0] - t, cap
    cap = top / (k + bias)
    return b[0] - b[k - 1] + cap, cap


@inner_kernel
def top_k_simplex(b, k, bound, rho):
    """The set of the loss α: the objective of `top_k_cone`, its constraints, and 1ᵀx ≤ bound.

    Where the cone's solution is too large, the bound is met with equality, and a knapsack is left
    (Lapin et al. 2015, section 4).
    """
    depth, cap = top_k_cone(b, k, rho)
    if k * cap > bound:
        return knapsack(b, bound / k, bound)
    return depth, cap


@inner_kernel
def capped_simplex(b, k, bound, rho):
    """The set of the loss β: the objective of `top_k_cone` with 1ᵀx ≤ bound and 0 ≤ x_j ≤ bound / k; 1 ≤ m."""
    if b[0] <= 0.0:
        return b[0], 0.0
    slope = np.inf if rho == 0.0 else 1.0 / rho
    t, cap, total = capped_sum(b, 0.0, bound / k, 0.0, slope), bound / k, 0.0
    for j in range(b.shape[0]):
        total += min(max(b[j] - t, 0.0), cap)
    if total > bound:
        return knapsack(b, cap, bound)
    return b[0] - t, cap
