"""Class vectors in balls, moved by mini-batches, with a penalty and an average that cost nothing between the moves.

The vectors are scale · V. A penalty changes the scale only. Of the average, C is the sum of what the scale has been in
the updates that are averaged; a vector that moves has first C, less what C was when it moved last, times V added to its
sum.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, inner_kernel, kernel
from manyclass.kernels.common.rows import copy_row, dot_dense

# Below it the scale goes into V, lest V overflow.
LEAST_SCALE = 1e-6
# Classes whose updates are computed by one matrix product and added while they are in cache.
PANEL = 256


class Projected(NamedTuple):
    """Class vectors ``W`` float32 (G, D), each in the ball of ``radius``, and the sum of what they have been.

    Over the updates T0 < t ≤ T, ``total`` float64 (G, D) sums W^t as it was before update t; T0 is ``average_from``,
    and total may have no rows if no update is later. ``penalty`` is λ of ½ λ ‖W‖².
    """

    W: np.ndarray
    radius: float
    penalty: float
    total: np.ndarray
    average_from: int


class RowsWork(NamedTuple):
    """What a pass writes on: of the batch, features ``X`` float32 (B, D).

    Of `PANEL` classes, ``q`` float32 (PANEL, B) are the coefficients and ``step`` float32 (PANEL, D) the change.
    ``scale`` and ``C`` float64 (1,) are those of the file's docstring, and ``seen`` float64 (G,) is what C was.
    ``moved`` int64 (G,) lists the classes that a batch moves, and ``moves`` bool (G,) tells which are listed.
    """

    X: np.ndarray
    q: np.ndarray
    step: np.ndarray
    scale: np.ndarray
    C: np.ndarray
    seen: np.ndarray
    moved: np.ndarray
    moves: np.ndarray


@by_type
def begin(model, B):
    """What a pass of batches of B samples writes on.

    The case of sparse rows: `manyclass.kernels.sgd.projected_columns`.
    """


@by_type
def score(model, work, rows, samples, z):
    """Fill z float32 (B, G) with the scores of the samples int64 (b,), b ≤ B.

    The case of sparse rows: `manyclass.kernels.sgd.projected_columns`.
    """


@by_type
def average(model, work, t):
    """Count the vectors as they are into the average, where update ``t`` is one that is averaged.

    The case of sparse rows: `manyclass.kernels.sgd.projected_columns`.
    """


@by_type
def decay(model, work, factor):
    """Multiply all class vectors by ``factor``.

    The case of sparse rows: `manyclass.kernels.sgd.projected_columns`.
    """


@by_type
def descend(model, work, rows, samples, p, step, few):
    """Add step · Σ_b p_bg x_b to each class vector and project it; returns how many of the weights p (B, G) are not 0.

    ``few`` tells that most are 0. The case of sparse rows: `manyclass.kernels.sgd.projected_columns`.
    """


@by_type
def end(model, work):
    """Leave in the model the class vectors themselves, and their whole sum.

    The case of sparse rows: `manyclass.kernels.sgd.projected_columns`.
    """


@begin.case(Projected)
def _begin(model, B):
    G, D = model.W.shape
    return RowsWork(
        np.zeros((B, D), np.float32),
        np.zeros((min(G, PANEL), B), np.float32),
        np.zeros((min(G, PANEL), D), np.float32),
        np.ones(1),
        np.zeros(1),
        np.zeros(G),
        np.zeros(G, np.int64),
        np.zeros(G, np.bool_),
    )


@score.case(Projected)
def _score(model, work, rows, samples, z):
    for b in range(samples.shape[0]):
        copy_row(rows, samples[b], work.X[b])
    np.dot(work.X, model.W.T, z)
    if work.scale[0] != 1.0:
        z *= np.float32(work.scale[0])


@average.case(Projected)
def _average(model, work, t):
    if t > model.average_from:
        work.C[0] += work.scale[0]


@decay.case(Projected)
def _decay(model, work, factor):
    if factor * work.scale[0] < LEAST_SCALE:
        end(model, work)
        model.W[:] *= np.float32(factor)
    else:
        work.scale[0] *= factor


@descend.case(Projected)
def _descend(model, work, rows, samples, p, step, few):
    factor = np.float32(step / work.scale[0])
    if few:
        return _move_few(model, work, samples.shape[0], p, factor)
    return _move_all(model, work, samples.shape[0], p, factor)


@inner_kernel
def _move_few(model, work, size, p, factor):
    """Move, sample by sample, the classes that have weights."""
    n_weights = n_moved = 0
    for b in range(size):
        x = work.X[b]
        for g in range(p.shape[1]):
            if p[b, g] != 0:
                n_weights += 1
                if not work.moves[g]:
                    work.moves[g] = True
                    work.moved[n_moved] = g
                    n_moved += 1
                    add_to_total(model, work, g)
                w, c = model.W[g], factor * p[b, g]
                for j in range(w.shape[0]):
                    w[j] += c * x[j]
    for k in range(n_moved):
        work.moves[work.moved[k]] = False
        project(model.W[work.moved[k]], model.radius / work.scale[0])
    return n_weights


@kernel
def _move_all(model, work, size, p, factor):
    """Move all classes by matrix products."""
    n_weights = 0
    work.q[:, size:], work.X[size:] = np.float32(0), np.float32(0)
    for first in range(0, p.shape[1], PANEL):
        stop = min(p.shape[1], first + PANEL)
        n_weights += _coefficients(work.q, p[:size, first:stop], factor)
        np.dot(work.q[: stop - first], work.X, work.step[: stop - first])
        _add_panel(model, work, first, stop)
    return n_weights


@inner_kernel
def _coefficients(q, p, factor):
    """Put factor · pᵀ into q; returns how many of p are not 0."""
    n_weights = 0
    for b in range(p.shape[0]):
        for g in range(p.shape[1]):
            q[g, b] = factor * p[b, g]
            n_weights += p[b, g] != 0
    return n_weights


@inner_kernel
def _add_panel(model, work, first, stop):
    """Add to the classes from first to stop their steps."""
    for g in range(first, stop):
        add_to_total(model, work, g)
        w, change = model.W[g], work.step[g - first]
        for j in range(w.shape[0]):
            w[j] += change[j]
        project(w, model.radius / work.scale[0])


@end.case(Projected)
def _end(model, work):
    for g in range(model.W.shape[0]):
        add_to_total(model, work, g)
    if work.scale[0] != 1.0:
        model.W[:] *= np.float32(work.scale[0])
    work.scale[0], work.C[0] = 1.0, 0.0
    work.seen[:] = 0.0


@inner_kernel
def project(w, radius):
    """Multiply w float32 (D,) by min(1, ρ/‖w‖)."""
    if radius < np.inf:
        length = np.sqrt(np.float64(dot_dense(w, w)))
        if length > radius:
            factor = np.float32(radius / length)
            for j in range(w.shape[0]):
                w[j] *= factor


@inner_kernel
def add_to_total(model, work, g):
    """Add to the sum what class ``g`` has been in the averaged updates since it last moved."""
    weight = work.C[0] - work.seen[g]
    if weight > 0.0:
        w, total = model.W[g], model.total[g]
        for j in range(w.shape[0]):
            total[j] += weight * np.float64(w[j])
        work.seen[g] = work.C[0]
