"""Greedy descent of many samples through a label tree (algorithm 1 of Deng et al. 2011), and a ranking along it."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rows import Dense, Sparse, dot

# Samples are scored a block at a time, by products so small that BLAS makes no copies of their factors. For a node
# of twenty children that is up to three times as fast as all of the node's samples at once.
BLOCK, MOST_SCORES, MOST_TERMS = 64, 1152, 1_000_000


class Block(NamedTuple):
    """At most B samples at a node: their features ``X`` float32 (B, d), and ``best`` float32 (B,), the scores."""

    X: np.ndarray
    best: np.ndarray


@by_type
def best_children(rows, samples, W, block, children):
    """Find the child of a node that scores highest for each sample, the first of equals.

    Parameters
    ----------
    rows : Dense or Sparse
    samples : int32 (s,)
        Numbers of the rows, at least one.
    W : float32 (Q, d)
        Weights of the children.
    block : Block
        Overwritten.
    children : int32 (s,)
        Overwritten with rows of ``W``.
    """


@kernel
def send(rows, samples, W, children):
    """Find the child that each sample goes to, as in `descend`.

    Parameters
    ----------
    rows : Dense or Sparse
    samples : int64 (s,)
        Numbers of the rows; there may be none.
    W : float32 (Q, d)
        Weights of the children.
    children : int32 (s,)
        Overwritten with rows of ``W``.
    """
    block = Block(np.empty((BLOCK, W.shape[1]), np.float32), np.empty(BLOCK, np.float32))
    if samples.shape[0] > 0:
        best_children(rows, samples.astype(np.int32), W, block, children)


@kernel
def descend(rows, starts, W, leaves):
    """Send every sample from the root to a leaf, always to the child of the highest score.

    A node's children are done before its siblings, while their samples are still in cache.

    Parameters
    ----------
    rows : Dense or Sparse
        n rows of d features.
    starts : int32 (V + 1,)
        The children of node v are nodes ``starts[v]`` to ``starts[v + 1] - 1``.
    W : float32 (V - 1, d)
        Row c - 1 is w_c of node c.
    leaves : int32 (n,)
        Overwritten with the leaf of each row.
    """
    n = leaves.shape[0]
    block = Block(np.empty((BLOCK, W.shape[1]), np.float32), np.empty(BLOCK, np.float32))
    order, children = np.empty((2, n), np.int32), np.empty(n, np.int32)
    # An entry for each inner node to come: the node, its samples as a part of the order, and which of the two orders.
    stack, size = np.zeros((starts.shape[0], 4), np.int64), 0
    for i in range(n):
        order[0, i], leaves[i] = i, 0
    if starts[0] < starts[1]:
        stack[0, 2], size = n, 1
    while size > 0:
        size -= 1
        v, begin, end, side = stack[size]
        samples, chosen, first, below = order[side, begin:end], children[begin:end], starts[v], starts[v + 1]
        best_children(rows, samples, W[first - 1 : below - 1], block, chosen)
        for k in range(samples.shape[0]):
            leaves[samples[k]] = first + chosen[k]
        if starts[first] < starts[below]:
            ends = sort_by_child(samples, chosen, below - first, order[1 - side, begin:end])
            size = push_inner_nodes(starts, first, begin, ends, 1 - side, stack, size)


@kernel
def push_inner_nodes(starts, first, begin, ends, side, stack, size):
    """Push the inner nodes among those from ``first`` on that samples have come to; returns the new size."""
    start = begin
    for c in range(ends.shape[0]):
        end = begin + ends[c]
        if start < end and starts[first + c] < starts[first + c + 1]:
            entry = stack[size]
            entry[0], entry[1], entry[2], entry[3] = first + c, start, end, side
            size += 1
        start = end
    return size


@kernel
def sort_by_child(samples, children, n_children, target):
    """Put ``samples`` int32 (s,) in the order of their ``children`` int32 (s,) into ``target`` int32 (s,).

    Returns where those of each child end, int64 (Q,).
    """
    ends = np.zeros(n_children, np.int64)
    for k in range(children.shape[0]):
        ends[children[k]] += 1
    total = 0
    for c in range(n_children):
        total, ends[c] = total + ends[c], total
    for k in range(samples.shape[0]):
        target[ends[children[k]]] = samples[k]
        ends[children[k]] += 1
    return ends


@best_children.case(Dense)
def _best_dense(rows, samples, W, block, children):
    n, (n_children, d) = samples.shape[0], W.shape
    n_blocks = (n + BLOCK - 1) // BLOCK
    tiles = n_tiles(n_children, d)
    for b in range(n_blocks):
        first, end = b * n // n_blocks, (b + 1) * n // n_blocks
        X, children_of_block = gather(rows.X, samples[first:end], block.X), children[first:end]
        block.best[:] = -np.inf
        children_of_block[:] = 0
        for t in range(tiles):
            left, right = t * n_children // tiles, (t + 1) * n_children // tiles
            _update_best(np.dot(W[left:right], X.T), left, block.best, children_of_block)


@kernel
def n_tiles(n_children, d):
    """Into how many products of a block of samples those with the children are cut."""
    widest = max(1, min(MOST_SCORES // BLOCK, MOST_TERMS // (BLOCK * d)))
    return (n_children + widest - 1) // widest


@kernel
def gather(X, samples, copies):
    """The features (s, d) of these samples: where they are neighbours a view, else ``copies``."""
    n, together = samples.shape[0], 1
    while together < n and samples[together] == samples[0] + together:
        together += 1
    if together == n:
        return X[samples[0] : samples[0] + n]
    for k in range(n):
        x, copied = X[samples[k]], copies[k]
        for j in range(X.shape[1]):
            copied[j] = x[j]
    return copies[:n]


@kernel
def _update_best(scores, left, best, children):
    """Compare the scores (T, B) of children ``left`` on with the best yet, all samples at once."""
    for q in range(scores.shape[0]):
        of_child, c = scores[q], np.int32(left + q)
        for k in range(children.shape[0]):
            better = of_child[k] > best[k]
            best[k] = of_child[k] if better else best[k]
            children[k] = c if better else children[k]


@best_children.case(Sparse)
def _best_sparse(rows, samples, W, block, children):
    entries = 0
    for i in samples:
        entries += rows.indptr[i + 1] - rows.indptr[i]
    # With a feature's weights side by side, all children are scored at once; to put them there pays for many entries.
    if entries > W.shape[1]:
        _best_by_feature(rows, samples, np.ascontiguousarray(W.T), children)
    else:
        _best_by_child(rows, samples, W, children)


@kernel
def _best_by_feature(rows, samples, V, children):
    scores = np.empty(V.shape[1], np.float32)
    for k in range(samples.shape[0]):
        score_by_feature(rows, samples[k], V, scores)
        children[k] = 0
        for c in range(1, scores.shape[0]):
            if scores[c] > scores[children[k]]:
                children[k] = c


@kernel
def score_by_feature(rows, i, V, scores):
    """The ``scores`` float32 (Q,) of row i, overwritten, by the weights V (d, Q) of all children."""
    scores[:] = 0.0
    for e in range(rows.indptr[i], rows.indptr[i + 1]):
        v, x = V[rows.indices[e]], rows.data[e]
        for c in range(v.shape[0]):
            scores[c] += x * v[c]


@kernel
def _best_by_child(rows, samples, W, children):
    for k in range(samples.shape[0]):
        highest, children[k] = np.float32(-np.inf), 0
        for c in range(W.shape[0]):
            score = dot(rows, samples[k], W[c])
            if score > highest:
                highest, children[k] = score, c


@kernel
def raise_classes(scores, samples, values, first, set_starts, set_classes):
    """Raise the score of every class to the largest value of a child that holds it, where that is more.

    Parameters
    ----------
    scores : float32 (n, G)
        Changed in place.
    samples : int64 (r,)
        The samples at a node.
    values : float32 (r, Q)
        Of its children, nodes ``first`` to ``first`` + Q - 1.
    first : int
    set_starts : int32 (V + 1,)
    set_classes : int32
        The label sets of the nodes, one after the other.
    """
    for i in range(samples.shape[0]):
        of_sample = scores[samples[i]]
        for c in range(values.shape[1]):
            for k in range(set_starts[first + c], set_starts[first + c + 1]):
                g = set_classes[k]
                of_sample[g] = max(of_sample[g], values[i, c])
