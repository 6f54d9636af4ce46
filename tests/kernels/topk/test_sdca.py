"""An epoch of dual coordinate ascent against the same updates made one by one in float64."""

import numpy as np
import pytest
from kernel_models import compressed, dense, new_state, samples
from topk_models import new_workspace, no_vectors, zero_duals

from manyclass.kernels.common.rng import shuffle
from manyclass.kernels.topk.duals import class_vectors, clip_dual, ensure_capacity
from manyclass.kernels.topk.losses import Alpha, Beta, project
from manyclass.kernels.topk.sdca import Problem, epoch

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
def test_an_epoch_is_the_updates_one_by_one(layout, loss, size):
    X, y = data()
    V = no_vectors(layout, G, D)
    duals, buffer, work, order = zero_duals(N), zero_duals(N), new_workspace(size, G, D), np.arange(N)
    x, W = np.zeros((N, G)), np.zeros((G, D))
    for _ in range(4):
        shuffle(order, new_state(3))
        duals, buffer = epoch(Problem(layout(X), y, loss), duals, buffer, V, order, work), duals
        one_by_one(X.astype(float), y, loss, order, x, W)
        np.testing.assert_allclose(in_full(duals, N), x, atol=2e-5 * loss.C)
        np.testing.assert_allclose(V if layout is dense else V.T, W, atol=2e-5 * np.abs(W).max())
    assert (work.delta == 0).all()
    assert (x > 0).any() and (x == 0).any()


@LOSSES
def test_what_is_stored_is_in_the_set_to_the_last_bit(loss):
    X, y = data(zeros=True)
    duals, buffer, V, work = zero_duals(N), zero_duals(N), no_vectors(dense, G, D), new_workspace(8, G, D)
    for _ in range(6):
        duals, buffer = epoch(Problem(dense(X), y, loss), duals, buffer, V, np.arange(N), work), duals
        x = in_full(duals, N)  # sums of a few float32 are exact in float64, but for the last bit
        assert (x >= 0).all() and (x[np.arange(N), y] == 0).all()
        assert (x.sum(1) <= loss.C * (1 + 1e-15)).all()
        cap = x.sum(1) / loss.k if isinstance(loss, Alpha) else loss.C / loss.k
        assert (x.max(1) <= cap * (1 + 1e-15)).all()


def test_a_sample_of_zeros_reaches_its_bound():
    """Its loss is C whatever W is, so its dual variables must sum to C, or the gap never closes."""
    X, y = data(zeros=True)
    for loss in (Alpha(3, 2.0, 0.0), Beta(3, 2.0, 0.0)):
        V, problem = no_vectors(dense, G, D), Problem(dense(X), y, loss)
        duals = epoch(problem, zero_duals(N), zero_duals(N), V, np.arange(N), new_workspace(8, G, D))
        assert in_full(duals, N)[5].sum() == pytest.approx(2.0, rel=1e-5)


@pytest.mark.parametrize("layout", [dense, compressed])
def test_class_vectors_are_the_matrix_product(layout):
    X, y = data()
    problem, V = Problem(layout(X), y, Alpha(3, 2.0, 0.0)), no_vectors(layout, G, D)
    duals = epoch(problem, zero_duals(N), zero_duals(N), V, np.arange(N), new_workspace(1, G, D))
    A = -in_full(duals, N)
    A[np.arange(N), y] = -A.sum(1)
    W = np.zeros((G, D))
    sums, squares = class_vectors(layout(X), y, duals, W)
    np.testing.assert_allclose(W, A.T @ X, atol=1e-12)
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


def test_a_full_array_grows_and_keeps_what_it_holds():
    values = np.arange(4, dtype=np.float32)
    assert ensure_capacity(values, 2, 2) is values or np.shares_memory(ensure_capacity(values, 2, 2), values)
    larger = ensure_capacity(values, 3, 9)
    assert len(larger) >= 12
    np.testing.assert_array_equal(larger[:3], values[:3])
