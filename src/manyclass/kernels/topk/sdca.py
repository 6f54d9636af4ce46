"""Stochastic dual coordinate ascent for top-k losses: all dual variables of a sample at once.

Lapin et al. (2015), algorithm 1, after the Prox-SDCA of Shalev-Shwartz & Zhang: a sample's update is a projection
(proposition 3.2.1), the best there is, without a step size. Samples come in a new order every epoch.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import squared_norm
from manyclass.kernels.topk.duals import Duals, clip_dual, ensure_capacity
from manyclass.kernels.topk.scores import Block, apply_update, correct_scores, load_scores
from manyclass.kernels.topk.threshold import Candidates, solve

# The cut noted for the next epoch lies below t by this share of the distance to the largest entry.
CUT_SLACK = 0.25
# C·‖x‖² is taken for no less than this: the update then falls short of the best, but not by much, and a sample
# of zeros needs no formula of its own.
MIN_SCALED_NORM = 1e-6


class Problem(NamedTuple):
    """Rows, their classes ``y`` int32 (n,), and the loss, `Alpha` or `Beta`."""

    rows: NamedTuple
    y: np.ndarray
    loss: NamedTuple


class Workspace(NamedTuple):
    """What an epoch writes on: a block of samples, candidates, and ``delta`` float32 (G,), zeros in between."""

    block: Block
    candidates: Candidates
    delta: np.ndarray


@kernel
def largest_squared_norm(rows, n):
    """The largest ‖x‖², float64, of n rows."""
    largest = 0.0
    for i in range(n):
        largest = max(largest, np.float64(squared_norm(rows, i)))
    return largest


@kernel
def epoch(problem, duals, buffer, V, order, work):
    """Update all dual variables of each sample in turn (Lapin et al. 2015, algorithm 1).

    Parameters
    ----------
    problem : Problem
    duals : Duals
        Those before the epoch; spent by it.
    buffer : Duals
        Memory for the new ones, written one after the other: overwritten, and left for larger arrays if it is full.
    V : float32 (G, d) for dense rows, (d, G) for sparse ones
        Class vectors; changed in place.
    order : int64 (t,)
        The samples to update.
    work : Workspace
        Overwritten.

    Returns
    -------
    Duals
        The new ones.
    """
    classes, values, used = buffer.classes, buffer.values, 0
    n_classes, size, cut = work.delta.shape[0], work.block.scores.shape[0], -np.inf
    for first in range(0, order.shape[0], size):
        samples = order[first : first + size]
        load_scores(problem.rows, work.block, samples, V)
        for b in range(samples.shape[0]):
            i = samples[b]
            correct_scores(work.block, b)
            classes, values = ensure_capacity(classes, used, n_classes), ensure_capacity(values, used, n_classes)
            if duals.cut[i] > -np.inf:
                cut = 0.5 * (duals.cut[i] + cut) if cut > -np.inf else np.float64(duals.cut[i])
            count, cut = _update_sample(problem, i, duals, work, b, classes[used:], values[used:], cut)
            buffer.start[i], buffer.count[i], buffer.cut[i] = used, count, cut
            used += count
            apply_update(problem.rows, i, work.block, b, V)
    return Duals(buffer.start, buffer.count, classes, values, buffer.cut)


@kernel
def _update_sample(problem, i, duals, work, b, classes, values, cut):
    """Sample i's best x, written to ``classes`` and ``values``: how many non-zeros, and the next cut.

    With b_j = (1 + s_j - s_y) / ‖x‖² + a_y - a_j; smoothing γ/C is added to ‖x‖² in the denominator.
    """
    loss, s, y = problem.loss, work.block.scores[b], problem.y[i]
    sq_norm = max(squared_norm(problem.rows, i), MIN_SCALED_NORM / loss.C)
    before = 0.0
    for e in range(duals.start[i], duals.start[i] + duals.count[i]):
        g, x = duals.classes[e], duals.values[e]
        s[g] += np.float32(sq_norm) * x
        work.delta[g] = x
        before += x
    scale = 1.0 / (sq_norm + loss.gamma / loss.C)
    shift = scale * (1.0 - s[y] + sq_norm * before)
    s[y] = -np.inf
    solution = solve(loss, scale * sq_norm, s, scale, shift, cut, work.candidates)
    count, after = 0, 0.0
    for c in range(solution.count):
        x = clip_dual(solution.depth - (solution.largest - work.candidates.b[c]), solution.cap)
        if x > 0.0:
            classes[count], values[count] = work.candidates.index[c], x
            work.delta[classes[count]] -= x
            after += x
            count += 1
    _append_deltas(work, b, duals.classes[duals.start[i] : duals.start[i] + duals.count[i]], classes[:count])
    _append_delta(work.block, b, y, np.float32(after - before))
    return count, (solution.largest - (1.0 + CUT_SLACK) * solution.depth - shift) / scale


@kernel
def _append_deltas(work, b, old, new):
    """Move what ``work.delta`` holds for these classes to the block's updates."""
    work.block.end[b + 1] = work.block.end[b]
    for classes in (old, new):
        for g in classes:
            if work.delta[g] != 0.0:
                _append_delta(work.block, b, g, work.delta[g])
                work.delta[g] = 0.0


@kernel
def _append_delta(block, b, g, delta):
    """One more class changes with sample b."""
    e = block.end[b + 1]
    block.classes[e], block.deltas[e] = g, delta
    block.end[b + 1] = e + 1
