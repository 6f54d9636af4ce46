"""The joint pass over a label tree against the same loop in float64, with every weight vector kept."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.kernels.label_path import Paths, epoch
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
    w, counts, seen = w.astype(np.float64), np.zeros((len(X), 2), np.int64), []
    for i in order:
        found = violations(w, X[i].astype(np.float64), classes[i])
        counts[i, 0] += sum(1 + len(siblings(r)) for r in PATHS[classes[i]])
        r, s = max(found, key=found.__getitem__)
        if found[r, s] > 0:
            w[r - 1] += step * X[i].astype(np.float64)
            w[s - 1] -= step * X[i].astype(np.float64)
            counts[i, 1] += 2
        seen.append(w.copy())
    return np.array(seen), counts


def problem(seed, n=80, d=6):
    rng = np.random.default_rng(seed)
    X = np.float32(rng.standard_normal((n, d)) * (rng.random((n, d)) < 0.7))
    w = np.float32(3 * rng.standard_normal((8, d)))
    return X, rng.permutation(n)[: n - 9], rng.integers(0, 6, n).astype(np.int32), w


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("seed", range(4))
def test_equals_the_reference(seed, form):
    X, order, classes, w = problem(seed)
    seen, expected = reference(X, order, classes, 0.25, w)
    counts, moved = np.zeros((len(X), 2), np.int64), np.zeros_like(w)
    epoch(rows_of(form(X)), order, classes, TREE, np.float32(0.25), w, moved, counts)
    assert_allclose(w, seen[-1], atol=1e-5)
    assert_allclose(w - moved / len(order), seen.mean(axis=0), atol=1e-5)
    assert_array_equal(counts, expected)
    assert 0 < counts[:, 1].sum() < 2 * len(order)


def test_a_step_goes_down_the_one_slack():
    """The update is minus η times the derivative of the largest violation on the whole path."""
    X, order, classes, w = problem(11)

    def slack(i, weights):
        return max(0.0, *violations(weights, X[i].astype(np.float64), classes[i]).values())

    for i in order[:15]:
        after, moved, shift = w.copy(), np.zeros_like(w), 1e-6
        epoch(rows_of(X), order[order == i], classes, TREE, np.float32(1), after, moved, np.zeros((len(X), 2), int))
        there = w.astype(np.float64)
        units = np.eye(w.size).reshape(-1, *w.shape)
        slope = [(slack(i, there + shift * unit) - slack(i, there)) / shift for unit in units]
        assert_allclose(np.ravel(w - after), slope, atol=1e-4)
