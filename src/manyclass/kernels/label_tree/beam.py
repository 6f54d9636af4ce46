"""Beam search: several paths of every sample down a label tree at once, of which the best few are kept at each level.

The score of a path is the sum of its nodes' scores, w_cᵀx for each node c on it but the root. So a leaf has a linear
score like a class of a flat classifier, the vector of which is the sum of w_c on the way there.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, inner_kernel, kernel
from manyclass.kernels.common.rows import Dense, Sparse, dot
from manyclass.kernels.label_tree.descent import BLOCK, gather, n_tiles, score_by_feature

NONE = -1


class Beam(NamedTuple):
    """The best paths yet of n samples, at most B each, best first.

    ``nodes`` int32 (n, B), where they end; ``scores`` float32 (n, B); ``sizes`` int32 (n,), how many there are.
    """

    nodes: np.ndarray
    scores: np.ndarray
    sizes: np.ndarray


@by_type
def extend(rows, samples, scores, W, first, longer):
    """Try to extend one path of each sample, all to the same node, by each of the node's children.

    Parameters
    ----------
    rows : Dense or Sparse
    samples : int32 (s,)
        Numbers of the rows, at least one.
    scores : float32 (s,)
        Of their paths.
    W : float32 (Q, d)
        Weights of the children.
    first : int
        The first child's number.
    longer : Beam
        Changed in place.
    """


@kernel
def search(rows, starts, W, beam, counts):
    """Keep the best paths of every sample, level by level, until all of them end in leaves.

    Of equal paths that with the lower number of its last node is the better.

    Parameters
    ----------
    rows : Dense or Sparse
        n rows of d features.
    starts : int32 (V + 1,)
        The children of node v are nodes ``starts[v]`` to ``starts[v + 1] - 1``; breadth first.
    W : float32 (V - 1, d)
        Row c - 1 is w_c of node c.
    beam : Beam
        Overwritten.
    counts : int64 (n,)
        Overwritten with the dot products that each sample took.
    """
    beam.nodes[:] = NONE
    beam.nodes[:, 0], beam.scores[:, 0], beam.sizes[:], counts[:] = 0, 0.0, 1, 0
    longer = Beam(np.empty_like(beam.nodes), np.empty_like(beam.scores), np.empty_like(beam.sizes))
    # The nodes of a level are neighbours.
    level, below = 0, 1
    while starts[level] < starts[below]:
        samples, scores, ends = sort_by_node(beam, starts, level, below, counts)
        keep_leaves(beam, starts, longer)
        for v in range(level, below):
            begin, end = ends[v - level], ends[v - level + 1]
            if begin < end:
                first, last = starts[v], starts[v + 1]
                extend(rows, samples[begin:end], scores[begin:end], W[first - 1 : last - 1], first, longer)
        beam.nodes[:], beam.scores[:], beam.sizes[:] = longer.nodes, longer.scores, longer.sizes
        level, below = starts[level], starts[below]


@kernel
def sort_by_node(beam, starts, level, below, counts):
    """The paths that end in inner nodes from ``level`` to ``below`` - 1, node by node.

    Returns their samples int32 (t,), scores float32 (t,), and where those of each node begin, int64. Adds the
    children of these nodes to the ``counts``.
    """
    begins = np.zeros(below - level + 2, np.int64)
    for i in range(beam.sizes.shape[0]):
        for b in range(beam.sizes[i]):
            v = beam.nodes[i, b]
            n_children = starts[v + 1] - starts[v]
            counts[i] += n_children
            if n_children > 0:
                begins[v - level + 2] += 1
    for v in range(1, begins.shape[0]):
        begins[v] += begins[v - 1]
    samples, scores = np.empty(begins[-1], np.int32), np.empty(begins[-1], np.float32)
    for i in range(beam.sizes.shape[0]):
        for b in range(beam.sizes[i]):
            v = beam.nodes[i, b]
            if starts[v] < starts[v + 1]:
                place = begins[v - level + 1]
                samples[place], scores[place] = i, beam.scores[i, b]
                begins[v - level + 1] += 1
    return samples, scores, begins


@kernel
def keep_leaves(beam, starts, longer):
    """Start the longer paths with those that have ended."""
    longer.nodes[:] = NONE
    for i in range(beam.sizes.shape[0]):
        size = 0
        for b in range(beam.sizes[i]):
            v = beam.nodes[i, b]
            if starts[v] == starts[v + 1]:
                longer.nodes[i, size], longer.scores[i, size] = v, beam.scores[i, b]
                size += 1
        longer.sizes[i] = size


@inner_kernel
def insert(beam, i, node, score):
    """Put a path of sample i in its place, if it is one of the best B."""
    nodes, scores, size = beam.nodes[i], beam.scores[i], beam.sizes[i]
    if size < nodes.shape[0]:
        beam.sizes[i] = size + 1
    elif score > scores[size - 1]:
        size -= 1
    else:
        return
    while size > 0 and score > scores[size - 1]:
        nodes[size], scores[size] = nodes[size - 1], scores[size - 1]
        size -= 1
    nodes[size], scores[size] = node, score


@extend.case(Dense)
def _extend_dense(rows, samples, scores, W, first, longer):
    n, (n_children, d) = samples.shape[0], W.shape
    copies, n_blocks, tiles = np.empty((BLOCK, d), np.float32), (n + BLOCK - 1) // BLOCK, n_tiles(n_children, d)
    for b in range(n_blocks):
        some = slice(b * n // n_blocks, (b + 1) * n // n_blocks)
        X = gather(rows.X, samples[some], copies)
        for t in range(tiles):
            left, right = t * n_children // tiles, (t + 1) * n_children // tiles
            _insert_all(np.dot(W[left:right], X.T), samples[some], scores[some], first + left, longer)


@kernel
def _insert_all(products, samples, scores, first, longer):
    for q in range(products.shape[0]):
        for k in range(samples.shape[0]):
            insert(longer, samples[k], np.int32(first + q), scores[k] + products[q, k])


@extend.case(Sparse)
def _extend_sparse(rows, samples, scores, W, first, longer):
    entries = 0
    for i in samples:
        entries += rows.indptr[i + 1] - rows.indptr[i]
    # As in the descent.
    if entries > W.shape[1]:
        _extend_by_feature(rows, samples, scores, np.ascontiguousarray(W.T), first, longer)
    else:
        for k in range(samples.shape[0]):
            for c in range(W.shape[0]):
                insert(longer, samples[k], np.int32(first + c), scores[k] + dot(rows, samples[k], W[c]))


@kernel
def _extend_by_feature(rows, samples, scores, V, first, longer):
    products = np.empty(V.shape[1], np.float32)
    for k in range(samples.shape[0]):
        score_by_feature(rows, samples[k], V, products)
        for c in range(products.shape[0]):
            insert(longer, samples[k], np.int32(first + c), scores[k] + products[c])


@kernel
def distinct_answers(leaves, answers, n_classes, ranked):
    """Rank classes by the best path to a leaf that answers them.

    Parameters
    ----------
    leaves : int32 (n, B)
        Ends of the paths of each sample, best first, `NONE` where there are no more.
    answers : int32 (V,)
        The class that a leaf answers, `NONE` for none.
    n_classes : int
    ranked : int32 (n, k)
        Overwritten with the k best classes, best first, `NONE` where no path leads to any more.
    """
    last = np.full(n_classes, NONE, np.int32)  # the last sample to rank the class
    for i in range(leaves.shape[0]):
        k, ranked[i] = 0, NONE
        for b in range(leaves.shape[1]):
            g = NONE if leaves[i, b] == NONE else answers[leaves[i, b]]
            if g != NONE and last[g] != i and k < ranked.shape[1]:
                ranked[i, k], last[g] = g, i
                k += 1
