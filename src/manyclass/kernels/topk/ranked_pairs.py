"""Dual coordinate ascent for Recall@k and TopPush, on those pairs of a sample and a class that can matter.

With a_i ≥ 0 for the pair of sample i and its class y_i, and b_ig ≥ 0 for those with other classes, the dual of
Recall@k is

    max Σ a - ½ ‖W‖², w_g = Σ_{i: y_i = g} a_i x_i - Σ_i b_ig x_i, with Σ a = Σ b = C m, a_i ≤ C and b_ig ≤ C h(m),

where h(m) = m / ((k - 1) n + m) at whole m, and is linear between them: of the largest sum over sets of pairs, that is
the convex hull. The equal sums have a multiplier, the score from which on a pair counts, with a quadratic term that
damps it. That a larger Σ a raises the bound of every b is made part of what a_i gains: h'(m) Σ (s - threshold)₊.

TopPush has no bounds, which is as if C were infinite, and Σ a_i²/(4C) taken off.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.rng import shuffle
from manyclass.kernels.common.rows import add_to, dot


class PairProblem(NamedTuple):
    """Samples ``rows``, their classes ``y`` int32 (n,), ``squared_norms`` float64 (n,) above zero, and the loss.

    ``C`` is the bound of a right pair's dual variable, infinite where there is none. ``surplus`` is (k - 1)·n: by so
    many are the wrong pairs of a set more than the right ones outside; 0 without bounds. ``curve`` is by how much more
    the dual curves along a right pair's variable than its scores make it, 1/(2C) where losses are squared.
    """

    rows: NamedTuple
    y: np.ndarray
    squared_norms: np.ndarray
    C: float
    surplus: float
    curve: float


class PairDuals(NamedTuple):
    """Dual variables: ``right`` float64 (n,) are all a; of b, ``wrong`` float64 (nnz,) may differ from zero.

    They are those of sample i and ``classes`` int64 (nnz,) from ``indptr`` int64 (n + 1,) at i to that at i + 1.
    """

    right: np.ndarray
    indptr: np.ndarray
    classes: np.ndarray
    wrong: np.ndarray


class Multiplier(NamedTuple):
    """Of the equal sums: wrong pairs count above a score of ``threshold``, right ones below 1 + threshold + ``gain``.

    ``gain`` is what a right pair's dual variable gains as it raises the others' bound. The threshold rises by
    ``damping`` with each unit by which the wrong pairs' sum exceeds the other.
    """

    threshold: float
    gain: float
    damping: float


@inner_kernel
def bound_share(surplus, m):
    """h(m), the bound of a wrong pair's dual variable as a share of C, for 0 ≤ m."""
    if surplus == 0.0:
        return 1.0
    whole = np.floor(m)
    part = m - whole
    return (1.0 - part) * whole / (surplus + whole) + part * (whole + 1.0) / (surplus + whole + 1.0)


@kernel
def ascend(problem, duals, multiplier, W, order, sweeps, generator):
    """So many sweeps over the pairs of ``duals``, each sample's in turn, in a new order each time.

    Parameters
    ----------
    problem : PairProblem
    duals : PairDuals
        Changed in place.
    multiplier : Multiplier
    W : float32 (G, d)
        The class vectors of ``duals``; changed with them.
    order : int64 (n,)
        Of the samples; changed in place.
    sweeps : int
    generator : uint64 (4,)
        State of the random generator.

    Returns
    -------
    Multiplier
        The next.
    """
    for _ in range(sweeps):
        shuffle(order, generator)
        multiplier = _sweep(problem, duals, multiplier, W, order)
    return multiplier


@inner_kernel
def _sweep(problem, duals, multiplier, W, order):
    threshold, gain, damping = multiplier.threshold, multiplier.gain, multiplier.damping
    right, above = duals.right.sum(), 0.0
    excess = duals.wrong.sum() - right
    bound = problem.C * bound_share(problem.surplus, right / problem.C)
    for i in order:
        curvature = problem.squared_norms[i] + damping
        least = 1.0 + threshold + damping * excess + gain - problem.curve * duals.right[i]
        slope = least - dot(problem.rows, i, W[problem.y[i]])
        change = _move(duals.right, i, slope / (curvature + problem.curve), problem.C)
        if change != 0.0:
            add_to(problem.rows, i, np.float32(change), W[problem.y[i]])
            excess -= change
        for e in range(duals.indptr[i], duals.indptr[i + 1]):
            w = W[duals.classes[e]]
            slope = dot(problem.rows, i, w) - (threshold + damping * excess)
            above += max(slope, 0.0)
            change = _move(duals.wrong, e, slope / curvature, bound)
            if change != 0.0:
                add_to(problem.rows, i, np.float32(-change), w)
                excess += change
    pairs = problem.surplus + duals.right.sum() / problem.C
    gain = problem.surplus / (pairs * pairs) * above if problem.surplus > 0.0 else 0.0
    return Multiplier(threshold + damping * excess, gain, damping)


@inner_kernel
def _move(values, place, step, bound):
    """Add a step to one value, within 0 and its bound; returns by how much it changed."""
    before = values[place]
    values[place] = min(max(before + step, 0.0), bound)
    return values[place] - before
