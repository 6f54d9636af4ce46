"""The primal losses of top-k SVMs, in float64."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.topk.losses import hinge
from manyclass.kernels.topk.threshold import solve


@kernel
def sum_of_losses(loss, S, y, candidates):
    """Sum of the losses of n samples, C included (Lapin et al. 2015, equations 3 and 5).

    Smoothed, a loss is max ⟨h, x⟩ - γ/(2C) ⟨x, x⟩ over the set of the dual variables, which a projection of
    h·C/γ finds (section 4: the unbiased one).

    Parameters
    ----------
    loss : Alpha or Beta
    S : float64 (n, G)
        Scores; overwritten.
    y : int32 (n,)
        Classes.
    candidates : Candidates
        Working memory for G entries.

    Returns
    -------
    float
        In float64.
    """
    total, largest = 0.0, np.empty(loss.k)
    for i in range(y.shape[0]):
        s, own = S[i], S[i, y[i]]
        s[y[i]] = -np.inf
        if loss.gamma == 0.0:
            _select_largest(s, largest)
            total += hinge(loss, 1.0 + (largest - own))
        else:
            total += _smoothed(loss, s, 1.0 - own, candidates)
    return total


@kernel
def _select_largest(s, largest):
    """Put the k largest entries of s into ``largest`` float64 (k,), in falling order."""
    k = largest.shape[0]
    largest[:] = -np.inf
    for j in range(s.shape[0]):
        if s[j] > largest[k - 1]:
            place = k - 1
            while place > 0 and s[j] > largest[place - 1]:
                largest[place] = largest[place - 1]
                place -= 1
            largest[place] = s[j]


@kernel
def _smoothed(loss, s, shift, candidates):
    """The smoothed loss for h = s + shift."""
    scale = loss.C / loss.gamma
    solution = solve(loss, 0.0, s, scale, scale * shift, -np.inf, candidates)
    value = 0.0
    for c in range(solution.count):
        x = min(max(solution.depth - (solution.largest - candidates.b[c]), 0.0), solution.cap)
        value += x * (s[candidates.index[c]] + shift) - 0.5 * x * x / scale
    return value
