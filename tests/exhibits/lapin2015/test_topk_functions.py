"""Top-k losses and projections against their definitions."""

import numpy as np
import pytest
from scipy.optimize import minimize

from manyclass.exhibits.lapin2015.losses import zero_one
from manyclass.exhibits.lapin2015.projection_time import seconds
from manyclass.methods.base.topk.functions import losses, projections


@pytest.mark.parametrize("k", [1, 2, 4])
def test_losses_are_those_of_the_definitions(k):
    rng = np.random.default_rng(k)
    S, y = rng.standard_normal((50, 6)), rng.integers(6, size=50)
    for scores, own, error, alpha, beta in zip(
        S, y, zero_one(S, y, k), losses(S, y, k, "alpha"), losses(S, y, k, "beta")
    ):
        h = sorted((1 + s - scores[own] for j, s in enumerate(scores) if j != own), reverse=True)[:k]
        assert alpha == pytest.approx(max(0, sum(h) / k))
        assert beta == pytest.approx(sum(max(0, each) for each in h) / k)
        assert error == (own not in np.argsort(-scores)[:k])


def test_ties_count_against_the_true_class():
    S, y = np.zeros((2, 4)), np.array([0, 3])
    assert zero_one(S, y, 3).all() and not zero_one(S, y, 4).any()


@pytest.mark.parametrize("k", [1, 2, 3])
def test_projections_are_the_nearest_points(k):
    B = np.random.default_rng(k).standard_normal((12, 5))
    limits = (
        {"type": "ineq", "fun": lambda x: 1 - x.sum()},
        {"type": "ineq", "fun": lambda x: x.sum() / k - x},
    )
    for b, x in zip(B, projections(B, k)):
        theirs = minimize(
            lambda x, b=b: ((x - b) ** 2).sum(), np.full(5, 0.1), bounds=[(0, None)] * 5, constraints=limits, tol=1e-12
        )
        np.testing.assert_allclose(x, theirs.x, atol=1e-5)


def test_a_projection_takes_time():
    B = np.random.default_rng(0).standard_normal((200, 1000))
    assert 0 < seconds(B, 5) < 1
