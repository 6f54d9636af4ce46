"""The cases of `manyclass.kernels.sgd.projected` for sparse rows: class vectors in columns, each with its own scale.

A batch reads and writes the rows of V that its samples have values in, and numbers of each class. So that a projection
changes one number, the squared lengths of the columns of V follow each change of an element.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.columns import add_scores
from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel
from manyclass.kernels.common.rows import Sparse, WithConstant, feature, values_of
from manyclass.kernels.sgd.projected import LEAST_SCALE, average, begin, decay, descend, end, score


class ProjectedColumns(NamedTuple):
    """`Projected` with the class vectors in the columns of ``W`` float32 and ``total`` float64, both (D, G)."""

    W: np.ndarray
    radius: float
    penalty: float
    total: np.ndarray
    average_from: int


class ColumnsWork(NamedTuple):
    """What a pass writes on: ``scale`` and ``C`` float64 (G,), as of `manyclass.kernels.sgd.projected`.

    ``seen`` float64, of the shape of total, is what C was; of a row of V, ``added`` int64 (D,) tells which batch has
    last brought it up to date; ``batches`` int64 (1,) have begun. ``squares`` float64 (G,) are the squared lengths in
    V, ``q`` float32 (G,) the coefficients of a sample, and ``moved`` int64 (G,) the classes that have some.
    """

    scale: np.ndarray
    C: np.ndarray
    seen: np.ndarray
    added: np.ndarray
    batches: np.ndarray
    squares: np.ndarray
    q: np.ndarray
    moved: np.ndarray


@inner_by_type
def move(rows, i, model, work, n_moved):
    """Add x_i qᵀ to V; ``n_moved`` tells how many classes are listed as moved, -1 that all may move."""


@move.case(Sparse)
def _move(rows, i, model, work, n_moved):
    for k in values_of(rows, i):
        _move_row(model, work, feature(rows, k), rows.data[k], n_moved)


@move.case(WithConstant)
def _move_with_constant(rows, i, model, work, n_moved):
    move(rows.rows, i, model, work, n_moved)
    _move_row(model, work, model.W.shape[0] - 1, np.float32(rows.constant), n_moved)


@inner_kernel
def _move_row(model, work, j, x, n_moved):
    """Add x q to row j of V."""
    if n_moved >= 0:
        for k in range(n_moved):
            g = work.moved[k]
            _add_to_total(model, work, j, g)
            _move_element(model.W[j], work, x, g)
        return
    if model.total.shape[0] > 0 and work.added[j] != work.batches[0]:
        work.added[j] = work.batches[0]
        _add_row_to_total(model.W[j], work.C, work.seen[j], model.total[j])
    if model.radius < np.inf:
        for g in range(work.q.shape[0]):
            _move_element(model.W[j], work, x, g)
    else:
        v = model.W[j]
        for g in range(work.q.shape[0]):
            v[g] += x * work.q[g]


@inner_kernel
def _move_element(v, work, x, g):
    before = v[g]
    v[g] = before + x * work.q[g]
    work.squares[g] += (np.float64(v[g]) - before) * (np.float64(v[g]) + before)


@inner_kernel
def _add_to_total(model, work, j, g):
    if model.total.shape[0] > 0:
        model.total[j, g] += (work.C[g] - work.seen[j, g]) * model.W[j, g]
        work.seen[j, g] = work.C[g]


@inner_kernel
def _add_row_to_total(v, C, seen, total):
    for g in range(v.shape[0]):
        total[g] += (C[g] - seen[g]) * np.float64(v[g])
        seen[g] = C[g]


@begin.case(ProjectedColumns)
def _begin(model, B):
    D, G = model.W.shape
    squares = np.zeros(G)
    for j in range(D):
        for g in range(G):
            squares[g] += np.float64(model.W[j, g]) * model.W[j, g]
    return ColumnsWork(
        np.ones(G),
        np.zeros(G),
        np.zeros(model.total.shape),
        np.zeros(D, np.int64),
        np.zeros(1, np.int64),
        squares,
        np.zeros(G, np.float32),
        np.zeros(G, np.int64),
    )


@score.case(ProjectedColumns)
def _score(model, work, rows, samples, z):
    for b in range(samples.shape[0]):
        s = z[b]
        s[:] = np.float32(0)
        add_scores(rows, samples[b], model.W, s)
        for g in range(s.shape[0]):
            s[g] *= np.float32(work.scale[g])


@average.case(ProjectedColumns)
def _average(model, work, t):
    if t > model.average_from:
        work.C[:] += work.scale


@decay.case(ProjectedColumns)
def _decay(model, work, factor):
    if factor * work.scale.min() < LEAST_SCALE:
        end(model, work)
        model.W[:] *= np.float32(factor)
        work.squares[:] *= factor * factor
    else:
        work.scale[:] *= factor


@descend.case(ProjectedColumns)
def _descend(model, work, rows, samples, p, step, few):
    n_weights = 0
    work.batches[0] += 1
    for b in range(samples.shape[0]):
        n_moved = 0
        for g in range(p.shape[1]):
            work.q[g] = np.float32(step / work.scale[g]) * p[b, g]
            if p[b, g] != 0:
                work.moved[n_moved] = g
                n_moved += 1
        n_weights += n_moved
        move(rows, samples[b], model, work, n_moved if few else -1)
    if model.radius < np.inf:
        for g in range(p.shape[1]):
            if work.squares[g] * work.scale[g] ** 2 > model.radius**2:
                work.scale[g] = model.radius / np.sqrt(work.squares[g])
                if work.scale[g] < LEAST_SCALE:
                    _apply_scale(model, work, g)
    return n_weights


@inner_kernel
def _apply_scale(model, work, g):
    """Multiply one class vector by its scale."""
    for j in range(model.W.shape[0]):
        _add_to_total(model, work, j, g)
        model.W[j, g] *= np.float32(work.scale[g])
        if model.total.shape[0] > 0:
            work.seen[j, g] = 0.0
    work.squares[g] *= work.scale[g] ** 2
    work.scale[g], work.C[g] = 1.0, 0.0


@end.case(ProjectedColumns)
def _end(model, work):
    for j in range(model.W.shape[0]):
        v = model.W[j]
        if model.total.shape[0] > 0:
            _add_row_to_total(v, work.C, work.seen[j], model.total[j])
            work.seen[j] = 0.0
        for g in range(v.shape[0]):
            v[g] *= np.float32(work.scale[g])
    work.squares[:] *= work.scale * work.scale
    work.scale[:], work.C[:] = 1.0, 0.0
