"""The projections of the top-k losses: exact references, SLSQP, and optimality over all magnitudes."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from manyclass.kernels.topk.simplex import capped_simplex, knapsack, top_k_cone, top_k_simplex

KINDS = ["knapsack", "cone", "alpha", "beta"]


def falling(b):
    return np.sort(np.asarray(b, float))[::-1].copy()


def projected(kind, b, k, bound, rho):
    """x of b, sorted, by the function of this kind."""
    solve = {
        "knapsack": lambda: knapsack(b, bound / k, bound),
        "cone": lambda: top_k_cone(b, k, rho),
        "alpha": lambda: top_k_simplex(b, k, bound, rho),
        "beta": lambda: capped_simplex(b, k, bound, rho),
    }
    depth, cap = solve[kind]()
    return np.clip(depth - (b[0] - b), 0, cap)


def cases(seed, count, largest=9):
    rng = np.random.default_rng(seed)
    for number in range(count):
        m = rng.integers(1, largest)
        b = rng.standard_normal(m) * 10 ** rng.uniform(-1, 1) + rng.standard_normal()
        b = np.round(2 * b) / 2 if number % 3 == 0 else b  # ties
        yield falling(b), int(rng.integers(1, m + 1)), 10 ** rng.uniform(-1, 1), float(rng.choice([0, 0.3, 1]))


def by_slsqp(kind, b, k, bound, rho):
    """The problem as its function states it, solved by SciPy."""
    m, ones, constraints = len(b), np.ones(len(b)), []
    share = np.ones((m, m)) / k - np.eye(m)
    if kind == "knapsack":
        constraints += [{"type": "eq", "fun": lambda x: x.sum() - bound, "jac": lambda x: ones}]
    if kind in ("alpha", "beta"):
        constraints += [{"type": "ineq", "fun": lambda x: bound - x.sum(), "jac": lambda x: -ones}]
    if kind in ("alpha", "cone"):
        constraints += [{"type": "ineq", "fun": lambda x: share @ x, "jac": lambda x: share}]
    cap = bound / k if kind in ("knapsack", "beta") else None
    return minimize(
        lambda x: 0.5 * (x @ x + rho * x.sum() ** 2) - b @ x, np.full(m, bound / m),
        jac=lambda x: x + rho * x.sum() - b, bounds=[(0, cap)] * m, constraints=constraints,
        method="SLSQP", options={"ftol": 1e-14, "maxiter": 500},
    ).x  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_slsqp_finds_the_same(kind):
    for b, k, bound, rho in cases(0, 40):
        rho = 0.0 if kind == "knapsack" else rho
        expected = by_slsqp(kind, b, k, bound, rho)
        np.testing.assert_allclose(projected(kind, b, k, bound, rho), expected, atol=1e-5 * (1 + abs(b[0])))


def all_pairs_of_sets(b, k, rho):
    """The document's search, in exact arithmetic: try every U and M, solve equation (7), check (8)."""
    b, rho, m = [Fraction(value) for value in b], Fraction(rho), len(b)
    if sum(b[:k]) <= 0:
        return [Fraction(0)] * m
    for u in range(k + 1):
        for v in range(u, m + 1):
            top, middle = sum(b[:u]), sum(b[u:v])
            width = (k - u) ** 2 + (u + rho * k * k) * (v - u)
            if width == 0:
                cap = top / (k + rho * k * k)
                t = b[k - 1] - cap
            else:
                t = ((u + rho * k * k) * middle - (k - u) * top) / width
                cap = ((v - u) * top + (k - u) * middle) / width
            below, between, above = b[v:], b[u:v], b[:u]
            if (
                cap > 0
                and all(value <= t for value in below)
                and all(t <= value <= t + cap for value in between)
                and all(value >= t + cap for value in above)
            ):
                return [min(max(value - t, Fraction(0)), cap) for value in b]
    raise AssertionError("no pair of sets fits")


@given(
    b=st.lists(st.integers(-6, 6), min_size=1, max_size=8),
    k=st.integers(1, 8),
    rho=st.sampled_from([0.0, 0.25, 1.0]),
)
def test_the_walk_ends_where_the_search_over_all_sets_does(b, k, rho):
    b, k = falling(b), min(k, len(b))
    expected = np.array(all_pairs_of_sets(b.tolist(), k, rho), float)
    np.testing.assert_allclose(projected("cone", b, k, 0.0, rho), expected, atol=1e-12)


def least(kind, gradient, k, bound):
    """Least ⟨g, z⟩ over the set, at one of its corners: the s entries that share the bound equally, s ≥ k."""
    g = np.sort(gradient)
    if kind == "knapsack":
        return bound / k * g[:k].sum()
    if kind == "beta":
        return bound / k * np.minimum(g[:k], 0).sum()
    means = np.cumsum(g)[k - 1 :] / np.arange(k, len(g) + 1)
    return bound * min(0.0, means.min())


@given(
    seed=st.integers(0, 10**6),
    m=st.integers(1, 60),
    k=st.integers(1, 60),
    size=st.floats(-6, 6),
    bound=st.floats(-6, 6),
    rho=st.sampled_from([0.0, 1e-3, 0.5, 1.0]),
    kind=st.sampled_from(KINDS),
)
def test_feasible_and_optimal_over_all_magnitudes(seed, m, k, size, bound, rho, kind):
    rng, k, bound = np.random.default_rng(seed), min(k, m), 10**bound
    b = falling(10**size * (rng.standard_normal(m) + rng.standard_normal()))
    if kind == "knapsack":
        rho = 0.0
    x = projected(kind, b, k, bound, rho)
    if kind == "cone":
        bound = max(x.sum(), 1e-300)
    tight = 1 + 1e-9
    assert (x >= 0).all()
    assert x.sum() <= bound * tight
    assert x.max() <= tight * (x.sum() / k if kind in ("cone", "alpha") else bound / k)
    if kind == "knapsack":
        assert x.sum() >= bound / tight
    gradient = x + rho * x.sum() - b
    slack = 1e-9 * (np.abs(gradient).max() + np.abs(b).max()) * max(x.sum(), 1e-300)
    assert gradient @ x <= least(kind, gradient, k, bound) + slack


@pytest.mark.parametrize("rho", [0.0, 1.0])
def test_with_k_one_both_sets_are_the_simplex(rho):
    for b, _, bound, _ in cases(1, 50, largest=40):
        alpha, beta = (projected(kind, b, 1, bound, rho) for kind in ("alpha", "beta"))
        np.testing.assert_allclose(alpha, beta, atol=1e-12 * (1 + abs(b[0])))


def test_the_bias_shrinks_what_is_projected():
    b = np.array([3.0, 2.0, 1.0])
    np.testing.assert_allclose(projected("beta", b, 1, 9.0, 0.0), b)
    # x = b - ρ Σx where it is positive
    np.testing.assert_allclose(projected("beta", b, 1, 9.0, 1.0), [4 / 3, 1 / 3, 0], atol=1e-12)
