"""Losses and gradients of blocks of samples against float64 NumPy."""

import numpy as np
import pytest
from kernel_models import compressed, pattern, samples
from numpy.testing import assert_allclose

from manyclass.kernels.common.rows import WithConstant
from manyclass.kernels.softmax import objective

N, G, D = 23, 9, 6
FIRST = 5  # of the samples looked at


def right_classes(most):
    generator = np.random.default_rng(most)
    return [sorted(generator.choice(G, generator.integers(1, most + 1), replace=False).tolist()) for _ in range(N)]


def loss(z, right):
    """The mean over the right classes of -log P[y|x], the other right ones left out."""
    each = []
    for y in right:
        among = [j for j in range(G) if j == y or j not in right]
        each.append(np.log(np.exp(z[among] - z.max()).sum()) + z.max() - z[y])
    return np.mean(each)


def numerical(z, right, h=1e-5):
    return np.array([(loss(z + h * e, right) - loss(z - h * e, right)) / (2 * h) for e in np.eye(G)])


@pytest.mark.parametrize("most", [1, 4])
def test_gradients_are_those_of_the_losses(most):
    right, Z = right_classes(most), np.random.default_rng(0).normal(0, 3, (N, G)).astype(np.float32)
    P = Z[FIRST:].copy()
    total = objective.losses(P, pattern(right, G), FIRST)
    assert total == pytest.approx(sum(loss(Z[i].astype(float), right[i]) for i in range(FIRST, N)), rel=1e-6)
    assert_allclose(P, [numerical(Z[i].astype(float), right[i]) for i in range(FIRST, N)], atol=1e-6)
    assert_allclose(P.sum(axis=1), 0, atol=1e-6)


def test_tiny_losses_are_not_rounded_away():
    """A right class that has all but e⁻¹⁵ of the sum, which float32 would lose beside it."""
    z = np.full((1, G), -15, np.float32)
    z[0, 3] = 0
    total = objective.losses(z, pattern([[3]], G), 0)
    assert total == pytest.approx(np.log1p((G - 1) * np.exp(-15)), rel=1e-5)
    assert z[0, 3] == pytest.approx(-total, rel=1e-5)


def test_scores_far_apart_do_not_overflow():
    z = np.float32([[1e4, -1e4, *range(G - 2)]] * 2)
    total = objective.losses(z, pattern([[0], [1]], G), 0)
    assert total == pytest.approx(2e4)
    assert_allclose(z, [[0] * G, [1, -1, *[0] * (G - 2)]], atol=1e-6)


@pytest.mark.parametrize("lead", [50, 86, 88, 200, 1e4])
def test_a_right_class_may_lead_another_by_more_than_exponentials_hold(lead):
    """The other one's loss is among the wrong classes, of which the lead says nothing."""
    z = np.float32([[lead, 1, 0.5, *np.linspace(-1, 2, G - 3)]])
    others = z[0, 1:].astype(float)
    total = objective.losses(z, pattern([[0, 1]], G), 0)
    chance = np.exp(others) / (np.exp(others).sum())
    assert total == pytest.approx(-np.log(chance[0]) / 2, rel=1e-6)
    assert_allclose(z[0], [0, *(chance - np.eye(G - 1)[0]) / 2], atol=1e-7)


@pytest.mark.parametrize("constant", [None, 0.5])
def test_sparse_rows(constant):
    X, known = samples(1, N, D, 0.5), pattern(right_classes(2), G)
    X[7] = 0
    rows, columns = compressed(X), D
    if constant:
        rows, columns = WithConstant(rows, np.float32(constant)), D + 1
        X = np.column_stack([X, np.full(N, constant, np.float32)])
    V = np.random.default_rng(2).normal(size=(columns, G)).astype(np.float32)
    expected = X[FIRST:] @ V
    total = objective.losses(expected, known, FIRST)
    P = np.full((N - FIRST, G), np.nan, np.float32)
    objective.scores_sparse(rows, FIRST, V, P)
    assert objective.losses(P, known, FIRST) == pytest.approx(total, rel=1e-6)
    assert_allclose(P, expected, atol=1e-6)
    gradient = np.ones((columns, G), np.float32)
    for start, stop in ((0, 4), (4, 8)):
        objective.add_gradient_sparse(rows, FIRST, P, start, stop, gradient)
    assert_allclose(gradient[:, :8], 1 + X[FIRST:].T @ P[:, :8], atol=1e-5)
    assert (gradient[:, 8] == 1).all()
