"""Sweeps over pairs: invariants of the dual variables, and the small functions in closed form."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

from manyclass.kernels.common.rng import new_state
from manyclass.kernels.topk.ranked_pairs import Multiplier, PairDuals, PairProblem, ascend, bound_share
from manyclass.methods.base.samples import rows_of

N, D, G, C = 40, 6, 5, 0.7


def all_pairs(k, form=np.asarray, seed=0, bound=C, curve=0.0):
    """A problem in which all pairs are looked at, with dual variables zero."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((N, D)).astype(np.float32), rng.integers(G, size=N, dtype=np.int32)
    problem = PairProblem(rows_of(form(X)), y, (X.astype(float) ** 2).sum(1), bound, (k - 1.0) * N, curve)
    classes = np.array([[g for g in range(G) if g != own] for own in y]).ravel()
    duals = PairDuals(np.zeros(N), np.arange(N + 1) * (G - 1), classes, np.zeros(len(classes)))
    return X, problem, duals, np.zeros((G, D), np.float32)


def class_vectors(X, y, duals):
    A = sp.csr_array((-duals.wrong, duals.classes, duals.indptr), shape=(N, G)).toarray()
    A[np.arange(N), y] = duals.right
    return A.T @ X


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("k", [1, 3])
def test_class_vectors_are_those_of_the_dual_variables_within_their_bounds(k, form):
    X, problem, duals, W = all_pairs(k, form)
    ascend(problem, duals, Multiplier(0.0, 0.0, 0.1), W, np.arange(N), 7, new_state(np.random.SeedSequence(0)))
    np.testing.assert_allclose(W, class_vectors(X, problem.y, duals), atol=1e-5)
    assert 0 <= duals.right.min() <= duals.right.max() <= C and duals.right.any()
    assert 0 <= duals.wrong.min() <= duals.wrong.max() <= C * bound_share(problem.surplus, float(N)) + 1e-12


@pytest.mark.parametrize(("bound", "curve"), [(C, 0.0), (np.inf, 0.5 / C)])
def test_sweeps_are_coordinate_ascent_in_float64(bound, curve):
    X, problem, duals, W = all_pairs(1, bound=bound, curve=curve)
    order, generator = np.arange(N), new_state(np.random.SeedSequence(1))
    found = ascend(problem, duals, Multiplier(0.2, 0.0, 0.1), W, order, 1, generator)
    right, wrong, V = np.zeros(N), np.zeros_like(duals.wrong), np.zeros((G, D))
    for i in order:  # as the kernel has left it

        def threshold():
            return 0.2 + 0.1 * (wrong.sum() - right.sum())

        x, curvature = X[i].astype(float), problem.squared_norms[i] + 0.1
        slope = 1 + threshold() - V[problem.y[i]] @ x - curve * right[i]
        right[i] = np.clip(right[i] + slope / (curvature + curve), 0, bound)
        V[problem.y[i]] += right[i] * x
        for e in range(duals.indptr[i], duals.indptr[i + 1]):
            wrong[e] = np.clip((V[duals.classes[e]] @ x - threshold()) / curvature, 0, bound)
            V[duals.classes[e]] -= wrong[e] * x
    np.testing.assert_allclose(duals.right, right, atol=1e-5)
    np.testing.assert_allclose(duals.wrong, wrong, atol=1e-5)
    assert found.threshold == pytest.approx(threshold(), abs=1e-5)
    assert found.gain == 0


def test_the_bound_is_linear_between_whole_numbers_of_pairs():
    for m in range(5):
        assert bound_share(6.0, float(m)) == pytest.approx(float(Fraction(m, 6 + m)))
        between = (bound_share(6.0, float(m)) + 3 * bound_share(6.0, m + 1.0)) / 4
        assert bound_share(6.0, m + 0.75) == pytest.approx(between)
    assert bound_share(0.0, 0.0) == bound_share(0.0, 0.3) == 1.0


def test_the_same_seed_gives_the_same_bytes():
    runs = []
    for _ in range(2):
        _, problem, duals, W = all_pairs(2)
        ascend(problem, duals, Multiplier(0.0, 0.0, 0.1), W, np.arange(N), 3, new_state(np.random.SeedSequence(3)))
        runs.append(W.tobytes())
    assert runs[0] == runs[1]
