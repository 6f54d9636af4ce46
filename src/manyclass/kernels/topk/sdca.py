"""Stochastic dual coordinate ascent for top-k losses: all dual variables of a sample at once.

Lapin et al. (2015), algorithm 1, after the Prox-SDCA of Shalev-Shwartz & Zhang: a sample's update is a projection
(proposition 3.2.1), the best there is, without a step size. Samples come in a new order every epoch.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rng import below
from manyclass.kernels.common.rows import squared_norm
from manyclass.kernels.topk.duals import Duals, inside, roomy
from manyclass.kernels.topk.scores import Block, catch_up, load, make
from manyclass.kernels.topk.threshold import Candidates, solve

# The cut noted for the next epoch lies below t by this share of the distance to the largest entry.
SLACK = 0.25
# C·‖x‖² is taken for no less than this: the update then falls short of the best, but not by much, and a sample
# of zeros needs no formula of its own.
SHORTEST = 1e-6


class Problem(NamedTuple):
    """Rows, their classes ``y`` int32 (n,), and the loss, `Alpha` or `Beta`."""

    rows: NamedTuple
    y: np.ndarray
    loss: NamedTuple


class Work(NamedTuple):
    """What an epoch writes on: a block of samples, candidates, and ``delta`` float32 (G,), zeros in between."""

    block: Block
    candidates: Candidates
    delta: np.ndarray


@kernel
def longest(rows, n):
    """The largest ‖x‖² of n rows."""
    largest = 0.0
    for i in range(n):
        largest = max(largest, np.float64(squared_norm(rows, i)))
    return largest


@kernel
def shuffle(order, state):
    """Permute ``order`` int64 (n,) in place, each order equally likely."""
    for i in range(order.shape[0] - 1, 0, -1):
        j = below(state, i + 1)
        order[i], order[j] = order[j], order[i]


@kernel
def epoch(problem, duals, spare, V, order, work):
    """Update all samples in this order: V changes in place; returns the new `Duals`.

    The new variables are written one after the other into the memory of ``spare``, or larger arrays if that is
    full; ``duals`` are spent.
    """
    classes, values, used = spare.classes, spare.values, 0
    n_classes, size, cut = work.delta.shape[0], work.block.scores.shape[0], -np.inf
    for first in range(0, order.shape[0], size):
        samples = order[first : first + size]
        load(problem.rows, work.block, samples, V)
        for b in range(samples.shape[0]):
            i = samples[b]
            catch_up(work.block, b)
            classes, values = roomy(classes, used, n_classes), roomy(values, used, n_classes)
            if duals.cut[i] > -np.inf:
                cut = 0.5 * (duals.cut[i] + cut) if cut > -np.inf else np.float64(duals.cut[i])
            count, cut = _update(problem, i, duals, work, b, classes[used:], values[used:], cut)
            spare.start[i], spare.count[i], spare.cut[i] = used, count, cut
            used += count
            make(problem.rows, i, work.block, b, V)
    return Duals(spare.start, spare.count, classes, values, spare.cut)


@kernel
def _update(problem, i, duals, work, b, classes, values, cut):
    """Sample i's best x, written to ``classes`` and ``values``: how many non-zeros, and the next cut.

    With b_j = (1 + s_j - s_y) / ‖x‖² + a_y - a_j; smoothing γ/C is added to ‖x‖² in the denominator.
    """
    loss, s, y = problem.loss, work.block.scores[b], problem.y[i]
    length = max(squared_norm(problem.rows, i), SHORTEST / loss.C)
    before = 0.0
    for e in range(duals.start[i], duals.start[i] + duals.count[i]):
        g, x = duals.classes[e], duals.values[e]
        s[g] += np.float32(length) * x
        work.delta[g] = x
        before += x
    scale = 1.0 / (length + loss.gamma / loss.C)
    shift = scale * (1.0 - s[y] + length * before)
    s[y] = -np.inf
    found = solve(loss, scale * length, s, scale, shift, cut, work.candidates)
    count, after = 0, 0.0
    for c in range(found.count):
        x = inside(found.depth - (found.largest - work.candidates.b[c]), found.cap)
        if x > 0.0:
            classes[count], values[count] = work.candidates.index[c], x
            work.delta[classes[count]] -= x
            after += x
            count += 1
    _note_changes(work, b, duals.classes[duals.start[i] : duals.start[i] + duals.count[i]], classes[:count])
    _note(work.block, b, y, np.float32(after - before))
    return count, (found.largest - (1.0 + SLACK) * found.depth - shift) / scale


@kernel
def _note_changes(work, b, old, new):
    """Move what ``work.delta`` holds for these classes to the block's updates."""
    work.block.end[b + 1] = work.block.end[b]
    for classes in (old, new):
        for g in classes:
            if work.delta[g] != 0.0:
                _note(work.block, b, g, work.delta[g])
                work.delta[g] = 0.0


@kernel
def _note(block, b, g, change):
    """One more class changes with sample b."""
    e = block.end[b + 1]
    block.changed[e], block.change[e] = g, change
    block.end[b + 1] = e + 1
