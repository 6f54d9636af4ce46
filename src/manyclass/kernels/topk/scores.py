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

    The update of sample b adds ``deltas[e]`` · x_b to class ``classes[e]``, e from ``end[b]`` up to
    ``end[b + 1]``: float32 and int32 (B·G,), int64 (B + 1,). All others are float32.
    """

    X: np.ndarray
    scores: np.ndarray
    gram: np.ndarray
    classes: np.ndarray
    deltas: np.ndarray
    end: np.ndarray


@by_type
def load_scores(rows, block, samples, V):
    """Compute the scores of some samples, and what `correct_scores` needs to keep them exact.

    Parameters
    ----------
    rows : Dense or Sparse
    block : Block
        ``scores`` and, of dense rows, ``X`` and ``gram`` change in place.
    samples : int64 (b,)
        Numbers of the rows, at most B.
    V : float32 (G, d) for dense rows, (d, G) for sparse ones
        Class vectors.
    """


@by_type
def apply_update(rows, i, block, b, V):
    """Add the update that ``block`` holds of its sample b, which is x_i, to ``V`` in place; see `load_scores`."""


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
def correct_scores(block, b):
    """Add to the scores of sample b, in place, what the updates of the samples before it in the block change."""
    s = block.scores[b]
    for c in range(b):
        product = block.gram[b, c]
        for e in range(block.end[c], block.end[c + 1]):
            s[block.classes[e]] += product * block.deltas[e]


@load_scores.case(Dense)
def _load_scores_dense(rows, block, samples, V):
    for b in range(samples.shape[0]):
        x, copied = rows.X[samples[b]], block.X[b]
        for j in range(x.shape[0]):
            copied[j] = x[j]
    if block.X.shape[0] == 1:
        np.dot(V, block.X[0], block.scores[0])
    else:
        np.dot(block.X, V.T, block.scores)
        np.dot(block.X, block.X.T, block.gram)


@apply_update.case(Dense)
def _apply_update_dense(rows, i, block, b, V):
    x = block.X[b]
    for e in range(block.end[b], block.end[b + 1]):
        w, delta = V[block.classes[e]], block.deltas[e]
        for j in range(x.shape[0]):
            w[j] += delta * x[j]


@load_scores.case(Sparse)
def _load_scores_sparse(rows, block, samples, V):
    for b in range(samples.shape[0]):
        s = block.scores[b]
        s[:] = 0.0
        for k in range(rows.indptr[samples[b]], rows.indptr[samples[b] + 1]):
            v, x = V[rows.indices[k]], rows.data[k]
            for g in range(v.shape[0]):
                s[g] += x * v[g]


@apply_update.case(Sparse)
def _apply_update_sparse(rows, i, block, b, V):
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        v, x = V[rows.indices[k]], rows.data[k]
        for e in range(block.end[b], block.end[b + 1]):
            v[block.classes[e]] += x * block.deltas[e]
