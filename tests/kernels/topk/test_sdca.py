"""Dual coordinate ascent against the same updates made one by one in float64."""

import numpy as np
import pytest
from kernel_models import compressed, dense, new_state, samples
from topk_models import new_workspace, no_vectors, zero_duals

from manyclass.kernels.common.rng import shuffle
from manyclass.kernels.topk.duals import class_vectors, clip_dual, place_of, with_room
from manyclass.kernels.topk.losses import Alpha, Beta, project
from manyclass.kernels.topk.sdca import Problem, update_samples
from manyclass.kernels.topk.sweeps import new_sweeps

LOSSES = pytest.mark.parametrize("loss", [Alpha(3, 2.0, 0.0), Beta(3, 2.0, 0.0), Alpha(2, 0.5, 0.3), Beta(1, 9.0, 0.3)])
N, G, D = 90, 11, 7


def in_full(duals, n):
    """x as float64 (n, G)."""
    x = np.zeros((n, G))
    for i in range(n):
        part = slice(duals.start[i], duals.start[i] + duals.count[i])
        x[i, duals.classes[part]] = duals.values[part]
    return x


def data(zeros=False):
    X, y = samples(0, N, D, 0.7), np.random.default_rng(1).integers(0, G, N).astype(np.int32)
    if zeros:
        X[5] = 0
    return X, y


def update(problem, duals, V, order, work):
    """The dual variables after the updates of these samples."""
    return update_samples(problem, duals, new_sweeps(len(problem.y)), V, order, work)


def one_by_one(X, y, loss, order, x, W):
    """The updates of proposition 3.2.1; x (n, G) and W (G, d) float64 change."""
    for i in order:
        others, length = np.arange(G) != y[i], X[i] @ X[i]
        s = W @ X[i]
        scale = 1 / (length + loss.gamma / loss.C)
        b = length * scale * ((1 + s[others] - s[y[i]]) / length + x[i].sum() + x[i, others])
        ordered = np.sort(b)[::-1].copy()
        depth, cap = project(loss, ordered, length * scale)
        change = np.clip(depth - (ordered[0] - b), 0, cap) - x[i, others]
        x[i, others] += change
        W[others] -= np.outer(change, X[i])
        W[y[i]] += change.sum() * X[i]


@LOSSES
@pytest.mark.parametrize(("layout", "size"), [(dense, 1), (dense, 8), (dense, 64), (compressed, 1)])
def test_updates_of_blocks_are_the_updates_one_by_one(layout, loss, size):
    X, y = data()
    V = no_vectors(layout, G, D)
    duals, work, order = zero_duals(N), new_workspace(size, D, G), np.arange(N)
    x, W = np.zeros((N, G)), np.zeros((G, D))
    for _ in range(4):
        shuffle(order, new_state(3))
        duals = update(Problem(layout(X), y, loss, 1.0), duals, V, order, work)
        one_by_one(X.astype(float), y, loss, order, x, W)
        np.testing.assert_allclose(in_full(duals, N), x, atol=2e-5 * loss.C)
        np.testing.assert_allclose(V if layout is dense else V.T, W, atol=2e-5 * np.abs(W).max())
    assert (work.delta == 0).all()
    assert (x > 0).any() and (x == 0).any()


@LOSSES
def test_what_is_stored_is_in_the_set_to_the_last_bit(loss):
    X, y = data(zeros=True)
    duals, V, work = zero_duals(N), no_vectors(dense, G, D), new_workspace(8, D, G)
    for _ in range(6):
        duals = update(Problem(dense(X), y, loss, 1.0), duals, V, np.arange(N), work)
        x = in_full(duals, N)  # sums of a few float32 are exact in float64, but for the last bit
        assert (x >= 0).all() and (x[np.arange(N), y] == 0).all()
        assert (x.sum(1) <= loss.C * (1 + 1e-15)).all()
        cap = x.sum(1) / loss.k if isinstance(loss, Alpha) else loss.C / loss.k
        assert (x.max(1) <= cap * (1 + 1e-15)).all()


def test_a_sample_of_zeros_reaches_its_bound():
    """Its loss is C whatever W is, so its dual variables must sum to C, or the gap never closes."""
    X, y = data(zeros=True)
    for loss in (Alpha(3, 2.0, 0.0), Beta(3, 2.0, 0.0)):
        V, problem = no_vectors(dense, G, D), Problem(dense(X), y, loss, 1.0)
        duals = update(problem, zero_duals(N), V, np.arange(N), new_workspace(8, D, G))
        assert in_full(duals, N)[5].sum() == pytest.approx(2.0, rel=1e-5)


@pytest.mark.parametrize("layout", [dense, compressed])
def test_class_vectors_are_the_matrix_product(layout):
    X, y = data()
    problem, V = Problem(layout(X), y, Alpha(3, 2.0, 0.0), 1.0), no_vectors(layout, G, D)
    duals = update(problem, zero_duals(N), V, np.arange(N), new_workspace(1, D, G))
    A = -in_full(duals, N)
    A[np.arange(N), y] = -A.sum(1)
    W = np.full(V.shape, np.nan)
    sums, squares = class_vectors(layout(X), y, duals, W)
    np.testing.assert_allclose(W if layout is dense else W.T, A.T @ X, atol=1e-12)
    assert sums == pytest.approx(A[np.arange(N), y].sum(), rel=1e-12)
    assert squares == pytest.approx((in_full(duals, N) ** 2).sum(), rel=1e-12)


def test_orders_are_equally_likely():
    counts, state = {}, new_state(0)
    for _ in range(6000):
        order = np.arange(3)
        shuffle(order, state)
        counts[tuple(order)] = counts.get(tuple(order), 0) + 1
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi-square, 5 degrees, p = .001


def test_rounding_never_leaves_the_set():
    rng = np.random.default_rng(0)
    for cap in 10 ** rng.uniform(-20, 20, 200):
        x = cap * np.append(rng.random(3), 1.0)
        stored = np.array([clip_dual(value, cap) for value in x], float)
        assert (stored <= x).all()
        assert (stored >= x * (1 - 3e-7)).all()


def test_variables_keep_their_place_or_move_behind_all_others():
    duals, expected = with_room(zero_duals(3), 40), [[], [], []]
    rng = np.random.default_rng(0)
    for i, count in rng.integers((0, 0), (3, 9), (200, 2)).tolist():
        duals = with_room(duals, 18)
        place = place_of(duals, i, count)
        expected[i] = rng.integers(0, 99, count)
        duals.classes[place : place + count] = expected[i]
        for j in range(3):
            np.testing.assert_array_equal(duals.classes[duals.start[j] :][: duals.count[j]], expected[j])
    assert duals.used[0] <= 3 * 2 * 16  # moves double the room


def test_full_arrays_grow_and_keep_what_they_hold():
    duals = zero_duals(4)
    duals.used[0], duals.values[:], duals.classes[:] = 3, np.arange(4), np.arange(4)
    assert with_room(duals, 1).values is duals.values or np.shares_memory(with_room(duals, 1).values, duals.values)
    larger = with_room(duals, 9)
    assert len(larger.values) == len(larger.classes) >= 12
    np.testing.assert_array_equal(larger.values[:3], duals.values[:3])
    np.testing.assert_array_equal(larger.classes[:3], duals.classes[:3])
