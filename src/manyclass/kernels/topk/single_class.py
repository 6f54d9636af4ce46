"""Dual coordinate ascent for top-k losses by one class at a time, to compare joint updates with.

What a sample has left of its bound, C - Σ x_j, is taken for the share of its own class, for which h = 0. So the shares
sum to C, and the smallest move is from one class to another, as in sequential minimal optimisation (Platt 1998): that
of the pair that gains most by it, as far as it gains and its bounds allow.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.rows import squared_norm
from manyclass.kernels.topk.duals import clip_dual, place_of, with_room
from manyclass.kernels.topk.scores import apply_update, load_scores
from manyclass.kernels.topk.sdca import MIN_SCALED_NORM
from manyclass.kernels.topk.sweeps import rest

# Of C, what is left of it in float32 where nothing is: no pair is worth a move with that.
ROUNDING = 1e-6


class Move(NamedTuple):
    """So much of a sample's dual variables goes from one class to another, ``amount`` ≥ 0."""

    source: int
    target: int
    amount: float


@kernel
def update_single_classes(problem, duals, sweeps, V, samples, work):
    """Move one pair of each sample in turn: the arguments and the result of `manyclass.kernels.topk.sdca`'s own.

    For the loss `Beta` without smoothing, or with k = 1. The set of `Alpha` with k > 1 has no such move from zero, as
    x_j ≤ Σx / k. One sample of ``work.block`` is used; ``classes`` and ``deltas`` [: ``end[1]``] are the last one's.
    """
    block, n_classes = work.block, work.delta.shape[0]
    for t in range(samples.shape[0]):
        i = samples[t]
        load_scores(problem.rows, block.X, samples[t : t + 1], V, block.scores)
        duals = with_room(duals, 2 * n_classes)
        sq_norm = max(problem.part * np.float64(squared_norm(problem.rows, i)), MIN_SCALED_NORM / problem.loss.C)
        move = _best_move(problem.loss, block.scores[0], problem.y[i], sq_norm, duals, i, work.delta)
        end = _make_move(move, problem.loss, problem.y[i], duals, i, block)
        rest(sweeps, i, end == 0)
        work.changed[0] += end
        block.deltas[:end] *= np.float32(problem.part)
        apply_update(problem.rows, i, block.classes[:end], block.deltas[:end], V)
    return duals


@inner_kernel
def _best_move(loss, s, y, sq_norm, duals, i, x):
    """The move of sample i with scores s that gains most; ``x`` float32 (G,) holds zeros, before and after.

    A share comes from a class that has one, and goes to one that has one, to the best of all others, or to the own:
    of classes without a share all have the same room, so that no other one of them gains as much.
    """
    cap, total, first, end = loss.C / loss.k, 0.0, duals.start[i], duals.start[i] + duals.count[i]
    for e in range(first, end):
        x[duals.classes[e]] = duals.values[e]
        total += duals.values[e]
    best = np.int64(y)
    for g in range(s.shape[0]):
        if g != y and x[g] == 0.0 and (best == y or s[g] > s[best]):
            best = np.int64(g)
    left = loss.C - total
    left = left if left > ROUNDING * loss.C else 0.0
    move, most = Move(np.int64(y), np.int64(y), 0.0), 0.0
    for e in range(first, end + 1):
        source = np.int64(duals.classes[e]) if e < end else np.int64(y)
        lowest, share = _slope(s, source, y), np.float64(x[source]) if source != y else left
        for f in range(first, end + 2):
            target = np.int64(duals.classes[f]) if f < end else best if f == end else np.int64(y)
            room = min(share, _room(x[target], cap)) if target != y else share
            slope = _slope(s, target, y) - lowest
            amount = min(slope / (2.0 * sq_norm), room)
            gain = amount * (slope - amount * sq_norm)
            if amount > 0.0 and gain > most:
                move, most = Move(source, target, amount), gain
    for e in range(first, end):
        x[duals.classes[e]] = 0.0
    return move


@inner_kernel
def _slope(s, g, y):
    """What a share of class g adds to the dual objective to first order, but for what all classes have alike."""
    return np.float64(s[g]) - (1.0 if g == y else 0.0)


@inner_kernel
def _room(share, cap):
    """What a class other than the own may have more than its share; none where rounding has filled it."""
    return cap - share if share < clip_dual(cap, cap) else 0.0


@inner_kernel
def _make_move(move, loss, y, duals, i, block):
    """Change the dual variables, and put what W changes by into the block's first places; returns how many."""
    end = 0
    if move.amount > 0.0 and move.source != y:
        end = _change(move.source, -move.amount, loss, duals, i, block, end)
    if move.amount > 0.0 and move.target != y:
        end = _change(move.target, move.amount, loss, duals, i, block, end)
    total = np.float32(0.0)
    for e in range(end):
        total += block.deltas[e]
    if end > 0 and total != 0.0:
        block.classes[end], block.deltas[end] = y, -total
        end += 1
    return end


@inner_kernel
def _change(g, amount, loss, duals, i, block, end):
    """Add ``amount`` to x_g of sample i, and note what class g changes by at place ``end``; returns the next."""
    place, last = _place_of_class(duals, i, g), duals.start[i] + duals.count[i] - 1
    before = duals.values[place]
    after = clip_dual(max(before + amount, 0.0), loss.C / loss.k)
    duals.values[place] = after
    if after <= 0.0:
        duals.classes[place], duals.values[place] = duals.classes[last], duals.values[last]
        duals.count[i] -= 1
    block.classes[end], block.deltas[end] = g, before - after
    return end + (after != before)


@inner_kernel
def _place_of_class(duals, i, g):
    """Where x_g of sample i stands; one more place, with a zero, if it is none of the non-zeros."""
    first, count = duals.start[i], duals.count[i]
    for e in range(first, first + count):
        if duals.classes[e] == g:
            return e
    start = place_of(duals, i, count + 1)
    if start != first:
        for e in range(count):
            duals.classes[start + e], duals.values[start + e] = duals.classes[first + e], duals.values[first + e]
    duals.classes[start + count], duals.values[start + count] = g, 0.0
    return start + count
