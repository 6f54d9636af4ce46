"""Dual variables between bounds: the equations that they and their multipliers are said to solve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.methods.base.pairs.boxed import Boxed, central

KINDS = pytest.mark.parametrize(("curve", "most"), [(0.0, 2.0), (0.5, 2.0), (0.5, np.inf), (0.0, np.inf)])


def some(curve, most, seed=0):
    """Variables that are not centred, and what they gain."""
    rng = np.random.default_rng(seed)
    values = rng.uniform(0.1, 1.9, 6)
    above = rng.uniform(0.1, 3.0, 6) if np.isfinite(most) else np.zeros(6)
    return Boxed(values, most - values, rng.uniform(0.1, 3.0, 6), above, most), rng.standard_normal(6)


@given(
    gain=st.floats(-1e6, 1e6).filter(lambda gain: abs(gain) > 1e-9),
    curve=st.sampled_from([0.0, 1e-6, 1.0]),
    most=st.sampled_from([1e-3, 1.0, 1e6, np.inf]),
    target=st.floats(1e-6, 1e3),
)
def test_central_variables_lie_between_their_bounds_and_rise_with_the_gain(gain, curve, most, target):
    gains = np.array([gain, gain + 1.0])
    values = central(gains, curve, most, target)
    assert (values > 0.0).all() and (values <= most).all()
    assert values[0] <= values[1] * (1 + 1e-9)


@KINDS
def test_centred_variables_solve_their_equation(curve, most):
    gain = -np.geomspace(0.01, 100.0, 9) if curve == 0.0 and np.isinf(most) else np.linspace(-40.0, 40.0, 9)
    boxed = Boxed.centred(gain, curve, most, target=0.3)
    np.testing.assert_allclose(gain - curve * boxed.values + boxed.below - boxed.above, 0.0, atol=1e-8)
    np.testing.assert_allclose(boxed.values * boxed.below, 0.3)
    if np.isfinite(most):
        np.testing.assert_allclose(boxed.room * boxed.above, 0.3)
        np.testing.assert_allclose(boxed.values + boxed.room, most)
    assert boxed.products == pytest.approx(0.3 * boxed.n_products)


@KINDS
@pytest.mark.parametrize("second", [False, True])
def test_a_move_solves_the_equations_that_it_is_of(curve, most, second):
    """Linear in the move; with the products of another one to second order."""
    boxed, gain = some(curve, most)
    other = boxed.moved(np.full(6, 0.1), 0.0, None) if second else None
    more, target = np.linspace(-1.0, 1.0, 6), 0.2  # what the gain changes by otherwise
    change = boxed.weights(curve) * (boxed.missing(gain, target, other) + more)
    move = boxed.moved(change, target, other)
    after = boxed.after(1.0, move)
    np.testing.assert_allclose(gain + more - curve * change + after.below - after.above, 0.0, atol=1e-12)
    lower, upper = (other.values * other.below, other.room * other.above) if second else (0.0, 0.0)
    linear = boxed.values * after.below + boxed.below * change
    np.testing.assert_allclose(linear + lower, target, atol=1e-12)
    if np.isfinite(most):
        np.testing.assert_allclose(boxed.room * after.above - boxed.above * change + upper, target, atol=1e-12)


@KINDS
def test_a_move_goes_as_far_as_the_first_bound(curve, most):
    boxed, gain = some(curve, most, seed=1)
    move = boxed.moved(boxed.weights(curve) * boxed.missing(gain, 0.0, None), 0.0, None)
    share = boxed.longest(move)
    inside = boxed.after(0.999 * share if np.isfinite(share) else 1e3, move)
    bounded = inside.arrays if np.isfinite(most) else (inside.values, inside.below)
    assert all((part > 0.0).all() for part in bounded)
    if np.isfinite(share):
        outside = boxed.after(1.001 * share, move)
        assert min(part.min() for part in outside.arrays if part.any()) < 0.0
