"""OP3 and OP3' against a linear-programming solver, brute force, and theorems 4.2 and 4.3 of Deng et al. (2011)."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import linprog

from manyclass.methods.base.trees.partition import ambiguity, least_ambiguity, least_disjoint_loss, least_loss

SMALL = st.tuples(st.integers(1, 3), st.integers(1, 4))
LARGE = st.tuples(st.integers(1, 6), st.integers(1, 12))
SHARE = st.floats(0.0, 1.0).map(lambda share: round(share, 3))
EPS = 1e-9


def counts_of(shape):
    """n_qk, with many zeros."""
    return arrays(np.int64, shape, elements=st.sampled_from([0, 0, 0, 1, 2, 3, 7])).filter(lambda n: n.sum() > 0)


def loss(P, counts):
    """L(P): the share of the examples whose class is not held where they go."""
    return 1 - (P * counts).sum() / counts.sum()


def coefficients(counts):
    """What holding k in q adds to the ambiguity, and what it takes off the loss: float64 (Q K,)."""
    m, K = counts.sum(), counts.shape[1]
    return np.repeat(counts.sum(axis=1), K) / (m * K), counts.ravel() / m


def relaxed_loss(counts, delta):
    """The optimum of OP3' over P in [0, 1], by HiGHS."""
    cost, gain = coefficients(counts)
    solution = linprog(-gain, A_ub=cost[None], b_ub=[delta], bounds=(0, 1), method="highs")
    return 1 + solution.fun


def relaxed_ambiguity(counts, epsilon):
    """The optimum of OP3 over P in [0, 1], by HiGHS."""
    cost, gain = coefficients(counts)
    solution = linprog(cost, A_ub=-gain[None], b_ub=[epsilon - 1], bounds=(0, 1), method="highs")
    return solution.fun


def relaxed_disjoint_loss(counts, delta):
    """The optimum of OP3' over P in [0, 1] whose columns sum to one at most, by HiGHS."""
    cost, gain = coefficients(counts)
    Q, K = counts.shape
    constraints = np.vstack([cost, np.tile(np.eye(K), Q)])
    solution = linprog(-gain, A_ub=constraints, b_ub=[delta, *np.ones(K)], bounds=(0, 1), method="highs")
    return 1 + solution.fun


def all_partitions(counts):
    return (np.reshape(bits, counts.shape) for bits in product([False, True], repeat=counts.size))


@settings(max_examples=150)
@given(LARGE.flatmap(counts_of), SHARE)
def test_rounded_down_it_is_as_near_to_the_linear_program_as_proved(counts, delta):
    P, optimum = least_loss(counts, delta), relaxed_loss(counts, delta)
    assert ambiguity(P, counts) <= delta + EPS
    assert optimum - EPS <= loss(P, counts) <= optimum + counts.sum(axis=0).max() / counts.sum() + EPS


@settings(max_examples=150)
@given(LARGE.flatmap(counts_of), SHARE)
def test_without_overlap_it_is_as_near_to_its_own_linear_program(counts, delta):
    P, optimum = least_disjoint_loss(counts, delta), relaxed_disjoint_loss(counts, delta)
    assert P.sum(axis=0).max() <= 1
    assert ambiguity(P, counts) <= delta + EPS
    assert optimum - EPS <= loss(P, counts) <= optimum + counts.sum(axis=0).max() / counts.sum() + EPS
    assert loss(P, counts) >= relaxed_loss(counts, delta) - EPS


@settings(max_examples=150)
@given(LARGE.flatmap(counts_of), SHARE)
def test_rounded_up_it_is_as_near_to_the_linear_program_as_proved(counts, epsilon):
    P, optimum = least_ambiguity(counts, epsilon), relaxed_ambiguity(counts, epsilon)
    assert loss(P, counts) <= epsilon + EPS
    assert optimum - EPS <= ambiguity(P, counts) <= optimum + 1 / counts.shape[1] + EPS


@settings(max_examples=150)
@given(LARGE.flatmap(counts_of), SHARE)
def test_equals_the_linear_program_where_that_has_no_fraction(counts, share):
    """With what it came to as the constraint, nothing is left to round."""
    P = least_loss(counts, share)
    assert_allclose(loss(P, counts), relaxed_loss(counts, ambiguity(P, counts)), atol=1e-7)
    P = least_ambiguity(counts, share)
    assert_allclose(ambiguity(P, counts), relaxed_ambiguity(counts, loss(P, counts)), atol=1e-7)


@settings(max_examples=40)
@given(SMALL.flatmap(counts_of).filter(lambda n: n.size <= 9), SHARE)
def test_theorems(counts, share):
    """A(P') ≤ A* + 1/K, L(P') ≤ L* + max ψ_k, of the integer optima found among all partitions."""
    every = [(loss(P, counts), ambiguity(P, counts)) for P in all_partitions(counts)]
    least = min(L for L, A in every if share + EPS >= A)
    assert loss(least_loss(counts, share), counts) <= least + counts.sum(axis=0).max() / counts.sum() + EPS
    least = min(A for L, A in every if share + EPS >= L)
    assert ambiguity(least_ambiguity(counts, share), counts) <= least + 1 / counts.shape[1] + EPS


@settings(max_examples=150)
@given(st.data(), LARGE, SHARE)
def test_a_new_partition_is_no_worse_than_the_last_but_for_the_rounding(data, shape, share):
    """One round's step: of any partition that met the constraint, the loss falls or rises by ψ_k at most."""
    counts = data.draw(counts_of(shape))
    before = data.draw(arrays(bool, shape))
    if ambiguity(before, counts) <= share:
        bound = counts.sum(axis=0).max() / counts.sum()
        assert loss(least_loss(counts, share), counts) <= loss(before, counts) + bound + EPS
    if loss(before, counts) <= share:
        assert ambiguity(least_ambiguity(counts, share), counts) <= ambiguity(before, counts) + 1 / shape[1] + EPS


@pytest.mark.parametrize("solve", [least_loss, least_ambiguity, least_disjoint_loss])
@given(LARGE.flatmap(counts_of), SHARE)
def test_never_holds_a_class_where_no_example_of_it_goes(solve, counts, share):
    assert not solve(counts, share)[counts == 0].any()


@given(LARGE.flatmap(counts_of), SHARE, SHARE)
def test_looser_constraints_only_add(counts, a, b):
    assume(a <= b)
    assert not (least_loss(counts, a) & ~least_loss(counts, b)).any()
    assert not (least_ambiguity(counts, b) & ~least_ambiguity(counts, a)).any()


def test_a_worked_example():
    """Child 0 is sent 6 examples, child 1 four, of classes a, b, c: ratios 4/6, 2/6, 0; 1/4, 0, 3/4."""
    counts = np.array([[4, 2, 0], [1, 0, 3]])
    assert_array_equal(least_loss(counts, 10 / 30), [[1, 0, 0], [0, 0, 1]])
    assert_array_equal(least_loss(counts, 15 / 30), [[1, 0, 0], [0, 0, 1]])  # half of class b would fit
    assert_array_equal(least_loss(counts, 16 / 30), [[1, 1, 0], [0, 0, 1]])
    assert_array_equal(least_ambiguity(counts, 0.3), [[1, 0, 0], [0, 0, 1]])
    assert_array_equal(least_ambiguity(counts, 0.2), [[1, 1, 0], [0, 0, 1]])  # half of class b would do
    assert loss(least_loss(counts, 10 / 30), counts) == pytest.approx(0.3)
