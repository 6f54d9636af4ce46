"""Scores of a block of samples by one matrix product, kept exact while the block's own updates are made.

V float32 holds the class vectors: (G, d) for dense rows and (d, G) for sparse ones. A matrix product reads it once
for all samples of a block. What an update changes for the later samples of its block follows from the Gram
matrix of their features. Sparse rows gain nothing by it, as each reads its own part of V: their blocks hold one.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rows import Dense, Sparse

BLOCK = 64


class Block(NamedTuple):
    """B samples: features ``X`` (B, d), ``scores`` (B, G), ``gram`` (B, B), and the updates they have caused.

    The update of sample b adds ``change[e]`` · x_b to class ``changed[e]``, e from ``end[b]`` up to
    ``end[b + 1]``: float32 and int32 (B·G,), int64 (B + 1,). All others are float32.
    """

    X: np.ndarray
    scores: np.ndarray
    gram: np.ndarray
    changed: np.ndarray
    change: np.ndarray
    end: np.ndarray


@by_type
def load(rows, block, samples, V):
    """Read the scores of these samples, at most B, and what `catch_up` needs to keep them."""


@by_type
def make(rows, i, block, b, V):
    """Make the update that ``block`` holds of its sample b, which is x_i."""


@kernel
def new_block(size, d, n_classes):
    """A block of ``size`` samples with d features."""
    return Block(
        np.zeros((size, d), np.float32),
        np.zeros((size, n_classes), np.float32),
        np.zeros((size, size), np.float32),
        np.zeros(size * n_classes, np.int32),
        np.zeros(size * n_classes, np.float32),
        np.zeros(size + 1, np.int64),
    )


@kernel
def catch_up(block, b):
    """Bring the scores of sample b up to date with the updates of those before it."""
    s = block.scores[b]
    for c in range(b):
        product = block.gram[b, c]
        for e in range(block.end[c], block.end[c + 1]):
            s[block.changed[e]] += product * block.change[e]


@load.case(Dense)
def _load(rows, block, samples, V):
    for b in range(samples.shape[0]):
        x, copied = rows.X[samples[b]], block.X[b]
        for j in range(x.shape[0]):
            copied[j] = x[j]
    if block.X.shape[0] == 1:
        np.dot(V, block.X[0], block.scores[0])
    else:
        np.dot(block.X, V.T, block.scores)
        np.dot(block.X, block.X.T, block.gram)


@make.case(Dense)
def _make(rows, i, block, b, V):
    x = block.X[b]
    for e in range(block.end[b], block.end[b + 1]):
        w, change = V[block.changed[e]], block.change[e]
        for j in range(x.shape[0]):
            w[j] += change * x[j]


@load.case(Sparse)
def _load_sparse(rows, block, samples, V):
    for b in range(samples.shape[0]):
        s = block.scores[b]
        s[:] = 0.0
        for k in range(rows.indptr[samples[b]], rows.indptr[samples[b] + 1]):
            v, x = V[rows.indices[k]], rows.data[k]
            for g in range(v.shape[0]):
                s[g] += x * v[g]


@make.case(Sparse)
def _make_sparse(rows, i, block, b, V):
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        v, x = V[rows.indices[k]], rows.data[k]
        for e in range(block.end[b], block.end[b + 1]):
            v[block.changed[e]] += x * block.change[e]
