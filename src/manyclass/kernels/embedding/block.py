"""Blocks of samples: embedded together before their steps, and the updates that their steps make of W.

A matrix product of 32 samples reads W once where 32 single steps read and write it 32 times. Nothing is
approximate: what a step changes for the later samples of its block follows from inner products of samples.
The matrix V that holds W is float32 (m, d) for dense rows and (d, m) for sparse ones.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rng import below
from manyclass.kernels.common.rows import Dense, Sparse, dot, dot_dense

BLOCK = 32
# Rows of W that are updated together: their change stays in cache until it is added.
PANEL = 16


class Block(NamedTuple):
    """K samples to come, and the updates V += pendingᵀ · X that those before have caused.

    ``samples`` int64 (K,), their rows ``X`` float32 (K, d) (for sparse rows (1, d), zeros but for a moment),
    and ``Z`` float32 (K, m), W x as of now. ``pending`` float32 (K, m) has a row for each of the first
    ``count`` int64 (1,) of ``sources`` int64 (K,), places in the block. ``inner_products`` float32 (K,),
    ``direction``, ``amount`` and ``row_scale`` float32 (m,) describe the latest update: x_b · x_c, the factor of
    x_bᵀ in its gradient, W += amount · x_bᵀ, and what takes the rows of W back onto the ball.
    """

    samples: np.ndarray
    X: np.ndarray
    Z: np.ndarray
    pending: np.ndarray
    sources: np.ndarray
    count: np.ndarray
    inner_products: np.ndarray
    direction: np.ndarray
    amount: np.ndarray
    row_scale: np.ndarray


@by_type
def block_for(rows, V, m):
    """A block of no samples yet, for rows of this type."""


@by_type
def embed_block(rows, block, V):
    """``block.Z`` = X Vᵀ for the block's samples."""


@by_type
def compute_inner_products(rows, block, b):
    """``block.inner_products[c]`` = x_b · x_c for c ≥ b."""


@by_type
def apply_updates(rows, block, V):
    """Add the pending updates to V, and forget them."""


@by_type
def apply_row_scales(rows, V, scale, squared_norm):
    """Multiply ``scale`` into V, and measure the rows of W anew; all three change in place."""


@kernel
def new_block(n_copies, d, m):
    """A block of no samples yet, with room for so many rows of d features and for z of length m."""
    return Block(
        np.zeros(BLOCK, np.int64),
        np.zeros((n_copies, d), np.float32),
        np.zeros((BLOCK, m), np.float32),
        np.zeros((BLOCK, m), np.float32),
        np.zeros(BLOCK, np.int64),
        np.zeros(1, np.int64),
        np.zeros(BLOCK, np.float32),
        np.zeros(m, np.float32),
        np.zeros(m, np.float32),
        np.ones(m, np.float32),
    )


@kernel
def draw_samples(block, n, rng):
    """The block's samples, each uniform in 0..n-1."""
    for b in range(BLOCK):
        block.samples[b] = below(rng, n)


@kernel
def copy(source, target):
    """Element by element: assigning one array to another compiles for seconds, to word its errors."""
    for r in range(source.shape[0]):
        target[r] = source[r]


@block_for.case(Dense)
def _block_dense(rows, V, m):
    return new_block(BLOCK, V.shape[1], m)


@embed_block.case(Dense)
def _embed_dense(rows, block, V):
    for b in range(BLOCK):
        copy(rows.X[block.samples[b]], block.X[b])
    Zt = np.dot(V, block.X.T)
    for b in range(BLOCK):
        for j in range(Zt.shape[0]):
            block.Z[b, j] = Zt[j, b]


@compute_inner_products.case(Dense)
def _inner_products_dense(rows, block, b):
    for c in range(b, BLOCK):
        block.inner_products[c] = dot_dense(block.X[b], block.X[c])


@apply_updates.case(Dense)
def _apply_updates_dense(rows, block, V):
    count = block.count[0]
    if count == 0:
        return
    for k in range(count):
        copy(block.X[block.sources[k]], block.X[k])
    amounts = np.ascontiguousarray(block.pending[:count].T)
    for first in range(0, V.shape[0], PANEL):
        change = np.dot(amounts[first : first + PANEL], block.X[:count])
        for j in range(change.shape[0]):
            v, to_add = V[first + j], change[j]
            for r in range(v.shape[0]):
                v[r] += to_add[r]
    block.count[0] = 0


@apply_row_scales.case(Dense)
def _apply_row_scales_dense(rows, V, scale, squared_norm):
    for j in range(V.shape[0]):
        v = V[j]
        for r in range(v.shape[0]):
            v[r] *= scale[j]
        scale[j] = 1.0
        squared_norm[j] = dot_dense(v, v)


@block_for.case(Sparse)
def _block_sparse(rows, V, m):
    return new_block(1, V.shape[0], m)


@embed_block.case(Sparse)
def _embed_sparse(rows, block, V):
    block.Z[:] = 0.0
    for b in range(BLOCK):
        i = block.samples[b]
        z = block.Z[b]
        for k in range(rows.indptr[i], rows.indptr[i + 1]):
            v = V[rows.indices[k]]
            for j in range(z.shape[0]):
                z[j] += rows.data[k] * v[j]


@compute_inner_products.case(Sparse)
def _inner_products_sparse(rows, block, b):
    x, i = block.X[0], block.samples[b]
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x[rows.indices[k]] = rows.data[k]
    for c in range(b, BLOCK):
        block.inner_products[c] = dot(rows, block.samples[c], x)
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x[rows.indices[k]] = 0.0


@apply_updates.case(Sparse)
def _apply_updates_sparse(rows, block, V):
    for u in range(block.count[0]):
        i = block.samples[block.sources[u]]
        for k in range(rows.indptr[i], rows.indptr[i + 1]):
            v = V[rows.indices[k]]
            for j in range(v.shape[0]):
                v[j] += rows.data[k] * block.pending[u, j]
    block.count[0] = 0


@apply_row_scales.case(Sparse)
def _apply_row_scales_sparse(rows, V, scale, squared_norm):
    squared_norm[:] = 0.0
    for r in range(V.shape[0]):
        v = V[r]
        for j in range(v.shape[0]):
            v[j] *= scale[j]
            squared_norm[j] += v[j] * v[j]
    scale[:] = 1.0
