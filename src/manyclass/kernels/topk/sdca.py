"""Stochastic dual coordinate ascent for top-k losses: all dual variables of a sample at once.

Lapin et al. (2015), algorithm 1, after the Prox-SDCA of Shalev-Shwartz & Zhang: a sample's update is a projection
(proposition 3.2.1), the best there is, without a step size.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.rows import squared_norm
from manyclass.kernels.topk.duals import clip_dual, place_of, with_room
from manyclass.kernels.topk.scores import Block, apply_update, correct_scores, load_gram, load_scores
from manyclass.kernels.topk.sweeps import rest
from manyclass.kernels.topk.threshold import Candidates, solve

# Weight of the last sample in the mean move of thresholds and in what single ones deviate from it. From these follows
# which classes are sorted, and nothing else: a threshold that moves further is found by a second look.
LAST_MOVE = 1 / 16
# C·‖x‖² is taken for no less than this: the update then falls short of the best, but not by much, and a sample
# of zeros needs no formula of its own.
MIN_SCALED_NORM = 1e-6


class Problem(NamedTuple):
    """Rows, their classes ``y`` int32 (n,), the loss, `Alpha` or `Beta`, and what ``part`` of Aᵀ X is in V.

    The part is 1, but where V is held near class vectors Z: min ½‖W‖² + κ/2 ‖W - Z‖² + the losses is solved by
    W = (κ Z + Aᵀ X) / (1 + κ), and the part is 1/(1 + κ).
    """

    rows: NamedTuple
    y: np.ndarray
    loss: NamedTuple
    part: float


class Workspace(NamedTuple):
    """What updates write on: a block of samples, candidates, and ``delta`` float32 (G,), zeros in between.

    ``moves`` float64 (3,) are the last threshold, how far thresholds have moved since their samples' last updates, and
    how far single ones were from that, on average over the last samples. ``changed`` int64 (1,) counts the class
    vectors that updates have changed.
    """

    block: Block
    candidates: Candidates
    delta: np.ndarray
    moves: np.ndarray
    changed: np.ndarray


@kernel
def largest_squared_norm(rows, n):
    """The largest ‖x‖², float64, of n rows."""
    largest = 0.0
    for i in range(n):
        largest = max(largest, np.float64(squared_norm(rows, i)))
    return largest


@kernel
def update_samples(problem, duals, sweeps, V, samples, work):
    """Update all dual variables of each sample in turn (Lapin et al. 2015, algorithm 1).

    Parameters
    ----------
    problem : Problem
    duals : Duals
        Changed in place.
    sweeps : Sweeps
        Told how long each sample may rest: changed in place.
    V : float32 (G, d) for dense rows, (d, G) for sparse ones
        Class vectors; changed in place.
    samples : int64 (t,)
        Those to update.
    work : Workspace
        Overwritten.

    Returns
    -------
    Duals
        The same, in larger arrays where those were full.
    """
    block = work.block
    size, n_classes = block.scores.shape
    for first in range(0, samples.shape[0], size):
        part = samples[first : first + size]
        load_scores(problem.rows, block.X, part, V, block.scores)
        load_gram(problem.rows, block)
        duals = with_room(duals, 2 * size * n_classes)
        for b in range(part.shape[0]):
            i = part[b]
            correct_scores(block, b)
            _update_sample(problem, i, duals, work, b)
            begin, end = block.end[b], block.end[b + 1]
            rest(sweeps, i, begin == end)
            work.changed[0] += end - begin
            apply_update(problem.rows, i, block.classes[begin:end], block.deltas[begin:end], V)
    return duals


@inner_kernel
def _update_sample(problem, i, duals, work, b):
    """Find sample i's best x, store it, and note in the block what changes.

    With b_j = (1 + s_j - s_y) / ‖x‖² + a_y - a_j; smoothing γ/C is added to ‖x‖² in the denominator. Of ‖x‖² counts
    what part of Aᵀ X does.
    """
    loss, s, y = problem.loss, work.block.scores[b], problem.y[i]
    sq_norm = max(problem.part * np.float64(squared_norm(problem.rows, i)), MIN_SCALED_NORM / loss.C)
    start, before = duals.start[i], 0.0
    for e in range(start, start + duals.count[i]):
        g, x = duals.classes[e], duals.values[e]
        s[g] += np.float32(sq_norm) * x
        work.delta[g] = x
        before += x
    scale = 1.0 / (sq_norm + loss.gamma / loss.C)
    shift = scale * (1.0 - s[y] + sq_norm * before)
    s[y] = -np.inf
    cut = _expected_threshold(duals, i, work.moves)
    solution = solve(loss, scale * sq_norm, s, scale, shift, cut, work.candidates)
    if solution.count > 0:
        _note_threshold(duals, i, work.moves, (solution.largest - solution.depth - shift) / scale)
    _store(solution, i, duals, work, b, y, np.float32(problem.part))


@inner_kernel
def _expected_threshold(duals, i, moves):
    """From where on classes are likely to be among the next x_i's; see `Workspace`."""
    known = duals.threshold[i] > -np.inf
    return (np.float64(duals.threshold[i]) + moves[1] if known else moves[0]) - moves[2]


@inner_kernel
def _note_threshold(duals, i, moves, threshold):
    """Remember sample i's threshold, and how far it has moved."""
    if duals.threshold[i] > -np.inf:
        deviation = threshold - np.float64(duals.threshold[i]) - moves[1]
        moves[1] += LAST_MOVE * deviation
        moves[2] += LAST_MOVE * (abs(deviation) - moves[2])
    moves[0] = duals.threshold[i] = threshold


@inner_kernel
def _store(solution, i, duals, work, b, y, part):
    """Replace sample i's x by the solution, and put this part of the differences into the block."""
    candidates, block, count, begin = work.candidates, work.block, 0, work.block.end[b]
    for c in range(solution.count):
        x = clip_dual(max(solution.depth - (solution.largest - candidates.b[c]), 0.0), solution.cap)
        candidates.b[c] = x
        count += x > 0.0
        work.delta[candidates.index[c]] -= x
    end = begin
    for e in range(duals.start[i], duals.start[i] + duals.count[i]):
        end = _take_delta(work, end, duals.classes[e], part)
    place = place_of(duals, i, count)
    for c in range(solution.count):
        if candidates.b[c] > 0.0:
            duals.classes[place], duals.values[place] = candidates.index[c], candidates.b[c]
            place += 1
            end = _take_delta(work, end, candidates.index[c], part)
    total = 0.0
    for e in range(begin, end):
        total += block.deltas[e]
    if end > begin:
        block.classes[end], block.deltas[end] = y, -total
        end += 1
    block.end[b + 1] = end


@inner_kernel
def _take_delta(work, end, g, part):
    """Move this part of what ``work.delta`` holds for class g, unless that is zero, to this place; returns the next."""
    delta = part * work.delta[g]
    work.block.classes[end], work.block.deltas[end] = g, delta
    work.delta[g] = 0.0
    return end + (delta != 0.0)
