"""The embedding z = Wx, its constraint, and the update that waits until W is read again."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.dispatch import by_type, kernel
from manyclass.kernels.rows import Dense, Sparse, dot_dense
from manyclass.kernels.steps import take
from manyclass.kernels.updates import SMALLEST_SCALE


class Embedding(NamedTuple):
    """W = diag(scale) · V, and a rank-one update V += pending · x_rowᵀ that is still to be made.

    Reading W for the next sample and writing the last update are one pass over V, which is all of a step's
    memory traffic that counts. ``V`` float32 is (m, d) for dense rows and (d, m) for sparse ones, so that the
    innermost loop is contiguous. ``scale`` float32, ``squared_norm`` float64 (of the rows of W), ``alpha``
    float64 and ``pending`` float32 are (m,); ``row`` int64 (1,) is the waiting sample, -1 for none.
    ``radius`` bounds ‖W_j‖, inf for no constraint.
    """

    V: np.ndarray
    scale: np.ndarray
    squared_norm: np.ndarray
    alpha: np.ndarray
    pending: np.ndarray
    row: np.ndarray
    radius: float


@by_type
def embed(rows, i, embedding, z):
    """Make the waiting update, and z = W x_i in the same pass; ``z`` float32 (m,) is overwritten."""


@by_type
def settle(rows, embedding):
    """Make the waiting update, multiply the scales in, and measure the rows of W anew."""


@embed.case(Dense)
def _embed(rows, i, embedding, z):
    x = rows.X[i]
    waiting = embedding.row[0]
    if waiting < 0:
        for j in range(z.shape[0]):
            z[j] = embedding.scale[j] * dot_dense(x, embedding.V[j])
        return
    last = rows.X[waiting]
    for j in range(z.shape[0]):
        z[j] = embedding.scale[j] * _add_and_dot(embedding.V[j], embedding.pending[j], last, x)
    embedding.row[0] = -1


@kernel
def _add_and_dot(v, amount, last, x):
    """``v += amount · last``, and ``v · x`` thereafter."""
    total = np.float32(0)
    for r in range(v.shape[0]):
        moved = v[r] + amount * last[r]
        v[r] = moved
        total += moved * x[r]
    return total


@embed.case(Sparse)
def _embed_sparse(rows, i, embedding, z):
    _add_waiting(rows, embedding)
    z[:] = 0.0
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        v = embedding.V[rows.indices[k]]
        for j in range(z.shape[0]):
            z[j] += rows.data[k] * v[j]
    for j in range(z.shape[0]):
        z[j] *= embedding.scale[j]


@kernel
def _add_waiting(rows, embedding):
    waiting = embedding.row[0]
    if waiting < 0:
        return
    for k in range(rows.indptr[waiting], rows.indptr[waiting + 1]):
        v = embedding.V[rows.indices[k]]
        for j in range(v.shape[0]):
            v[j] += rows.data[k] * embedding.pending[j]
    embedding.row[0] = -1


@settle.case(Dense)
def _settle(rows, embedding):
    waiting = embedding.row[0]
    for j in range(embedding.V.shape[0]):
        v = embedding.V[j]
        for r in range(v.shape[0]):
            if waiting >= 0:
                v[r] += embedding.pending[j] * rows.X[waiting, r]
            v[r] *= embedding.scale[j]
        embedding.scale[j] = 1.0
        embedding.squared_norm[j] = dot_dense(v, v)
    embedding.row[0] = -1


@settle.case(Sparse)
def _settle_sparse(rows, embedding):
    _add_waiting(rows, embedding)
    embedding.squared_norm[:] = 0.0
    for r in range(embedding.V.shape[0]):
        v = embedding.V[r]
        for j in range(v.shape[0]):
            v[j] *= embedding.scale[j]
            embedding.squared_norm[j] += v[j] * v[j]
    embedding.scale[:] = 1.0


@kernel
def defer(embedding, i, z, direction, length, steps, eta):
    """Note the update W -= step · direction · x_iᵀ for the next pass, projected onto ‖W_j‖ ≤ radius.

    ``length`` is ‖x_i‖² and ``z`` = W x_i, from which the new lengths of the rows follow without reading them.
    """
    d = embedding.V.size // z.shape[0]
    smallest = np.float32(1)
    for j in range(z.shape[0]):
        square = direction[j] * direction[j] * length
        amount = -take(steps, eta, embedding.alpha, j, square / d) * direction[j]
        embedding.pending[j] = amount / embedding.scale[j]
        after = embedding.squared_norm[j] + 2.0 * amount * z[j] + amount * amount * length
        if after > embedding.radius**2:
            embedding.scale[j] *= embedding.radius / np.sqrt(after)
            after = embedding.radius**2
        embedding.squared_norm[j] = after
        smallest = min(smallest, embedding.scale[j])
    embedding.row[0] = i
    return smallest < SMALLEST_SCALE
