"""The projection of the dual variables of all pairs: against a general solver, and what holds of every one."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_projection import project

RIGHT, WRONG = slice(0, 3), slice(3, 9)  # of three samples of three classes
LOSSES = {
    "top_push": PairLoss(np.inf, curve=0.7),
    "recall_at_1": PairLoss(0.6),
    "recall_at_2": PairLoss(0.6, surplus=3.0),
}


def scores(seed, n=3, n_classes=3, spread=1.0):
    """Scores of samples' own classes (n,), and of others (n, G), -inf at their own."""
    rng = np.random.default_rng(seed)
    others, y = spread * rng.standard_normal((n, n_classes)), rng.integers(n_classes, size=n)
    right = others[np.arange(n), y] + 0.5
    others[np.arange(n), y] = -np.inf
    return right, others


@pytest.mark.parametrize("rho", [0.3, 3.0, 100.0])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", LOSSES)
def test_it_is_that_of_a_general_solver(name, seed, rho):
    """The bound of a wrong pair, concave in the sum, is the least of its linear pieces."""
    loss, (right, others) = LOSSES[name], scores(seed)
    wrong = others[np.isfinite(others)]

    def negative(x):
        a, b = x[RIGHT], x[WRONG]
        value = a @ (1.0 - right) + b @ wrong - 0.5 * loss.curve * (a @ a) - 0.5 * (x @ x) / rho
        return -value

    def below(total, start, slope, x):
        return start + slope * (x[RIGHT].sum() - total) - x[WRONG]

    constraints = [{"type": "eq", "fun": lambda x: x[RIGHT].sum() - x[WRONG].sum()}]
    for m in range(3 if loss.surplus else 0):
        start, slope = loss.bound(m * loss.most), loss.slope(m * loss.most)
        constraints.append({"type": "ineq", "fun": partial(below, m * loss.most, start, slope)})
    most = loss.most if np.isfinite(loss.most) else None
    options = {"maxiter": 1000, "ftol": 1e-14}
    theirs = minimize(
        negative, np.full(9, 0.01), bounds=[(0, most)] * 9, constraints=constraints, method="SLSQP", options=options
    )
    ours = project(loss, rho, right, others, wanted=2)
    assert ours.value == pytest.approx(-theirs.fun, rel=1e-6, abs=1e-9)
    np.testing.assert_allclose(ours.right, theirs.x[RIGHT], atol=2e-4)


@given(
    st.sampled_from(list(LOSSES)),
    st.integers(0, 10_000),
    st.floats(0.01, 1e4),
    st.floats(0.0, 5.0),
    st.integers(1, 40),
)
def test_sums_are_equal_and_bounds_kept_however_many_pairs_are_looked_at_first(name, seed, rho, spread, wanted):
    loss, (right, others) = LOSSES[name], scores(seed, 8, 5, spread)
    loss = loss._replace(surplus=8.0 if loss.surplus else 0.0)
    duals = project(loss, rho, right, others, wanted)
    assert duals.right.sum() == pytest.approx(duals.wrong.sum(), rel=1e-9, abs=1e-9)
    assert duals.right.min() >= 0.0 and duals.right.max() <= loss.most
    assert (duals.wrong > 0.0).all() and (duals.wrong <= loss.bound(duals.total)).all()
    assert np.isfinite(others.ravel()[duals.places]).all()
    all_at_once = project(loss, rho, right, others, 40)
    assert duals.value == pytest.approx(all_at_once.value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", LOSSES)
def test_the_value_changes_with_a_score_by_its_dual_variable(name):
    loss, (right, others) = LOSSES[name], scores(1, 8, 5)
    loss, h = loss._replace(surplus=8.0 if loss.surplus else 0.0), 1e-6
    duals = project(loss, 2.0, right, others, 10)
    dense = np.zeros(others.size)
    dense[duals.places] = duals.wrong

    def rise(right, others):
        return (project(loss, 2.0, right, others, 10).value - duals.value) / h

    for i in range(8):
        assert rise(right + h * (np.arange(8) == i), others) == pytest.approx(-duals.right[i], abs=1e-4)
    for place in np.flatnonzero(np.isfinite(others.ravel())):
        moved = others.copy()
        moved.ravel()[place] += h
        assert rise(right, moved) == pytest.approx(dense[place], abs=1e-4)
