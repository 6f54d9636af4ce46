"""Blocks of samples: embedded together before their steps, and the updates that their steps make of W.

A matrix product of 32 samples reads W once where 32 single steps read and write it 32 times. Nothing is
approximate: what a step changes for the later samples of its block follows from inner products of samples.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rng import below
from manyclass.kernels.common.rows import Dense, Sparse, dot, dot_dense

BLOCK = 32


class Block(NamedTuple):
    """K samples to come, and the updates V += pendingᵀ · X that those before have caused.

    ``samples`` int64 (K,), their rows ``X`` float32 (K, d) (for sparse rows (1, d), zeros but for a moment),
    and ``Z`` float32 (K, m), W x as of now. ``pending`` float32 (K, m) has a row for each of the first
    ``count`` int64 (1,) of ``movers`` int64 (K,), places in the block. ``products`` float32 (K,),
    ``direction``, ``amount`` and ``shrink`` float32 (m,) describe the latest update: x_b · x_c, the factor of
    x_bᵀ in its gradient, W += amount · x_bᵀ, and what takes the rows of W back onto the ball.
    """

    samples: np.ndarray
    X: np.ndarray
    Z: np.ndarray
    pending: np.ndarray
    movers: np.ndarray
    count: np.ndarray
    products: np.ndarray
    direction: np.ndarray
    amount: np.ndarray
    shrink: np.ndarray


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
def draw_samples(block, n, state):
    """The block's samples, each uniform in 0..n-1."""
    for b in range(BLOCK):
        block.samples[b] = below(state, n)


@by_type
def block_for(rows, V, m):
    """A block for rows of this type, with V in the order that suits them."""


@by_type
def products(rows, block, b):
    """``block.products[c]`` = x_b · x_c for c ≥ b."""


@block_for.case(Dense)
def _block_dense(rows, V, m):
    return new_block(BLOCK, V.shape[1], m)


@products.case(Dense)
def _products(rows, block, b):
    for c in range(b, BLOCK):
        block.products[c] = dot_dense(block.X[b], block.X[c])


@block_for.case(Sparse)
def _block_sparse(rows, V, m):
    return new_block(1, V.shape[0], m)


@products.case(Sparse)
def _products_sparse(rows, block, b):
    x, i = block.X[0], block.samples[b]
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x[rows.indices[k]] = rows.data[k]
    for c in range(b, BLOCK):
        block.products[c] = dot(rows, block.samples[c], x)
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x[rows.indices[k]] = 0.0
