"""One pass of averaged stochastic gradients on all classifiers of a label tree jointly (Bengio et al. 2010)."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to, dot
from manyclass.kernels.label_tree.embedding import seen, turn

DOTS, ADDITIONS = 0, 1


class Paths(NamedTuple):
    """The edges of a tree of V nodes, breadth first, whose leaves hold one of the G classes each.

    ``parents`` int32 (V,), -1 for the root, node 0; the children of v are ``starts[v]`` to ``starts[v + 1] - 1``,
    int32 (V + 1,); ``leaves`` int32 (G,) is the leaf of each class.
    """

    parents: np.ndarray
    starts: np.ndarray
    leaves: np.ndarray


@kernel
def epoch(rows, order, classes, paths, step, embedding, w, moved, counts):
    """Visit the samples ``order`` int64 (t,) once each; W, w, their later means and the counts change in place.

    The loss of a sample is its one slack, max(0, 1 + max (w_s - w_r)ᵀx) over the nodes r on the path to its class
    and the siblings s of each: only the worst of them is moved. With a learnt embedding x is Wx there, and W moves in
    the same step.

    Parameters
    ----------
    classes : int32 (n,)
        The class of each sample.
    step : float32
        η, constant.
    embedding : Features or Learnt
        What the nodes see, of m features.
    w, moved : float32 (V - 1, m)
        Row c - 1 is that of node c: weights, and Σ_t t Δw_t of all changes Δw_t made in step t = 0, 1, ... of this
        pass. The mean of w over t steps is w - moved / t.
    counts : int64 (n, 2)
        Dot products with and additions to node weights that each sample took part in; those of ``moved`` belong to
        the mean and are not counted. An embedding takes m dot products a visit, and m additions where it moves.
    """
    for t in range(order.shape[0]):
        i = order[t]
        x, at = seen(embedding, rows, i)
        right, wrong, gap, dots = worst(x, at, paths, paths.leaves[classes[i]], w)
        counts[i, DOTS] += dots
        if 1.0 + gap > 0.0:
            turn(embedding, rows, i, step, t, w[right - 1], w[wrong - 1])
            add_to(x, at, step, w[right - 1])
            add_to(x, at, -step, w[wrong - 1])
            add_to(x, at, np.float32(t) * step, moved[right - 1])
            add_to(x, at, np.float32(-t) * step, moved[wrong - 1])
            counts[i, ADDITIONS] += 2


@kernel
def worst(rows, i, paths, leaf, w):
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
