"""Projections of long vectors of which few entries matter: those above a guess of the threshold t."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.topk.losses import min_entries, min_threshold, project

# So many entries are compared at once; where none is large, they are passed over together.
CHUNK = 16
# So few are sorted by insertion, more by a heap. NumPy's sort is slower for few, and compiles for a second.
FEW = 32
# A guess that proved too high is lowered by this share of its distance to the largest entry, then by twice that.
FIRST_STEP = 0.25


class Candidates(NamedTuple):
    """The entries looked at: ``index`` int32 (m + 1,), ``b`` float64 (m,), and the latter sorted in ``ordered``."""

    index: np.ndarray
    b: np.ndarray
    ordered: np.ndarray


class Solution(NamedTuple):
    """x_j = clip(depth - (largest - b_j), 0, cap) for the first ``count`` candidates, 0 for all others."""

    count: int
    largest: float
    depth: float
    cap: float


@inner_kernel
def indices_above(s, cut, index):
    """Find the entries of ``s`` (m,) above ``cut``, both of one dtype.

    Their places are written to ``index`` int32 (m + 1,), ascending, and anything behind them; returns their number.
    """
    count, m = 0, s.shape[0]
    for first in range(0, m, CHUNK):
        part, hits = s[first : first + CHUNK], 0
        for j in range(part.shape[0]):
            hits += part[j] > cut
        if hits:
            for j in range(part.shape[0]):  # without a branch, as nobody can guess which of them are large
                index[count] = first + j
                count += part[j] > cut
    return count


@inner_kernel
def solve(loss, rho, s, scale, shift, cut, candidates):
    """Biased projection of b = scale·s + shift onto the loss's set (Lapin et al. 2015, proposition 3.2.1).

    Only entries of s above ``cut`` are sorted, a guess. With fewer entries t can only be lower: where it stays
    above the guess, those left out are zero anyway; where not, it is how far the guess must be lowered at most.

    Parameters
    ----------
    loss : Alpha or Beta
    rho : float
        Weight of the bias.
    s : float32 or float64 (m,)
        Scores, -inf for an entry to leave out.
    scale, shift : float
        What makes b of s; scale > 0.
    cut : float
        A guess of the score below which entries of the solution are zero; -inf for none.
    candidates : Candidates
        Overwritten.

    Returns
    -------
    Solution
        Of the ``candidates`` as they are now.
    """
    tau, step = max(scale * cut + shift, min_threshold(loss)), 0.0
    while True:
        count = indices_above(s, s.dtype.type((tau - shift) / scale), candidates.index)
        if count < min_entries(loss) and tau > min_threshold(loss):
            tau = min_threshold(loss)
            continue
        if count == 0:
            return Solution(0, tau, 0.0, 0.0)
        b = candidates.ordered[:count]
        _sort(s, scale, shift, candidates, b)
        depth, cap = project(loss, b, rho)
        if b[0] - depth >= tau or cap == 0.0:
            return Solution(count, b[0], depth, cap)
        step = max(2.0 * step, FIRST_STEP * (b[0] - tau))
        tau = max(b[0] - depth, tau - step)


@inner_kernel
def _sort(s, scale, shift, candidates, b):
    """Compute the candidates' b, and put them into ``b`` float64 (count,), the largest first."""
    count = b.shape[0]
    for c in range(count):
        value = scale * s[candidates.index[c]] + shift
        candidates.b[c] = value
        place = c
        while count <= FEW and place > 0 and b[place - 1] < value:
            b[place] = b[place - 1]
            place -= 1
        b[place] = value
    if count > FEW:
        heap_sort(b)


@inner_kernel
def heap_sort(b):
    """Sort ``b`` float64 (m,) in place, the largest first."""
    for place in range(b.shape[0] // 2 - 1, -1, -1):
        _sift(b, place, b.shape[0])
    for end in range(b.shape[0] - 1, 0, -1):
        b[0], b[end] = b[end], b[0]
        _sift(b, 0, end)


@inner_kernel
def _sift(b, place, end):
    """Let the element at ``place`` sink in a heap of ``end`` elements, whose root is the smallest."""
    value = b[place]
    while True:
        child = 2 * place + 1
        if child + 1 < end and b[child + 1] < b[child]:
            child += 1
        if child >= end or b[child] >= value:
            break
        b[place] = b[child]
        place = child
    b[place] = value


@kernel
def project_rows(loss, B, X, candidates):
    """Project many vectors as training does, but with nothing known of where the threshold lies.

    Parameters
    ----------
    loss : Alpha or Beta
    B : float64 (n, m)
        Vectors.
    X : float64 (n, m)
        Overwritten with the nearest points of the loss's set.
    candidates : Candidates
        Working memory for m entries.
    """
    for i in range(B.shape[0]):
        solution = solve(loss, 0.0, B[i], 1.0, 0.0, -np.inf, candidates)
        X[i] = 0.0
        for c in range(solution.count):
            x = solution.depth - (solution.largest - candidates.b[c])
            X[i, candidates.index[c]] = min(max(x, 0.0), solution.cap)
