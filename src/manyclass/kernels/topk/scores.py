"""Scores of a block of samples by one matrix product, kept exact while the block's own updates are made.

V holds the class vectors: (G, d) for dense rows and (d, G) for sparse ones. A matrix product reads it once
for all samples of a block. What an update changes for the later samples of its block follows from the Gram
matrix of their features. Sparse rows gain nothing by it, as each reads its own part of V: in training, their blocks
hold one.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, inner_by_type, inner_kernel
from manyclass.kernels.common.rows import Dense, Sparse

BLOCK = 64


class Block(NamedTuple):
    """B samples: features ``X`` (B, d), ``scores`` (B, G), ``gram`` (B, B), and the updates they have caused.

    The update of sample b adds ``deltas[e]`` · x_b to class ``classes[e]``, e from ``end[b]`` up to
    ``end[b + 1]``: float32 and int32 (B·G + 1,), int64 (B + 1,). All others are float32.
    """

    X: np.ndarray
    scores: np.ndarray
    gram: np.ndarray
    classes: np.ndarray
    deltas: np.ndarray
    end: np.ndarray


@by_type
def load_scores(rows, X, samples, V, scores):
    """Compute the scores of some samples.

    Parameters
    ----------
    rows : Dense, Sparse, or Gram (`manyclass.kernels.topk.gram`)
    X : float32 or float64 (B, d)
        Overwritten with the features of dense rows.
    samples : int64 (b,)
        Numbers of the rows, at most B.
    V : (G, d), of the type of ``X``, for dense rows; float32 (d, G) for sparse ones
        Class vectors.
    scores : (B, G), of the type of ``X``
        Overwritten.
    """


@by_type
def load_gram(rows, block):
    """Compute what `correct_scores` needs to keep the scores of dense rows exact, if there are several.

    Other cases: `manyclass.kernels.topk.gram`.
    """


@inner_by_type
def apply_update(rows, i, classes, deltas, V):
    """Add ``deltas[e]`` · x_i to the class ``classes[e]``, for every e, in ``V`` in place.

    Other cases: `manyclass.kernels.topk.gram`.
    """


def new_block(size, d, n_classes):
    """A block of ``size`` samples with d features."""
    return Block(
        np.zeros((size, d), np.float32),
        np.zeros((size, n_classes), np.float32),
        np.zeros((size, size), np.float32),
        np.zeros(size * n_classes + 1, np.int32),
        np.zeros(size * n_classes + 1, np.float32),
        np.zeros(size + 1, np.int64),
    )


@inner_kernel
def correct_scores(block, b):
    """Add to the scores of sample b, in place, what the updates of the samples before it in the block change."""
    s = block.scores[b]
    for c in range(b):
        product = block.gram[b, c]
        for e in range(block.end[c], block.end[c + 1]):
            s[block.classes[e]] += product * block.deltas[e]


@load_scores.case(Dense)
def _load_scores_dense(rows, X, samples, V, scores):
    for b in range(samples.shape[0]):
        x, copied = rows.X[samples[b]], X[b]
        for j in range(x.shape[0]):
            copied[j] = x[j]
    np.dot(X, V.T, scores)


@load_gram.case(Dense)
def _load_gram_dense(rows, block):
    if block.X.shape[0] > 1:
        np.dot(block.X, block.X.T, block.gram)


@apply_update.case(Dense)
def _apply_update_dense(rows, i, classes, deltas, V):
    x = rows.X[i]
    for e in range(classes.shape[0]):
        w, delta = V[classes[e]], deltas[e]
        for j in range(x.shape[0]):
            w[j] += delta * x[j]


@load_scores.case(Sparse)
def _load_scores_sparse(rows, X, samples, V, scores):
    for b in range(samples.shape[0]):
        s = scores[b]
        s[:] = 0.0
        for k in range(rows.indptr[samples[b]], rows.indptr[samples[b] + 1]):
            v, x = V[rows.indices[k]], scores.dtype.type(rows.data[k])
            for g in range(v.shape[0]):
                s[g] += x * v[g]


@load_gram.case(Sparse)
def _load_gram_sparse(rows, block):
    pass


@apply_update.case(Sparse)
def _apply_update_sparse(rows, i, classes, deltas, V):
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        v, x = V[rows.indices[k]], rows.data[k]
        for e in range(classes.shape[0]):
            v[classes[e]] += x * deltas[e]
