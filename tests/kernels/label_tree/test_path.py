"""The joint pass over a label tree against the same loop in float64, with every weight vector kept."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.kernels.label_tree.path import Identity, LinearEmbedding, Paths, epoch
from manyclass.methods.base.samples import rows_of

# The root has 1, 2 and 3; 2 is the leaf of class 0; 1 has 4 and 5, classes 2 and 1; 3 has 6, 7, 8, classes 4, 3, 5.
CHILDREN = {0: [1, 2, 3], 1: [4, 5], 3: [6, 7, 8]}
PATHS = {0: [2], 1: [1, 5], 2: [1, 4], 3: [3, 7], 4: [3, 6], 5: [3, 8]}
TREE = Paths(
    np.array([-1, 0, 0, 0, 1, 1, 3, 3, 3], np.int32),
    np.array([1, 4, 6, 6, 9, 9, 9, 9, 9, 9], np.int32),
    np.array([2, 5, 4, 7, 6, 8], np.int32),
)


def siblings(node):
    return next([s for s in children if s != node] for children in CHILDREN.values() if node in children)


def violations(w, x, g):
    """Of every node on the path to class g and every sibling of it: how far 1 + (w_s - w_r)ᵀx is violated."""
    return {(r, s): 1 + (w[s - 1] - w[r - 1]) @ x for r in PATHS[g] for s in siblings(r)}


def reference(X, order, classes, step, w):
    """Weights after each step float64 (t, V - 1, d), and the counts."""
    w, counts, trajectory = w.astype(np.float64), np.zeros((len(X), 2), np.int64), []
    for i in order:
        slacks = violations(w, X[i].astype(np.float64), classes[i])
        counts[i, 0] += sum(1 + len(siblings(r)) for r in PATHS[classes[i]])
        r, s = max(slacks, key=slacks.__getitem__)
        if slacks[r, s] > 0:
            w[r - 1] += step * X[i].astype(np.float64)
            w[s - 1] -= step * X[i].astype(np.float64)
            counts[i, 1] += 2
        trajectory.append(w.copy())
    return np.array(trajectory), counts


def problem(seed, n=80, d=6):
    rng = np.random.default_rng(seed)
    X = np.float32(rng.standard_normal((n, d)) * (rng.random((n, d)) < 0.7))
    w = np.float32(3 * rng.standard_normal((8, d)))
    return X, rng.permutation(n)[: n - 9], rng.integers(0, 6, n).astype(np.int32), w


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("seed", range(4))
def test_equals_the_reference(seed, form):
    X, order, classes, w = problem(seed)
    trajectory, expected = reference(X, order, classes, 0.25, w)
    counts, moved = np.zeros((len(X), 2), np.int64), np.zeros_like(w)
    epoch(rows_of(form(X)), order, classes, TREE, np.float32(0.25), Identity(), w, moved, counts)
    assert_allclose(w, trajectory[-1], atol=1e-5)
    assert_allclose(w - moved / len(order), trajectory.mean(axis=0), atol=1e-5)
    assert_array_equal(counts, expected)
    assert 0 < counts[:, 1].sum() < 2 * len(order)


def embedded_reference(X, order, classes, step, W, w):
    """Embeddings float64 (t, m, d) and weights (t, V - 1, m) after each step."""
    W, w, trajectory = W.astype(np.float64), w.astype(np.float64), []
    for i in order:
        x = X[i].astype(np.float64)
        slacks = violations(w, W @ x, classes[i])
        r, s = max(slacks, key=slacks.__getitem__)
        if slacks[r, s] > 0:
            back = step * np.outer(w[r - 1] - w[s - 1], x)
            w[r - 1] += step * W @ x
            w[s - 1] -= step * W @ x
            W += back
        trajectory.append((W.copy(), w.copy()))
    return tuple(map(np.array, zip(*trajectory)))


def linear(W):
    return LinearEmbedding(W, np.zeros_like(W), np.zeros((1, len(W)), np.float32))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_with_an_embedding_equals_the_reference(form):
    X, order, classes, w = problem(5, d=4)
    X = np.column_stack([X, X[:, ::-1] ** 2])
    W = np.float32(np.random.default_rng(6).standard_normal((4, 8)) / 2)
    Ws, ws = embedded_reference(X, order, classes, 0.01, W, w)
    counts, moved, embedding = np.zeros((len(X), 2), np.int64), np.zeros_like(w), linear(W)
    epoch(rows_of(form(X)), order, classes, TREE, np.float32(0.01), embedding, w, moved, counts)
    assert_allclose(w, ws[-1], rtol=1e-4, atol=1e-4)
    assert_allclose(W, Ws[-1], rtol=1e-4, atol=1e-4)
    assert_allclose(w - moved / len(order), ws.mean(axis=0), rtol=1e-4, atol=1e-4)
    assert_allclose(W - embedding.moved / len(order), Ws.mean(axis=0), rtol=1e-4, atol=1e-4)
    assert 0 < counts[:, 1].sum() < 2 * len(order)
    assert np.abs(Ws[-1] - Ws[0]).max() > 0.1


def slope(slack, at, *rest):
    """Derivative of a function of a float64 array and more, entry by entry of the array."""
    units = np.eye(at.size).reshape(-1, *at.shape)
    return [(slack(at + 1e-6 * unit, *rest) - slack(at, *rest)) / 1e-6 for unit in units]


@pytest.mark.parametrize("embed", [False, True])
def test_a_step_goes_down_the_one_slack(embed):
    """The update is minus η times the derivative of the largest violation on the whole path."""
    X, order, classes, w = problem(11, d=5)
    first = np.float32(np.random.default_rng(2).standard_normal((5, 5)) if embed else np.eye(5))

    def of_nodes(weights, W, i):
        return max(0.0, *violations(weights, W @ X[i].astype(np.float64), classes[i]).values())

    def of_embedding(W, weights, i):
        return of_nodes(weights, W, i)

    for i in order[:15]:
        after, moved, embedding = w.copy(), np.zeros_like(w), linear(first.copy()) if embed else Identity()
        counts = np.zeros((len(X), 2), np.int64)
        epoch(rows_of(X), order[order == i], classes, TREE, np.float32(1), embedding, after, moved, counts)
        W, there = first.astype(np.float64), w.astype(np.float64)
        assert_allclose(np.ravel(w - after), slope(of_nodes, there, W, i), atol=1e-4)
        if embed:
            assert_allclose(np.ravel(first - embedding.W), slope(of_embedding, W, there, i), atol=1e-4)
