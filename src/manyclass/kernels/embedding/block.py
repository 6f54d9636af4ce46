"""Blocks of samples: embedded together before their steps, and the updates that their steps make of W.

A matrix product of 64 samples reads W once where 64 single steps read and write it 64 times. Nothing is approximate:
what a step changes for the later samples of its block follows from inner products of samples. The matrix V that holds
W is float32 (m, d) for dense rows and (d, m) for sparse ones.

W is worked on by panels of its rows, each by itself, so that several threads may share them.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, inner_by_type, inner_kernel, kernel, written_out
from manyclass.kernels.common.labels import draw_correct, draw_sample
from manyclass.kernels.common.rows import Dense, Sparse, dot

# Samples of a block: from here on products of matrices hardly run faster, and what a step changes for the samples
# after it costs ever more.
BLOCK = 64
# Rows of W that are worked on together, so that what is added to them is still in cache.
PANEL = 64


class EmbeddedSamples(NamedTuple):
    """W x of K samples, as of now, by parts: updates V += pendingᵀ · X have been caused, but not made.

    ``loaded`` float32 (m, K) is V x as of when the block was loaded. ``inner_products`` float32 (K, K), x_b · x_c, is
    right for c ≥ b, for sparse rows from the step of b on. ``pending`` float32 (K, m) has a row for each of the first
    ``count`` int64 (1,) of ``sources`` int64 (K,), places in the block. ``scale`` float32 (m,) is that of the rows
    of W.
    """

    loaded: np.ndarray
    inner_products: np.ndarray
    pending: np.ndarray
    sources: np.ndarray
    count: np.ndarray
    scale: np.ndarray


class Block(NamedTuple):
    """K samples, and the updates of W that the steps of the first of them have caused.

    ``samples`` int64 (K,), a right class of each, ``positives`` int64 (K,), their rows ``X`` float32 (K, d) (for sparse
    rows (1, d), zeros but for a moment), and ``Z`` float32 (K, m), W x of the samples whose turn has come, as of then;
    what follows is ``embedded``.

    The ``n_leaving`` int64 (1,) updates to be added to V are ``leaving`` float32 (m · K,), read as (m, n_leaving),
    times ``X_leaving`` float32 (K, d) or the rows of the ``samples_leaving`` int64 (K,), if sparse. ``direction`` and
    ``amount`` float32 (m,) describe the latest update: the factor of x_bᵀ in its gradient, and W += amount · x_bᵀ.
    """

    samples: np.ndarray
    positives: np.ndarray
    X: np.ndarray
    Z: np.ndarray
    embedded: EmbeddedSamples
    n_leaving: np.ndarray
    leaving: np.ndarray
    X_leaving: np.ndarray
    samples_leaving: np.ndarray
    direction: np.ndarray
    amount: np.ndarray


@inner_by_type
def load_rows(rows, block):
    """``block.X`` and inner products of the block's samples, where all of them are computed at once."""


@inner_by_type
def keep_rows(rows, block):
    """Note the rows that the leaving updates need, as others are about to take their place."""


@by_type
def add_leaving(rows, block, V, first, last):
    """Add the leaving updates to the rows first..last-1 of W, a panel."""


@by_type
def embed_rows(rows, block, V, first, last):
    """``block.embedded.loaded`` of the rows first..last-1 of W, a panel."""


@inner_by_type
def compute_inner_products(rows, block, b):
    """``block.embedded.inner_products[b, c]`` = x_b · x_c for c ≥ b."""


def new_block(n_copies, d, scale):
    """A block of no samples yet, with room for so many rows of d features. Made by Python: in a kernel it compiles."""
    m = len(scale)
    embedded = EmbeddedSamples(
        np.zeros((m, BLOCK), np.float32),
        np.zeros((BLOCK, BLOCK), np.float32),
        np.zeros((BLOCK, m), np.float32),
        np.zeros(BLOCK, np.int64),
        np.zeros(1, np.int64),
        scale,
    )
    return Block(
        np.zeros(BLOCK, np.int64),
        np.zeros(BLOCK, np.int64),
        np.zeros((n_copies, d), np.float32),
        np.zeros((BLOCK, m), np.float32),
        embedded,
        np.zeros(1, np.int64),
        np.zeros(m * BLOCK, np.float32),
        np.zeros((n_copies, d), np.float32),
        np.zeros(BLOCK, np.int64),
        np.zeros(m, np.float32),
        np.zeros(m, np.float32),
    )


@written_out
def begin_block(rows, labels, block, rng):
    """Let the updates of the last block leave, and draw the samples of the next.

    Their labels are read here for all of them, so that the waits for memory overlap.
    """
    leave(rows, block)
    for b in range(BLOCK):
        block.samples[b] = draw_sample(labels, rng)
    for b in range(BLOCK):
        block.positives[b] = draw_correct(labels, block.samples[b], rng)
    load_rows(rows, block)


