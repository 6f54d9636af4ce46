"""Beam search: several paths of every sample down a label tree at once, of which the best few are kept at each level.

The score of a path is the sum of its nodes' scores, w_cᵀx for each node c on it but the root, less, at a temperature T,
T log Σ exp(w_bᵀx / T) over all children b of the same node: so T times the logarithm of the node's share in their
softmax. At the temperature inf nothing is taken off, and a leaf has a linear score like a class of a flat classifier,
the vector of which is the sum of w_c on the way there.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, inner_kernel, kernel
from manyclass.kernels.common.rows import Dense, Sparse, dot
from manyclass.kernels.label_tree.descent import BLOCK, gather, n_tiles, score_by_feature
from manyclass.kernels.softmax.exponentials import exp_not_positive

NONE = -1


class Beam(NamedTuple):
    """The best paths yet of n samples, at most B each, best first.

    ``nodes`` int32 (n, B), where they end, `NONE` where there are no more; ``scores`` float32 (n, B), -inf there.
    """

    nodes: np.ndarray
    scores: np.ndarray


class Block(NamedTuple):
    """The paths of at most S samples, side by side, so that all samples' are compared at once.

    ``X`` float32 (S, d) has room for their features, ``nodes`` int32 and ``scores`` float32 (B, S) for their best
    paths, ``node`` and ``score`` (S,) for one more path of each.
    """

    X: np.ndarray
    nodes: np.ndarray
    scores: np.ndarray
    node: np.ndarray
    score: np.ndarray


@by_type
def extend(rows, samples, scores, W, first, temperature, block, longer):
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
    temperature : float32
    block : Block
        Overwritten.
    longer : Beam
        Changed in place.
    """


