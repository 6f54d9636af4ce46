"""The primal losses of top-k SVMs, in float64."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, inner_kernel, kernel
from manyclass.kernels.topk.losses import hinge
from manyclass.kernels.topk.scores import load_scores
from manyclass.kernels.topk.threshold import CHUNK, Candidates, solve


class Largest(NamedTuple):
    """What losses without smoothing are made of: the k largest entries of h of n samples, ``values`` float64 (n, k)."""

    values: np.ndarray


class Evaluation(NamedTuple):
    """What losses are computed on, B samples at a time.

    Features ``X`` (B, d) and ``scores`` (B, G) are float64; ``memory`` is `Largest`, or `Candidates` if losses are
    smoothed.
    """

    X: np.ndarray
    scores: np.ndarray
    memory: NamedTuple


@by_type
def sum_of_losses(memory, loss, S, y, first):
    """Sum of the losses of some samples, C included (Lapin et al. 2015, equations 3 and 5).

    Parameters
    ----------
    memory : Largest or Candidates
        The latter, for G entries, where ``loss.gamma`` > 0. Overwritten, of the former the rows of these samples.
    loss : Alpha or Beta
    S : float64 (m, G)
        Scores of the samples first, ..., first + m - 1; overwritten.
    y : int32 (n,)
        Classes of all samples.
    first : int

    Returns
    -------
    float
        In float64.
    """


@kernel
def squared_norm(V):
    """‖V‖² of a float32 (m, n), in float64."""
    total = 0.0
    for i in range(V.shape[0]):
        for j in range(V.shape[1]):
            total += np.float64(V[i, j]) * np.float64(V[i, j])
    return total


@kernel
def losses_between(problem, V, first, last, work):
    """Sum of the losses of the samples first, ..., last - 1, by scores in float64.

    Parameters
    ----------
    problem : Problem
    V : float64 (G, d) for dense rows, float32 (d, G) for sparse ones
        Class vectors.
    first, last : int
    work : Evaluation
        Overwritten.

    Returns
    -------
    float
        As `sum_of_losses`.
    """
    losses, size = 0.0, work.scores.shape[0]
    for begin in range(first, last, size):
        part = np.arange(begin, min(begin + size, last))
        load_scores(problem.rows, work.X, part, V, work.scores)
        losses += sum_of_losses(work.memory, problem.loss, work.scores[: part.shape[0]], problem.y, begin)
    return losses


@kernel
def largest_between(problem, V, first, last, work):
    """Σ_i max_g |s_ig| of the samples first, ..., last - 1; see `losses_between`."""
    total, size = 0.0, work.scores.shape[0]
    for begin in range(first, last, size):
        part = np.arange(begin, min(begin + size, last))
        load_scores(problem.rows, work.X, part, V, work.scores)
        for b in range(part.shape[0]):
            largest = 0.0
            for g in range(work.scores.shape[1]):
                largest = max(largest, abs(work.scores[b, g]))
            total += largest
    return total


@sum_of_losses.case(Largest)
def _sum_of_sharp_losses(memory, loss, S, y, first):
    total = 0.0
    for i in range(S.shape[0]):
        own, largest = S[i, y[first + i]], memory.values[first + i]
        S[i, y[first + i]] = -np.inf
        _select_largest(S[i], largest)
        for j in range(loss.k):
            largest[j] = 1.0 + (largest[j] - own)
        total += hinge(loss, largest)
    return total


@sum_of_losses.case(Candidates)
def _sum_of_smoothed_losses(memory, loss, S, y, first):
    """max ⟨h, x⟩ - γ/(2C) ⟨x, x⟩ over the set of the dual variables, which a projection of h·C/γ finds.

    See Lapin et al. (2015), section 4: the unbiased one.
    """
    total = 0.0
    for i in range(S.shape[0]):
        own = S[i, y[first + i]]
        S[i, y[first + i]] = -np.inf
        total += _smoothed(loss, S[i], 1.0 - own, memory)
    return total


@inner_kernel
def _select_largest(s, largest):
    """Put the k largest entries of s into ``largest`` float64 (k,), in falling order."""
    k = largest.shape[0]
    largest[:] = -np.inf
    for first in range(0, s.shape[0], CHUNK):
        part, least, hits = s[first : first + CHUNK], largest[k - 1], 0
        for j in range(part.shape[0]):
            hits += part[j] > least
        if hits:
            for j in range(part.shape[0]):
                _insert(part[j], largest)


@inner_kernel
def _insert(value, largest):
    """Put ``value`` to its place in ``largest``, if it has one."""
    place = largest.shape[0]
    while place > 0 and value > largest[place - 1]:
        place -= 1
        if place + 1 < largest.shape[0]:
            largest[place + 1] = largest[place]
        largest[place] = value


@inner_kernel
def _smoothed(loss, s, shift, candidates):
    """The smoothed loss for h = s + shift."""
    scale = loss.C / loss.gamma
    solution = solve(loss, 0.0, s, scale, scale * shift, -np.inf, candidates)
    value = 0.0
    for c in range(solution.count):
        x = min(max(solution.depth - (solution.largest - candidates.b[c]), 0.0), solution.cap)
        value += x * (s[candidates.index[c]] + shift) - 0.5 * x * x / scale
    return value