@inner_kernel
def load_panel(rows, block, V, first, last):
    """Rows first..last-1 of W: updates of the last block, then the samples of this one."""
    add_leaving(rows, block, V, first, last)
    embed_rows(rows, block, V, first, last)


@inner_kernel
def leave(rows, block):
    """The pending updates become those to be added to V."""
    count = block.embedded.count[0]
    leaving = block.leaving[: block.amount.shape[0] * count].reshape(block.amount.shape[0], count)
    for k in range(count):
        for j in range(leaving.shape[0]):
            leaving[j, k] = block.embedded.pending[k, j]
    keep_rows(rows, block)
    block.n_leaving[0], block.embedded.count[0] = count, 0


@inner_kernel
def embed_sample(embedded, c, z):
    """``z`` float32 (m,) = W x of the c-th sample, as of now."""
    for j in range(z.shape[0]):
        z[j] = embedded.loaded[j, c]
    count = embedded.count[0]
    for k in range(0, count - 3, 4):  # four at a time: an update alone is so short that its loop costs more
        pending, factors = embedded.pending[k : k + 4], embedded.inner_products
        a, b = factors[embedded.sources[k], c], factors[embedded.sources[k + 1], c]
        e, f = factors[embedded.sources[k + 2], c], factors[embedded.sources[k + 3], c]
        for j in range(z.shape[0]):
            z[j] += (a * pending[0, j] + b * pending[1, j]) + (e * pending[2, j] + f * pending[3, j])
    for k in range(count // 4 * 4, count):
        factor, update = embedded.inner_products[embedded.sources[k], c], embedded.pending[k]
        for j in range(z.shape[0]):
            z[j] += factor * update[j]
    for j in range(z.shape[0]):
        z[j] *= embedded.scale[j]


@kernel
def rows_by_rows(A, B, products):
    """``products`` float32 (a, b) = A Bᵀ, all C-contiguous: one place for BLAS to be compiled in."""
    np.dot(A, B.T, products)


@inner_kernel
def copy(source, target):
    """Element by element: assigning one array to another compiles for seconds, to word its errors."""
    for r in range(source.shape[0]):
        target[r] = source[r]


@load_rows.case(Dense)
def _load_rows_dense(rows, block):
    for b in range(BLOCK):
        copy(rows.X[block.samples[b]], block.X[b])
    rows_by_rows(block.X, block.X, block.embedded.inner_products)


@keep_rows.case(Dense)
def _keep_rows_dense(rows, block):
    for k in range(block.embedded.count[0]):
        copy(block.X[block.embedded.sources[k]], block.X_leaving[k])


@add_leaving.case(Dense)
def _add_leaving_dense(rows, block, V, first, last):
    count = block.n_leaving[0]
    if count == 0:
        return
    leaving = block.leaving[first * count : last * count].reshape(last - first, count)
    change = np.dot(leaving, block.X_leaving[:count])
    for j in range(last - first):
        v, to_add = V[first + j], change[j]
        for r in range(v.shape[0]):
            v[r] += to_add[r]


@embed_rows.case(Dense)
def _embed_rows_dense(rows, block, V, first, last):
    rows_by_rows(V[first:last], block.X, block.embedded.loaded[first:last])


@compute_inner_products.case(Dense)
def _inner_products_dense(rows, block, b):
    pass


@load_rows.case(Sparse)
def _load_rows_sparse(rows, block):
    pass


@keep_rows.case(Sparse)
def _keep_rows_sparse(rows, block):
    for k in range(block.embedded.count[0]):
        block.samples_leaving[k] = block.samples[block.embedded.sources[k]]


@add_leaving.case(Sparse)
def _add_leaving_sparse(rows, block, V, first, last):
    count = block.n_leaving[0]
    amount = np.empty(last - first, np.float32)
    for u in range(count):
        for j in range(amount.shape[0]):
            amount[j] = block.leaving[(first + j) * count + u]
        i = block.samples_leaving[u]
        for k in range(rows.indptr[i], rows.indptr[i + 1]):
            v = V[rows.indices[k], first:last]
            for j in range(v.shape[0]):
                v[j] += rows.data[k] * amount[j]


@embed_rows.case(Sparse)
def _embed_rows_sparse(rows, block, V, first, last):
    z = np.empty(last - first, np.float32)
    for b in range(BLOCK):
        i = block.samples[b]
        for j in range(z.shape[0]):
            z[j] = 0.0
        for k in range(rows.indptr[i], rows.indptr[i + 1]):
            v = V[rows.indices[k], first:last]
            for j in range(z.shape[0]):
                z[j] += rows.data[k] * v[j]
        for j in range(z.shape[0]):
            block.embedded.loaded[first + j, b] = z[j]


@compute_inner_products.case(Sparse)
def _inner_products_sparse(rows, block, b):
    x, i = block.X[0], block.samples[b]
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x[rows.indices[k]] = rows.data[k]
    for c in range(b, BLOCK):
        block.embedded.inner_products[b, c] = dot(rows, block.samples[c], x)
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        x[rows.indices[k]] = 0.0
