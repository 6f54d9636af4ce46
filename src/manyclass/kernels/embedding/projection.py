"""The embedding z = Wx: its constraint, and its rank-one updates, made for a block of samples at a time."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.steps import adaptive_step
from manyclass.kernels.embedding.block import (
    apply_row_scales,
    apply_updates,
    compute_inner_products,
    draw_samples,
    embed_block,
)
from manyclass.kernels.sgd.updates import SMALLEST_SCALE


class Embedding(NamedTuple):
    """W = diag(scale) · V with ‖W_j‖ ≤ radius, inf for no constraint.

    ``V`` float32 is (m, d) for dense rows and (d, m) for sparse ones, so that the innermost loop is
    contiguous. ``scale`` float32, ``squared_norm`` float64 (of the rows of W) and ``alpha`` float64 are (m,).
    Between passes the scales are all 1.
    """

    V: np.ndarray
    scale: np.ndarray
    squared_norm: np.ndarray
    alpha: np.ndarray
    radius: float


@kernel
def load_block(rows, block, embedding, n, rng):
    """Apply the updates of the last block, then draw the samples of the next one and embed them."""
    apply_updates(rows, block, embedding.V)
    draw_samples(block, n, rng)
    embed_block(rows, block, embedding.V)
    for c in range(block.Z.shape[0]):
        for j in range(block.Z.shape[1]):
            block.Z[c, j] *= embedding.scale[j]


@kernel
def update_embedding(rows, block, b, embedding, steps, eta):
    """W -= step · ``block.direction`` · x_bᵀ, back onto the ball.

    The rest of the block's z follow at once, through the inner products of their samples with x_b; V waits
    for the end of the block.
    """
    compute_inner_products(rows, block, b)
    k = block.count[0]
    _compute_amount(block, b, embedding, steps, eta)
    for j in range(block.amount.shape[0]):
        block.pending[k, j] = block.amount[j] / embedding.scale[j]
    block.sources[k] = b
    block.count[0] = k + 1
    for c in range(b + 1, block.Z.shape[0]):
        z = block.Z[c]
        for j in range(z.shape[0]):
            z[j] += block.inner_products[c] * block.amount[j]
    if embedding.radius < np.inf and _project_rows(block, b, embedding) < SMALLEST_SCALE:
        flush_updates(rows, block, embedding)


@kernel
def _compute_amount(block, b, embedding, steps, eta):
    """``block.amount`` = -step · direction, with a step size for each row of W."""
    direction = block.direction
    scale = block.inner_products[b] * direction.shape[0] / embedding.V.size
    for j in range(direction.shape[0]):
        step = adaptive_step(steps, eta, embedding.alpha, j, scale * direction[j] * direction[j])
        block.amount[j] = -step * direction[j]


@kernel
def _project_rows(block, b, embedding):
    """Scale the rows of W that have left the ball back onto it; returns the smallest scale.

    Their new lengths follow from z_b and ‖x_b‖², without reading them.
    """
    x_squared = block.inner_products[b]
    smallest = np.float32(1)
    for j in range(block.amount.shape[0]):
        amount = block.amount[j]
        after = embedding.squared_norm[j] + 2.0 * amount * block.Z[b, j] + amount * amount * x_squared
        row_scale = min(1.0, embedding.radius / np.sqrt(max(after, 1e-300)))
        embedding.squared_norm[j] = after * row_scale * row_scale
        embedding.scale[j] *= row_scale
        block.row_scale[j] = row_scale
        smallest = min(smallest, embedding.scale[j])
    for c in range(b + 1, block.Z.shape[0]):
        z = block.Z[c]
        for j in range(z.shape[0]):
            z[j] *= block.row_scale[j]
    return smallest


@kernel
def flush_updates(rows, block, embedding):
    """Apply the pending updates, multiply the scales in, and measure the rows of W anew."""
    apply_updates(rows, block, embedding.V)
    apply_row_scales(rows, embedding.V, embedding.scale, embedding.squared_norm)