@kernel
def search(rows, starts, W, temperature, beam, counts):
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
    temperature : float32
        T, above 0.
    beam : Beam
        Overwritten.
    counts : int64 (n,)
        Overwritten with the dot products that each sample took.
    """
    width = beam.nodes.shape[1]
    beam.nodes[:], beam.scores[:], counts[:] = NONE, -np.inf, 0
    beam.nodes[:, 0], beam.scores[:, 0] = 0, 0.0
    longer = Beam(np.empty_like(beam.nodes), np.empty_like(beam.scores))
    nodes, scores = np.empty((width + 1, BLOCK), np.int32), np.empty((width + 1, BLOCK), np.float32)
    block = Block(np.empty((BLOCK, W.shape[1]), np.float32), nodes[1:], scores[1:], nodes[0], scores[0])
    # The nodes of a level are neighbours.
    level, below = 0, 1
    while starts[level] < starts[below]:
        samples, of_paths, ends = sort_by_node(beam, starts, level, below, counts)
        keep_leaves(beam, starts, longer)
        for v in range(level, below):
            begin, end = ends[v - level], ends[v - level + 1]
            if begin < end:
                first, children = starts[v], W[starts[v] - 1 : starts[v + 1] - 1]
                extend(rows, samples[begin:end], of_paths[begin:end], children, first, temperature, block, longer)
        beam.nodes[:], beam.scores[:] = longer.nodes, longer.scores
        level, below = starts[level], starts[below]


@kernel
def sort_by_node(beam, starts, level, below, counts):
    """The paths that end in inner nodes from ``level`` to ``below`` - 1, node by node.

    Returns their samples int32 (t,), scores float32 (t,), and where those of each node begin, int64. Adds the
    children of these nodes to the ``counts``.
    """
    begins = np.zeros(below - level + 2, np.int64)
    for i in range(beam.nodes.shape[0]):
        for v in beam.nodes[i]:
            n_children = 0 if v == NONE else starts[v + 1] - starts[v]
            counts[i] += n_children
            if n_children > 0:
                begins[v - level + 2] += 1
    for v in range(1, begins.shape[0]):
        begins[v] += begins[v - 1]
    samples, scores = np.empty(begins[-1], np.int32), np.empty(begins[-1], np.float32)
    for i in range(beam.nodes.shape[0]):
        for b in range(beam.nodes.shape[1]):
            v = beam.nodes[i, b]
            if v != NONE and starts[v] < starts[v + 1]:
                place = begins[v - level + 1]
                samples[place], scores[place] = i, beam.scores[i, b]
                begins[v - level + 1] += 1
    return samples, scores, begins


@kernel
def keep_leaves(beam, starts, longer):
    """Start the longer paths with those that have ended."""
    longer.nodes[:], longer.scores[:] = NONE, -np.inf
    for i in range(beam.nodes.shape[0]):
        size = 0
        for b in range(beam.nodes.shape[1]):
            v = beam.nodes[i, b]
            if v != NONE and starts[v] == starts[v + 1]:
                longer.nodes[i, size], longer.scores[i, size] = v, beam.scores[i, b]
                size += 1


@extend.case(Dense)
def _extend_dense(rows, samples, scores, W, first, temperature, block, longer):
    n, (n_children, d) = samples.shape[0], W.shape
    n_blocks, tiles = (n + BLOCK - 1) // BLOCK, n_tiles(n_children, d)
    for b in range(n_blocks):
        some = slice(b * n // n_blocks, (b + 1) * n // n_blocks)
        X = gather(rows.X, samples[some], block.X)
        products = np.empty((n_children, some.stop - some.start), np.float32)
        for t in range(tiles):
            left, right = t * n_children // tiles, (t + 1) * n_children // tiles
            np.dot(W[left:right], X.T, products[left:right])
        _load(longer, samples[some], block)
        _insert(products, scores[some], first, temperature, block)
        _store(block, samples[some], longer)


@extend.case(Sparse)
def _extend_sparse(rows, samples, scores, W, first, temperature, block, longer):
    entries = 0
    for i in samples:
        entries += rows.indptr[i + 1] - rows.indptr[i]
    by_feature = entries > W.shape[1]  # as in the descent
    V = np.ascontiguousarray(W.T) if by_feature else W
    of_sample = np.empty(W.shape[0], np.float32)
    for begin in range(0, samples.shape[0], BLOCK):
        some = slice(begin, min(begin + BLOCK, samples.shape[0]))
        products = np.empty((W.shape[0], some.stop - begin), np.float32)
        for k in range(some.stop - begin):
            if by_feature:
                score_by_feature(rows, samples[begin + k], V, of_sample)
                products[:, k] = of_sample
            else:
                for c in range(W.shape[0]):
                    products[c, k] = dot(rows, samples[begin + k], W[c])
        _load(longer, samples[some], block)
        _insert(products, scores[some], first, temperature, block)
        _store(block, samples[some], longer)


@inner_kernel
def _load(beam, samples, block):
    for k in range(samples.shape[0]):
        for b in range(beam.nodes.shape[1]):
            block.nodes[b, k], block.scores[b, k] = beam.nodes[samples[k], b], beam.scores[samples[k], b]


@inner_kernel
def _store(block, samples, beam):
    for k in range(samples.shape[0]):
        for b in range(beam.nodes.shape[1]):
            beam.nodes[samples[k], b], beam.scores[samples[k], b] = block.nodes[b, k], block.scores[b, k]


@inner_kernel
def _insert(products, scores, first, temperature, block):
    """Put the paths to children ``first`` on, whose own scores are ``products`` (Q, s), among the best of the block."""
    n = scores.shape[0]
    if temperature < np.inf:
        _take_off(products, temperature)
    for q in range(products.shape[0]):
        for k in range(n):
            block.node[k], block.score[k] = first + q, scores[k] + products[q, k]
        for b in range(block.nodes.shape[0]):
            _exchange(block.nodes[b], block.scores[b], block.node, block.score, n)


@kernel
def _take_off(products, temperature):
    """Take T log Σ exp(s / T) over all children off each sample's scores s, a column of ``products`` (Q, s)."""
    n_children, n = products.shape
    best, total = products[0].copy(), np.zeros(n, np.float32)
    for q in range(1, n_children):
        for k in range(n):
            best[k] = products[q, k] if products[q, k] > best[k] else best[k]
    for q in range(n_children):
        for k in range(n):
            total[k] += exp_not_positive((products[q, k] - best[k]) / temperature)
    for k in range(n):
        best[k] += temperature * np.log(total[k])
    for q in range(n_children):
        for k in range(n):
            products[q, k] -= best[k]


@inner_kernel
def _exchange(nodes, scores, node, score, n):
    """Where the path in hand is better than that in place, or nothing is in place, one takes the other's place.

    Without branches, so that samples are compared many at once. Empty places are told by their nodes, lest a score that
    has overflowed be lost with the only path of a sample.
    """
    for k in range(n):
        in_place, in_hand, of_place, of_hand = nodes[k], node[k], scores[k], score[k]
        better = (of_hand > of_place) | ((of_hand == of_place) & (in_hand < in_place)) | (in_place < 0)
        nodes[k], node[k] = (in_hand if better else in_place), (in_place if better else in_hand)
        scores[k], score[k] = (of_hand if better else of_place), (of_place if better else of_hand)
