"""Updates of one class at a time: the same optimum, by moves that are each the best of their pair."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp
from kernel_models import dense, new_state
from method_samples import indicator, samples

from manyclass.datasets.base import Part
from manyclass.kernels.topk.losses import Beta
from manyclass.kernels.topk.sdca import Problem
from manyclass.kernels.topk.single_class import update_single_classes
from manyclass.kernels.topk.sweeps import new_sweeps, next_samples
from manyclass.methods.base.topk.dual_ascent import new_workspace
from manyclass.methods.base.topk.dual_variables import dual_matrix, zero_duals
from manyclass.methods.topk_svm import TopKSVM

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
C = 0.5


def dual_objective(A, X, y):
    """In float64, of A (n, G)."""
    return A[np.arange(len(y)), y].sum() - 0.5 * ((A.T @ X.astype(float)) ** 2).sum()


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("k", [1, 3])
def test_both_kinds_of_updates_certify_the_same_optimum(k, form):
    X, y = samples()
    last = []
    for updates in ("joint", "single"):
        model = TopKSVM(k, "beta", C=C, tol=1e-4, max_iter=3000, updates=updates, random_state=0).fit(form(X), y)
        assert 0 <= model.dual_gap_ <= 1e-4
        last.append(model.certificates_[-1])
    assert max(each.dual for each in last) <= min(each.primal for each in last)


@pytest.mark.parametrize("k", [1, 3])
def test_a_single_update_moves_two_classes_and_lowers_nothing(k):
    """Update by update: shares are moved between two classes, W with them, the bounds hold, the dual does not fall."""
    X, y = samples(n=24, d=4, n_classes=6)
    y, n = y.astype(np.int32), len(y)
    problem = Problem(dense(X), y, Beta(k, C, 0.0), 1.0)
    duals, sweeps, state = zero_duals(n), new_sweeps(n), new_state(0)
    V, work = np.zeros((6, 4), np.float32), new_workspace(1, 4, 6)
    before, objective = np.zeros((n, 6)), 0.0
    for _ in range(300):
        duals = update_single_classes(problem, duals, sweeps, V, next_samples(sweeps, 1, state), work)
        A = dual_matrix(duals, y, 6).toarray()
        moved = before != A
        assert moved.sum() <= 2 + 1 and moved.any(axis=1).sum() <= 1  # two others, and rounding of the own one
        x = -np.where(np.arange(6) == y[:, None], 0, A)
        assert (x >= 0).all() and (x <= C / k).all() and (x.sum(axis=1) <= C * (1 + 1e-6)).all()
        np.testing.assert_allclose(V, A.T @ X, atol=1e-5)
        assert dual_objective(A, X, y) >= objective - 1e-6
        before, objective = A, dual_objective(A, X, y)
    assert objective > 0.5


def best_gain(shares, scores, own, sq_norm, cap):
    """By which the dual objective rises at most, of all moves between two classes: every pair is tried."""
    slopes, room = scores - (np.arange(len(scores)) == own), np.where(np.arange(len(scores)) == own, np.inf, cap)
    gains = [0.0]
    for source, target in itertools.permutations(range(len(scores)), 2):
        slope, most = slopes[target] - slopes[source], min(shares[source], room[target] - shares[target])
        amount = max(min(slope / (2 * sq_norm), most), 0.0)
        gains.append(amount * slope - amount**2 * sq_norm)
    return max(gains)


@pytest.mark.parametrize("k", [1, 3])
def test_the_pair_that_is_moved_gains_more_than_any_other(k):
    """Also where a pair of a steeper slope has no room, which is of some updates."""
    X, y = samples(n=24, d=4, n_classes=6)
    y, n = y.astype(np.int32), len(y)
    problem = Problem(dense(X), y, Beta(k, C, 0.0), 1.0)
    duals, sweeps, state = zero_duals(n), new_sweeps(n), new_state(0)
    V, work, full = np.zeros((6, 4), np.float32), new_workspace(1, 4, 6), 0
    for _ in range(300):
        i = next_samples(sweeps, 1, state)
        before, scores = dual_matrix(duals, y, 6).toarray(), V @ X[i[0]].astype(float)
        shares, own = -before[i[0]], y[i[0]]
        shares[own] += C  # what is left of the bound
        expected = best_gain(shares, scores, own, float((X[i[0]] ** 2).sum()), C / k)
        duals = update_single_classes(problem, duals, sweeps, V, i, work)
        gained = dual_objective(dual_matrix(duals, y, 6).toarray(), X, y) - dual_objective(before, X, y)
        assert gained == pytest.approx(expected, rel=1e-4, abs=2e-6)
        steepest = (scores - (np.arange(6) == own)).argmax()
        full += steepest != own and shares[steepest] > 0.999 * C / k and expected > 1e-5
    assert full > 0 or k == 1


@pytest.mark.parametrize(("scale", "k"), [(0.1, 2), (3.0, 2)])
def test_the_first_move_is_as_long_as_it_gains_or_may_be(scale, k):
    """From W = 0 all h are 1, so that a move gains δ - δ²‖x‖²: up to 1 / (2‖x‖²), or to the bound C / k."""
    X = np.full((1, 4), scale, np.float32)
    problem, duals, work = Problem(dense(X), np.int32([2]), Beta(k, C, 0.0), 1.0), zero_duals(1), new_workspace(1, 4, 5)
    duals = update_single_classes(problem, duals, new_sweeps(1), np.zeros((5, 4), np.float32), np.array([0]), work)
    A = dual_matrix(duals, np.int32([2]), 5).toarray()[0]
    assert A[2] == pytest.approx(min(C / k, 1 / (2 * (X**2).sum())), rel=1e-6)
    assert sorted(A)[0] == -A[2] and (A != 0).sum() == 2
    assert work.changed[0] == 2


@pytest.mark.parametrize("params", [{"loss": "alpha", "k": 2}, {"loss": "beta", "gamma": 0.1}])
def test_losses_without_single_moves_are_refused(params):
    with pytest.raises(ValueError, match=r"^updates='single' need loss='beta' or k=1, and gamma=0$"):
        TopKSVM(updates="single", **params).fit(*samples())


def test_class_vectors_changed_are_counted():
    X, y = samples()
    part = Part(X, indicator([{g} for g in y.tolist()], 8))
    for updates, most in (("joint", 8), ("single", 2)):
        model = TopKSVM(3, "beta", max_iter=1, updates=updates, random_state=0).fit(X, y)
        changed = model.diagnostics(part, part)["solution"]["changed"]
        assert changed == (model.dual_coef_.toarray() != 0).sum() <= most * len(X)  # all from zero, in the first epoch


@pytest.mark.parametrize("accelerated", [False, True])
def test_a_warm_start_for_a_larger_k_certifies_no_more_than_there_is(accelerated):
    """Of k = 1 the dual variables of a class may be C, of k = 2 half of it."""
    X, y = samples(n=30, d=4, n_classes=5)
    optimum = TopKSVM(2, "beta", tol=1e-6, max_iter=300, random_state=0).fit(X, y).certificates_[-1].primal
    how = {"warm_start": True, "accelerated": accelerated, "updates": "single", "random_state": 0}
    warm = TopKSVM(1, "beta", tol=1e-3, max_iter=100, **how).fit(X, y).set_params(k=2).fit(X, y)
    assert 0 <= warm.dual_gap_ <= 1e-3
    assert max(each.dual for each in warm.certificates_) <= optimum
    assert -warm.dual_coef_.toarray().min() <= 0.5 * (1 + 1e-6)
