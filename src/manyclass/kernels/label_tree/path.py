"""One pass of averaged stochastic gradients on all classifiers of a label tree jointly (Bengio et al. 2010).

The nodes see a sample's features, or Wx with an embedding W that is learnt with them.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rows import Dense, add_to, dot
from manyclass.kernels.label_tree.node import ADDITIONS, DOTS


class Paths(NamedTuple):
    """The edges of a tree of V nodes, breadth first, whose leaves hold one of the G classes each.

    ``parents`` int32 (V,), -1 for the root, node 0; the children of v are ``starts[v]`` to ``starts[v + 1] - 1``,
    int32 (V + 1,); ``leaves`` int32 (G,) is the leaf of each class.
    """

    parents: np.ndarray
    starts: np.ndarray
    leaves: np.ndarray


class Identity(NamedTuple):
    """No embedding: the sample as it is."""


class LinearEmbedding(NamedTuple):
    """z = Wx, for ``W`` float32 (m, d).

    ``moved`` float32 (m, d) is Σ_t t ΔW_t of all changes made in step t = 0, 1, ...: the mean of W over t steps is
    W - moved / t. ``z`` float32 (1, m) has room for one sample.
    """

    W: np.ndarray
    moved: np.ndarray
    z: np.ndarray


@by_type
def embed(embedding, rows, i):
    """What the nodes see of row i: rows, and which of them; ``z`` of a `LinearEmbedding` is overwritten."""


@by_type
def update_embedding(embedding, rows, i, step, t, right, wrong):
    """Step t of W down ``(wrong - right)ᵀ W x_i``, in place.

    Parameters
    ----------
    embedding : Identity or LinearEmbedding
    rows : Dense or Sparse
    i : int
    step : float32
        η.
    t : int
        Steps before this one.
    right, wrong : float32 (m,)
        Weights of two nodes, as they are before the step.
    """


@kernel
def epoch(rows, order, classes, paths, step, embedding, w, moved, counts):
    """Visit some samples once each (Bengio, Weston & Grangier 2010, for a tree whose label sets are given).

    The loss of a sample is its one slack, max(0, 1 + max (w_s - w_r)ᵀx) over the nodes r on the path to its class
    and the siblings s of each: only the worst of them is moved. With a linear embedding x is Wx there, and W moves in
    the same step.

    Parameters
    ----------
    rows : Dense or Sparse
        n rows of d features.
    order : int64 (t,)
        The samples.
    classes : int32 (n,)
        The class of each sample.
    paths : Paths
    step : float32
        η, constant.
    embedding : Identity or LinearEmbedding
        What the nodes see, of m features; changed in place.
    w, moved : float32 (V - 1, m)
        Changed in place. Row c - 1 is that of node c: weights, and Σ_t t Δw_t of all changes Δw_t made in step
        t = 0, 1, ... of this pass. The mean of w over t steps is w - moved / t.
    counts : int64 (n, 2)
        Changed in place. Dot products with and additions to node weights that each sample took part in; those of
        ``moved`` belong to the mean and are not counted. An embedding takes m dot products a visit, and m additions
        where it moves.
    """
    for t in range(order.shape[0]):
        i = order[t]
        x, at = embed(embedding, rows, i)
        right, wrong, gap, dots = worst_violation(x, at, paths, paths.leaves[classes[i]], w)
        counts[i, DOTS] += dots
        if 1.0 + gap > 0.0:
            update_embedding(embedding, rows, i, step, t, w[right - 1], w[wrong - 1])
            add_to(x, at, step, w[right - 1])
            add_to(x, at, -step, w[wrong - 1])
            add_to(x, at, np.float32(t) * step, moved[right - 1])
            add_to(x, at, np.float32(-t) * step, moved[wrong - 1])
            counts[i, ADDITIONS] += 2


@kernel
def worst_violation(rows, i, paths, leaf, w):
    """The node on the path to ``leaf`` and its sibling that leads it most, by how much, and the dot products made."""
    right, wrong, gap, dots, node = -1, -1, -np.inf, 0, leaf
    while paths.parents[node] >= 0:
        first, end = paths.starts[paths.parents[node]], paths.starts[paths.parents[node] + 1]
        own = dot(rows, i, w[node - 1])
        for sibling in range(first, end):
            if sibling != node:
                lead = dot(rows, i, w[sibling - 1]) - own
                if lead > gap:
                    right, wrong, gap = node, sibling, lead
        dots += end - first
        node = paths.parents[node]
    return right, wrong, gap, dots


@embed.case(Identity)
def _embed_identity(embedding, rows, i):
    return rows, i


@update_embedding.case(Identity)
def _update_identity(embedding, rows, i, step, t, right, wrong):
    pass


@embed.case(LinearEmbedding)
def _embed_linear(embedding, rows, i):
    for j in range(embedding.W.shape[0]):
        embedding.z[0, j] = dot(rows, i, embedding.W[j])
    return Dense(embedding.z), 0


@update_embedding.case(LinearEmbedding)
def _update_linear(embedding, rows, i, step, t, right, wrong):
    for j in range(embedding.W.shape[0]):
        amount = step * (right[j] - wrong[j])
        add_to(rows, i, amount, embedding.W[j])
        add_to(rows, i, np.float32(t) * amount, embedding.moved[j])
