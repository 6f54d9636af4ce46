"""The embedding z = Wx: its constraint, and its rank-one updates, made for a block of samples at a time.

With a step size for every element an update is not of rank one, and is made at once.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel, part_of_loop_by_type
from manyclass.kernels.common.rows import Dense, Sparse, dot_dense
from manyclass.kernels.common.steps import adaptive_step
from manyclass.kernels.embedding.block import (
    BLOCK,
    PANEL,
    add_leaving,
    compute_inner_products,
    embed_sample,
    leave,
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


class EmbeddingByElement(NamedTuple):
    """`Embedding` with a step size for every element: ``alpha`` float64, the accumulators, has the shape of ``V``."""

    V: np.ndarray
    scale: np.ndarray
    squared_norm: np.ndarray
    alpha: np.ndarray
    radius: float


@part_of_loop_by_type
def embed_now(embedding, rows, block, b):
    """``block.Z[b]`` = W x of the b-th sample of the block, whose turn it is."""


@part_of_loop_by_type
def update_embedding(embedding, rows, block, b, steps, eta):
    """W -= step · ``block.direction`` · x_bᵀ, back onto the ball.

    The samples to come take it into account when their turn comes.
    """


@inner_by_type
def embed_row(rows, i, V, z):
    """``z`` float32 (m,) = V x of row i."""


@inner_by_type
def step_by_element(rows, i, embedding, direction, steps, eta):
    """V -= steps ∘ (``direction`` · x_iᵀ), with a step size for each element; those of which x is 0 stay."""


@inner_by_type
def apply_row_scales(rows, V, scale, squared_norm):
    """Multiply ``scale`` into V, and measure the rows of W anew; all three change in place."""


@embed_now.case(Embedding)
def _embed_now(embedding, rows, block, b):
    embed_sample(block.embedded, b, block.Z[b])


@update_embedding.case(Embedding)
def _update_embedding(embedding, rows, block, b, steps, eta):
    """V waits for the end of the block."""
    compute_inner_products(rows, block, b)
    embedded = block.embedded
    k = embedded.count[0]
    _compute_amount(block, b, embedding, steps, eta)
    for j in range(block.amount.shape[0]):
        embedded.pending[k, j] = block.amount[j] / embedding.scale[j]
    embedded.sources[k] = b
    embedded.count[0] = k + 1
    if embedding.radius < np.inf and _project_rows(block, b, embedding) < SMALLEST_SCALE:
        flush_updates(rows, block, embedding)


@inner_kernel
def _compute_amount(block, b, embedding, steps, eta):
    """``block.amount`` = -step · direction, with a step size for each row of W."""
    direction = block.direction
    scale = block.embedded.inner_products[b, b] * direction.shape[0] / embedding.V.size
    for j in range(direction.shape[0]):
        step = adaptive_step(steps, eta, embedding.alpha, j, scale * direction[j] * direction[j])
        block.amount[j] = -step * direction[j]


@inner_kernel
def _project_rows(block, b, embedding):
    """Scale the rows of W that have left the ball back onto it; returns the smallest scale.

    Their new lengths follow from z_b and ‖x_b‖², without reading them.
    """
    x_squared = block.embedded.inner_products[b, b]
    smallest = np.float32(1)
    for j in range(block.amount.shape[0]):
        amount = block.amount[j]
        after = embedding.squared_norm[j] + 2.0 * amount * block.Z[b, j] + amount * amount * x_squared
        row_scale = min(1.0, embedding.radius / np.sqrt(max(after, 1e-300)))
        embedding.squared_norm[j] = after * row_scale * row_scale
        embedding.scale[j] *= row_scale
        smallest = min(smallest, embedding.scale[j])
    return smallest


@inner_kernel
def flush_updates(rows, block, embedding):
    """Apply the pending updates, multiply the scales in, and measure the rows of W anew."""
    z = block.amount  # nobody needs the latest any more
    for c in range(BLOCK):
        embed_sample(block.embedded, c, z)
        for j in range(z.shape[0]):
            block.embedded.loaded[j, c] = z[j]
    leave(rows, block)
    for first in range(0, z.shape[0], PANEL):
        add_leaving(rows, block, embedding.V, first, min(first + PANEL, z.shape[0]))
    apply_row_scales(rows, embedding.V, embedding.scale, embedding.squared_norm)


@apply_row_scales.case(Dense)
def _apply_row_scales_dense(rows, V, scale, squared_norm):
    for j in range(V.shape[0]):
        v = V[j]
        for r in range(v.shape[0]):
            v[r] *= scale[j]
        scale[j] = 1.0
        squared_norm[j] = dot_dense(v, v)


@apply_row_scales.case(Sparse)
def _apply_row_scales_sparse(rows, V, scale, squared_norm):
    squared_norm[:] = 0.0
    for r in range(V.shape[0]):
        v = V[r]
        for j in range(v.shape[0]):
            v[j] *= scale[j]
            squared_norm[j] += v[j] * v[j]
    scale[:] = 1.0


@embed_now.case(EmbeddingByElement)
def _embed_now_by_element(embedding, rows, block, b):
    """Straight from V: what has been loaded, from which old scores are made, does not follow such updates."""
    embed_row(rows, block.samples[b], embedding.V, block.Z[b])


@update_embedding.case(EmbeddingByElement)
def _update_embedding_by_element(embedding, rows, block, b, steps, eta):
    step_by_element(rows, block.samples[b], embedding, block.direction, steps, eta)
    if embedding.radius < np.inf:
        apply_row_scales(rows, embedding.V, embedding.scale, embedding.squared_norm)
        for j in range(embedding.scale.shape[0]):
            embedding.scale[j] = min(1.0, embedding.radius / np.sqrt(max(embedding.squared_norm[j], 1e-300)))
        apply_row_scales(rows, embedding.V, embedding.scale, embedding.squared_norm)


@embed_row.case(Dense)
def _embed_row_dense(rows, i, V, z):
    for j in range(z.shape[0]):
        z[j] = dot_dense(rows.X[i], V[j])


@embed_row.case(Sparse)
def _embed_row_sparse(rows, i, V, z):
    for j in range(z.shape[0]):
        z[j] = 0.0
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        v = V[rows.indices[k]]
        for j in range(z.shape[0]):
            z[j] += rows.data[k] * v[j]


@step_by_element.case(Dense)
def _step_by_element_dense(rows, i, embedding, direction, steps, eta):
    x = rows.X[i]
    for j in range(direction.shape[0]):
        v, alpha = embedding.V[j], embedding.alpha[j]
        for r in range(v.shape[0]):
            gradient = direction[j] * x[r]
            v[r] -= adaptive_step(steps, eta, alpha, r, gradient * gradient) * gradient


@step_by_element.case(Sparse)
def _step_by_element_sparse(rows, i, embedding, direction, steps, eta):
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x, v, alpha = rows.data[k], embedding.V[rows.indices[k]], embedding.alpha[rows.indices[k]]
        for j in range(direction.shape[0]):
            gradient = direction[j] * x
            v[j] -= adaptive_step(steps, eta, alpha, j, gradient * gradient) * gradient
