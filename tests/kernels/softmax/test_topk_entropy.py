"""The top-k entropy loss against its definition: a maximum over the top-k simplex, in float64."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from kernel_models import pattern
from numpy.testing import assert_allclose
from scipy.special import xlogy

from manyclass.kernels.softmax import objective
from manyclass.kernels.softmax.topk_entropy import losses

G = 40  # more than are compared at once
SCORES = arrays(np.float32, G, elements=st.floats(-60, 60, width=32).map(np.round) | st.floats(-3, 3, width=32))


def one(z, y, k):
    """The loss of one sample, and its gradient float32 (G,)."""
    S = np.array([z], np.float32)
    return losses(S, np.array([y], np.int32), k), S[0]


def value(a, x):
    """What the loss is the maximum of."""
    rest = max(1 - x.sum(), 0.0)
    return a @ x - xlogy(x, x).sum() - xlogy(rest, rest)


@settings(max_examples=200)
@given(z=SCORES, y=st.integers(0, G - 1), k=st.integers(1, G - 1))
def test_the_loss_is_the_maximum_and_the_gradient_where_it_is(z, y, k):
    """The value is concave: no feasible point is above that of x by more than its slope from x allows.

    The slope at x is g_j = a_j - log x_j + log(1 - Σ x), and the most that a linear function reaches on the top-k
    simplex is the mean of its k largest entries, or zero.
    """
    loss, gradient = one(z, y, k)
    a = np.delete(z.astype(float) - z[y], y)
    x = np.delete(gradient.astype(float), y)
    assert (x >= 0).all()
    assert x.max() <= x.sum() / k * (1 + 1e-5)
    assert gradient[y] == pytest.approx(-x.sum(), rel=1e-5)
    assert loss == pytest.approx(value(a, x), rel=1e-4, abs=1e-6)
    stays = 1 / (1 + np.exp(_exponent(loss)))  # 1 - Σ x, which float32 rounds away where it is small
    slope = a - np.log(np.maximum(x, 1e-37)) + np.log(stays)
    reachable = max(0.0, np.sort(slope)[-k:].mean())
    assert reachable - slope @ x <= 1e-3 * (1 + abs(a).max())


def _exponent(loss):
    """v of loss = log(1 + exp(v))."""
    return loss + np.log(-np.expm1(-loss)) if loss > 0 else -np.inf


@pytest.mark.parametrize("width", [0.1, 3, 50])
def test_one_guess_is_the_logistic_loss(width):
    Z = np.random.default_rng(0).normal(0, width, (25, G)).astype(np.float32)
    y = (np.arange(25) % G).astype(np.int32)
    P, expected = Z.copy(), Z.copy()
    total = objective.losses(expected, pattern([[g] for g in y], G), 0)
    assert losses(P, y, 1) == pytest.approx(total, rel=1e-5)
    assert_allclose(P, expected, atol=1e-6)


def test_all_guesses_are_a_binary_logistic_loss_of_the_mean():
    z = np.random.default_rng(1).normal(0, 2, G).astype(np.float32)
    loss, gradient = one(z, 7, G - 1)
    v = np.delete(z.astype(float) - z[7], 7).mean() + np.log(G - 1)
    assert loss == pytest.approx(np.log1p(np.exp(v)), rel=1e-6)
    assert_allclose(np.delete(gradient, 7), 1 / (1 + np.exp(-v)) / (G - 1), rtol=1e-5)


def test_classes_far_ahead_do_not_hide_the_others():
    """Three classes lie e¹⁰⁰ ahead; the share that the cap leaves is divided among those behind them."""
    z = np.zeros(6, np.float32)
    z[:3] = 200, 100, 100
    loss, gradient = one(z, 5, 4)
    assert_allclose(gradient[:3], 0.25, rtol=1e-6)
    assert_allclose(gradient[3:5], 0.125, rtol=1e-6)
    assert loss == pytest.approx(100 + np.log(4) * 0.75 - 0.25 * np.log(0.125), rel=1e-6)


def test_a_number_that_is_none_stays():
    loss, gradient = one(np.float32([0, np.nan, 1, 2]), 0, 2)
    assert np.isnan(loss)
    assert np.isnan(gradient).any()
