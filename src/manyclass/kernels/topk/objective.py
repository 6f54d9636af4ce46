"""The primal losses of top-k SVMs, in float64."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.topk.losses import hinge
from manyclass.kernels.topk.threshold import solve


@kernel
def sum_of_losses(loss, S, y, candidates):
    """Sum of the losses, C included, of samples with scores ``S`` float64 (n, G) and classes ``y`` int32 (n,).

    S is changed. Smoothed, a loss is max ⟨h, x⟩ - γ/(2C) ⟨x, x⟩ over the set of the dual variables, which a
    projection of h·C/γ finds (Lapin et al. 2015, section 4: the unbiased one).
    """
    total, largest = 0.0, np.empty(loss.k)
    for i in range(y.shape[0]):
        s, own = S[i], S[i, y[i]]
        s[y[i]] = -np.inf
        if loss.gamma == 0.0:
            _largest(s, largest)
            total += hinge(loss, 1.0 + (largest - own))
        else:
            total += _smoothed(loss, s, 1.0 - own, candidates)
    return total


@kernel
def _largest(s, largest):
    """Put the k largest entries of s into ``largest`` (k,), in falling order."""
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
    found = solve(loss, 0.0, s, scale, scale * shift, -np.inf, candidates)
    value = 0.0
    for c in range(found.count):
        x = min(max(found.depth - (found.largest - candidates.b[c]), 0.0), found.cap)
        value += x * (s[candidates.index[c]] + shift) - 0.5 * x * x / scale
    return value
