"""The projection of the dual variables of all pairs: against a general solver, and what holds of every one."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from manyclass.methods.base.pairs.loss import PairLoss
from manyclass.methods.base.pairs.projection import project

RIGHT, WRONG = slice(0, 3), slice(3, 9)  # of three samples of three classes
LOSSES = {
    "top_push": PairLoss(np.inf, curve=0.7),
    "recall_at_1": PairLoss(0.6),
    "recall_at_2": PairLoss(0.6, surplus=3.0),
}


def scores(seed, n=3, n_classes=3, spread=1.0):
    """Scores of samples' own classes (n,), and of others, places first (n·(G - 1),)."""
    rng = np.random.default_rng(seed)
    all_scores, y = spread * rng.standard_normal((n, n_classes)), rng.integers(n_classes, size=n)
    right = all_scores[np.arange(n), y] + 0.5
    places = np.setdiff1d(np.arange(n * n_classes), np.arange(n) * n_classes + y)
    return right, places, all_scores.ravel()[places]


@pytest.mark.parametrize("rho", [0.3, 3.0, 100.0])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", LOSSES)
def test_it_is_that_of_a_general_solver(name, seed, rho):
    """The bound of a wrong pair, concave in the sum, is the least of its linear pieces."""
    loss, (right, places, wrong) = LOSSES[name], scores(seed)

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
    ours = project(loss, rho, right, places, wrong)
    assert ours.value == pytest.approx(-theirs.fun, rel=1e-6, abs=1e-9)
    np.testing.assert_allclose(ours.right, theirs.x[RIGHT], atol=2e-4)


@given(
    st.sampled_from(list(LOSSES)),
    st.integers(0, 10_000),
    st.floats(0.01, 1e4),
    st.floats(0.0, 5.0),
    st.floats(0.0, 1.0),
)
def test_sums_are_equal_and_bounds_kept_and_what_is_left_out_does_not_matter(name, seed, rho, spread, share):
    loss, (right, places, others) = LOSSES[name], scores(seed, 8, 5, spread)
    loss = loss._replace(surplus=8.0 if loss.surplus else 0.0)
    all_at_once = project(loss, rho, right, places, others)
    fewest = loss.fewest(len(right))
    some = np.sort(np.argsort(-others)[: fewest + round(share * (len(others) - fewest))])
    duals = project(loss, rho, right, places[some], others[some])
    assert duals.right.sum() == pytest.approx(duals.wrong.sum(), rel=1e-9, abs=1e-9)
    assert duals.right.min() >= 0.0 and duals.right.max() <= loss.most
    assert (duals.wrong > 0.0).all() and (duals.wrong <= loss.bound(duals.total)).all()
    if duals.level >= np.delete(others, some).max(initial=-np.inf):
        assert duals.value == pytest.approx(all_at_once.value, rel=1e-9, abs=1e-9)
        assert set(duals.places) == set(all_at_once.places)
    else:
        assert len(duals.places) == len(some)  # which the solver takes for too few


@pytest.mark.parametrize("name", LOSSES)
def test_the_value_changes_with_a_score_by_its_dual_variable(name):
    loss, (right, places, others) = LOSSES[name], scores(1, 8, 5)
    loss, h = loss._replace(surplus=8.0 if loss.surplus else 0.0), 1e-6
    duals = project(loss, 2.0, right, places, others)

    def rise(right, others):
        return (project(loss, 2.0, right, places, others).value - duals.value) / h

    for i in range(8):
        assert rise(right + h * (np.arange(8) == i), others) == pytest.approx(-duals.right[i], abs=1e-4)
    for e, place in enumerate(places):
        moved = others + h * (np.arange(len(others)) == e)
        assert rise(right, moved) == pytest.approx(duals.wrong[duals.places == place].sum(), abs=1e-4)
