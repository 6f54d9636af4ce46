"""A node's pass of averaged steps against the same loop in float64, with every weight vector kept."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.kernels.label_tree.node import epoch
from manyclass.methods.base.samples import rows_of


def reference(X, order, classes, membership, step, w):
    """Weights after each step float64 (t, Q, d), and the counts, one at a time as they are made."""
    w, counts, trajectory = w.astype(np.float64), np.zeros((len(X), 2), np.int64), []
    for i in order:
        scores = []
        for weights in w:
            scores.append(weights @ X[i].astype(np.float64))
            counts[i, 0] += 1
        ours = [q for q in range(len(w)) if membership[classes[i], q]]
        others = [r for r in range(len(w)) if not membership[classes[i], r]]
        q, r = min(ours, key=scores.__getitem__), max(others, key=scores.__getitem__)
        if 1 + scores[r] - scores[q] > 0:
            for child, sign in ((q, 1), (r, -1)):
                w[child] += sign * step * X[i].astype(np.float64)
                counts[i, 1] += 1
        trajectory.append(w.copy())
    return np.array(trajectory), counts


def problem(seed, n=90, d=7, G=6, Q=4):
    rng = np.random.default_rng(seed)
    X = np.float32(rng.standard_normal((n, d)) * (rng.random((n, d)) < 0.7))
    membership = rng.random((G, Q)) < 0.5
    membership[:, 0], membership[:, 1] = True, False
    w = np.float32(rng.standard_normal((Q, d)))
    return X, rng.permutation(n)[: n - 10], rng.integers(0, G, n).astype(np.int32), membership, w


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("seed", range(4))
def test_equals_the_reference(seed, form):
    X, order, classes, membership, w = problem(seed)
    trajectory, expected = reference(X, order, classes, membership, 0.25, w)
    counts, moved = np.zeros((len(X), 2), np.int64), np.zeros_like(w)
    epoch(rows_of(form(X)), order, classes, membership, np.float32(0.25), w, moved, counts)
    assert_allclose(w, trajectory[-1], atol=1e-5)
    assert_allclose(w - moved / len(order), trajectory.mean(axis=0), atol=1e-5)
    assert_array_equal(counts, expected)
    assert 0 < counts[:, 1].sum() < 2 * len(order)


@pytest.mark.parametrize("seed", range(4))
def test_a_sample_that_goes_to_a_child_without_its_class_has_a_loss_of_at_least_one(seed):
    """OP2's hinge bounds equation 1's loss: such a sample is always updated, and by at least the margin."""
    X, order, classes, membership, w = problem(seed)
    missed = 0
    for i in order:
        counts, moved = np.zeros((len(X), 2), np.int64), np.zeros_like(w)
        epoch(rows_of(X), order[order == i], classes, membership, np.float32(0.25), w.copy(), moved, counts)
        scores, mine = w @ X[i], membership[classes[i]]
        hinge = max(0.0, 1 + scores[~mine].max() - scores[mine].min())
        assert (counts[i, 1] > 0) == (hinge > 0)
        if not mine[scores.argmax()]:
            assert hinge >= 1
            missed += 1
    assert 0 < missed < len(order)


def test_a_step_goes_down_the_loss():
    """The update is minus η times the derivative of max(0, 1 + max_r w_rᵀx - min_q w_qᵀx)."""
    X, order, classes, membership, w = problem(9)

    def loss(i, weights):
        scores = weights @ X[i].astype(np.float64)
        mine = membership[classes[i]]
        return max(0.0, 1 + scores[~mine].max() - scores[mine].min())

    for i in order[:20]:
        after, shift = w.copy(), 1e-6
        counts, moved = np.zeros((len(X), 2), np.int64), np.zeros_like(w)
        epoch(rows_of(X), order[order == i], classes, membership, np.float32(1), after, moved, counts)
        there = w.astype(np.float64)
        slope = [
            (loss(i, there + shift * unit) - loss(i, there)) / shift for unit in np.eye(w.size).reshape(-1, *w.shape)
        ]
        assert_allclose(np.ravel(w - after), slope, atol=1e-4)
