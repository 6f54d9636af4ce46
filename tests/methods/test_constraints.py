"""The constraints: class vectors and rows of W start and stay in the ball."""

import numpy as np
import pytest
from method_samples import STOCHASTIC, brief, learnt, samples
from numpy.testing import assert_allclose

from manyclass.methods.base.sgd.initial import initial_values

BOUNDED = [cls for cls in STOCHASTIC if "radius" in cls().get_params()]


def starts(cls):
    """The first values that a method can have."""
    known = cls._parameter_constraints.get("initial")
    return sorted(known[0].options) if known else ["zeros"]


@pytest.mark.parametrize("kind", ["ball", "signs", "gaussian", "zeros"])
@pytest.mark.parametrize("radius", [0.5, 3.0, 20.0, np.inf])
def test_starts_in_the_ball(kind, radius):
    rows = initial_values(kind, (50, 9), radius, np.random.SeedSequence(0))
    free = initial_values(kind, (50, 9), np.inf, np.random.SeedSequence(0))
    lengths, free_lengths = np.linalg.norm(rows, axis=1), np.linalg.norm(free, axis=1)
    assert rows.dtype == np.float32
    if kind == "ball":
        assert_allclose(lengths, free_lengths * (radius if np.isfinite(radius) else 1), rtol=1e-5)
    else:
        assert_allclose(lengths, np.minimum(free_lengths, radius), rtol=1e-5)
    assert_allclose(rows * free_lengths[:, None], free * lengths[:, None], rtol=1e-4)


@pytest.mark.parametrize("step", [0.01, 1.0])
@pytest.mark.parametrize("radius", [0.1, 2.0])
@pytest.mark.parametrize("cls", BOUNDED)
def test_vectors_stay_in_the_ball(cls, radius, step):
    X, y = samples()
    for initial in starts(cls):
        for estimator in brief(cls, radius=radius, step=step, initial=initial).passes(X, y):
            longest = max(np.linalg.norm(array, axis=1).max() for array in estimator._arrays())
            assert longest <= radius * (1 + 1e-5)
        if step == 1.0 and radius == 0.1:
            assert longest >= radius * (1 - 1e-5)


@pytest.mark.parametrize("cls", BOUNDED)
def test_no_constraint_is_a_ball_too_large_to_reach(cls):
    X, y = samples()
    initial = "zeros" if "zeros" in starts(cls) else "gaussian"
    models = [learnt(brief(cls, radius=radius, initial=initial).fit(X, y)) for radius in (np.inf, 1e6)]
    assert models[0] == models[1]
    assert models[0] != learnt(brief(cls, radius=0.5, initial=initial, step=0.1).fit(X, y))
