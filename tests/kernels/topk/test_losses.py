"""The top-k hinge losses: their definitions, their order, and what smoothing does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.objective import sum_of_losses
from manyclass.methods.base.topk.dual_ascent import new_memory

SIZES = {"n": st.integers(1, 20), "n_classes": st.integers(2, 30), "k": st.integers(1, 29), "seed": st.integers(0, 999)}


def drawn(n, n_classes, k, seed, scale=2.0):
    rng = np.random.default_rng(seed)
    S, y = scale * rng.standard_normal((n, n_classes)), rng.integers(0, n_classes, n).astype(np.int32)
    return np.round(S, seed % 2 + 1), y, min(k, n_classes - 1)


def value(loss, S, y):
    return sum_of_losses(new_memory(loss, *S.shape), loss, S.copy(), y, 0)


def hinges(S, y):
    """h_j of the other classes (n, G - 1), largest first."""
    own = S[np.arange(len(y)), y]
    others = S[np.arange(S.shape[1]) != y[:, None]].reshape(len(y), -1)
    return -np.sort(-(1 + others - own[:, None]), axis=1)


@given(**SIZES)
def test_values_are_those_of_the_definitions(n, n_classes, k, seed):
    S, y, k = drawn(n, n_classes, k, seed)
    h = hinges(S, y)[:, :k]
    assert value(Alpha(k, 0.5, 0.0), S, y) == pytest.approx(0.5 * np.maximum(0, h.mean(1)).sum())
    assert value(Beta(k, 0.5, 0.0), S, y) == pytest.approx(0.5 * np.maximum(0, h).mean(1).sum())


@given(**SIZES)
def test_alpha_is_below_beta_and_both_are_above_the_top_k_error(n, n_classes, k, seed):
    S, y, k = drawn(n, n_classes, k, seed)
    for i in range(n):
        alpha, beta = (value(kind(k, 1.0, 0.0), S[i : i + 1], y[i : i + 1]) for kind in (Alpha, Beta))
        wrong = (np.delete(S[i], y[i]) >= S[i, y[i]]).sum() >= k  # ties count against the true class
        assert wrong <= alpha + 1e-12
        assert alpha <= beta + 1e-12
        if k == 1:
            assert alpha == pytest.approx(beta)


@pytest.mark.parametrize("kind", [Alpha, Beta])
@given(gamma=st.floats(1e-3, 10), C=st.sampled_from([0.1, 1.0, 10.0]), **SIZES)
def test_a_smoothed_loss_is_below_by_at_most_its_term(kind, gamma, C, n, n_classes, k, seed):
    """max ⟨h, x⟩ - γ/(2C) ⟨x, x⟩, where no x of the set has ⟨x, x⟩ above C² / k."""
    S, y, k = drawn(n, n_classes, k, seed)
    smoothed, sharp = value(kind(k, C, gamma), S, y), value(kind(k, C, 0.0), S, y)
    assert sharp - n * gamma * C / (2 * k) - 1e-9 <= smoothed <= sharp + 1e-9


@pytest.mark.parametrize("kind", [Alpha, Beta])
def test_a_smoothed_loss_is_the_best_of_a_grid_over_the_set(kind):
    """Of two entries and k = 2, β's set is a square and α's, whose entries must be equal, its diagonal."""
    (S, y, k), gamma, C = drawn(6, 3, 2, 3, scale=1.0), 0.7, 2.0
    side = np.linspace(0, C / 2, 501)
    points = np.stack([side, side] if kind is Alpha else [axis.ravel() for axis in np.meshgrid(side, side)])
    best = (hinges(S, y) @ points - gamma / (2 * C) * (points**2).sum(0)).max(1)
    exact = np.array([value(kind(k, C, gamma), S[i : i + 1], y[i : i + 1]) for i in range(6)])
    assert (exact >= best - 1e-12).all()
    np.testing.assert_allclose(exact, best, atol=1e-5)
