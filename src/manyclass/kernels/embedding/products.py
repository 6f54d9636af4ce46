"""What a block of samples asks of the matrix V that embeds them: to be multiplied by, and to be updated.

V float32 is (m, d) for dense rows and (d, m) for sparse ones.
"""

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rows import Dense, Sparse, dot_dense
from manyclass.kernels.embedding.block import BLOCK

# Rows of W that are updated together: their change stays in cache until it is added.
PANEL = 16


@kernel
def copy(source, target):
    """Element by element: assigning one array to another compiles for seconds, to word its errors."""
    for r in range(source.shape[0]):
        target[r] = source[r]


@by_type
def embed(rows, block, V):
    """``block.Z`` = X Vᵀ for the block's samples."""


@by_type
def make_pending(rows, block, V):
    """Make the updates that wait, and forget them."""


@by_type
def fold(rows, V, scale, squared_norm):
    """Multiply ``scale`` into V, and measure the rows of the embedding anew."""


@embed.case(Dense)
def _embed(rows, block, V):
    for b in range(BLOCK):
        copy(rows.X[block.samples[b]], block.X[b])
    Zt = np.dot(V, block.X.T)
    for b in range(BLOCK):
        for j in range(Zt.shape[0]):
            block.Z[b, j] = Zt[j, b]


@make_pending.case(Dense)
def _make_pending(rows, block, V):
    count = block.count[0]
    if count == 0:
        return
    for k in range(count):
        copy(block.X[block.movers[k]], block.X[k])
    amounts = np.ascontiguousarray(block.pending[:count].T)
    for first in range(0, V.shape[0], PANEL):
        change = np.dot(amounts[first : first + PANEL], block.X[:count])
        for j in range(change.shape[0]):
            v, to_add = V[first + j], change[j]
            for r in range(v.shape[0]):
                v[r] += to_add[r]
    block.count[0] = 0


@fold.case(Dense)
def _fold(rows, V, scale, squared_norm):
    for j in range(V.shape[0]):
        v = V[j]
        for r in range(v.shape[0]):
            v[r] *= scale[j]
        scale[j] = 1.0
        squared_norm[j] = dot_dense(v, v)


@embed.case(Sparse)
def _embed_sparse(rows, block, V):
    block.Z[:] = 0.0
    for b in range(BLOCK):
        i = block.samples[b]
        z = block.Z[b]
        for k in range(rows.indptr[i], rows.indptr[i + 1]):
            v = V[rows.indices[k]]
            for j in range(z.shape[0]):
                z[j] += rows.data[k] * v[j]


@make_pending.case(Sparse)
def _make_pending_sparse(rows, block, V):
    for u in range(block.count[0]):
        i = block.samples[block.movers[u]]
        for k in range(rows.indptr[i], rows.indptr[i + 1]):
            v = V[rows.indices[k]]
            for j in range(v.shape[0]):
                v[j] += rows.data[k] * block.pending[u, j]
    block.count[0] = 0


@fold.case(Sparse)
def _fold_sparse(rows, V, scale, squared_norm):
    squared_norm[:] = 0.0
    for r in range(V.shape[0]):
        v = V[r]
        for j in range(v.shape[0]):
            v[j] *= scale[j]
            squared_norm[j] += v[j] * v[j]
    scale[:] = 1.0
