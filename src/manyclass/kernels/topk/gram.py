"""Rows of which nothing is known but their inner products: what kernelised training needs of the samples.

V then holds the scores of all training samples, float (G, n): V = Aᵀ K, of the dual variables A and the Gram matrix K
(Lapin et al. 2015, section 3). Scores of a sample are a column of it, and an update adds rows of K.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.rows import squared_norm
from manyclass.kernels.topk.scores import apply_update, load_gram, load_scores


class Gram(NamedTuple):
    """A C-ordered, symmetric, positive semidefinite ``K`` float32 (n, n)."""

    K: np.ndarray


@squared_norm.case(Gram)
def _squared_norm_gram(rows, i):
    return rows.K[i, i]


@load_scores.case(Gram)
def _load_scores_gram(rows, X, samples, V, scores):
    for b in range(samples.shape[0]):
        for g in range(V.shape[0]):
            scores[b, g] = V[g, samples[b]]


@load_gram.case(Gram)
def _load_gram_gram(rows, block):
    pass  # a block holds one sample: its scores are at hand


@apply_update.case(Gram)
def _apply_update_gram(rows, i, classes, deltas, V):
    x = rows.K[i]
    for e in range(classes.shape[0]):
        v, delta = V[classes[e]], deltas[e]
        for j in range(x.shape[0]):
            v[j] += delta * x[j]
