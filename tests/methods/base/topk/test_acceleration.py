"""What brings the top-k SVM to its optimum where C is large: an anchor that moves on, and the best shares."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import compressed, dense, new_state
from method_samples import samples
from topk_models import new_workspace, no_vectors, zero_duals

from manyclass.kernels.topk.duals import class_vectors
from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.sdca import Problem, update_samples
from manyclass.kernels.topk.sweeps import new_sweeps, next_samples
from manyclass.methods.base.best_factor import LEAST, best_factor, top_k_objective
from manyclass.methods.base.topk.anchor import MOST, Anchor, kappa_for
from manyclass.methods.base.topk.dual_ascent import DualAscent
from manyclass.methods.topk_svm import TopKSVM


@given(
    kind=st.sampled_from([Alpha, Beta]), k=st.integers(1, 4), n=st.integers(1, 12),
    C=st.sampled_from([1e-3, 0.3, 1e4]), square=st.sampled_from([1e-3, 1.0, 50.0]), seed=st.integers(0, 999),
)  # fmt: skip
def test_no_factor_is_better(kind, k, n, C, square, seed):
    differences = -np.sort(np.random.default_rng(seed).normal(-1.0, 1.0, (n, k)), axis=1)
    loss = kind(k, C, 0.0)

    def objective(s):
        h = 1.0 + s * differences
        sharp = np.maximum(0.0, h.mean(1)) if kind is Alpha else np.maximum(0.0, h).mean(1)
        return 0.5 * s * s * square + C * sharp.sum()

    of_multiples = top_k_objective(loss, square, 1.0 + differences)
    found, value = best_factor(of_multiples)
    assert LEAST <= found <= 2.0
    assert value == of_multiples(found) == pytest.approx(objective(found), rel=1e-12)
    assert value <= min(map(objective, np.linspace(LEAST, 2.0, 4001))) * (1 + 1e-6)


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("loss", [Alpha(3, 5.0, 0.0), Beta(2, 5.0, 0.3)])
def test_updates_near_an_anchor_solve_the_problem_that_is_held_there(layout, loss):
    """Class vectors are those of anchor and dual variables, and that problem's dual objective never falls."""
    X, y = samples(n=60)
    n, kappa, Z = len(X), 3.0, np.random.default_rng(0).normal(0.0, 0.3, (8, X.shape[1]))
    Z = Z if layout is dense else np.ascontiguousarray(Z.T)
    problem, duals, sweeps, generator = Problem(layout(X), y, loss, 1 / (1 + kappa)), zero_duals(n), new_sweeps(n), None
    V, W = no_vectors(layout, 8, X.shape[1]), np.zeros(Z.shape)
    V[:], generator = kappa * Z / (1 + kappa), new_state(1)
    work, before = new_workspace(8 if layout is dense else 1, X.shape[1], 8), 0.0
    for _ in range(8):
        duals = update_samples(problem, duals, sweeps, V, next_samples(sweeps, n, generator), work)
        sums, squares = class_vectors(problem.rows, y, duals, W)
        held = (kappa * Z + W) / (1 + kappa)
        np.testing.assert_allclose(V, held, atol=1e-5 * np.abs(held).max())
        gained = sums - 0.5 * (1 + kappa) * np.vdot(held, held) + 0.5 * kappa**2 / (1 + kappa) * np.vdot(Z, Z)
        gained -= 0.5 * loss.gamma / loss.C * squares
        assert gained >= before - 1e-6 * abs(before)
        before = gained
    assert before > 0


def test_an_anchor_gathers_momentum_and_loses_it_where_the_objective_falls():
    anchor = Anchor(np.zeros(2), np.zeros(2))
    for dual in (1.0, 2.0, 3.0):
        held = anchor.move(np.array([4.0, 8.0]), dual, kappa=3.0)
        np.testing.assert_allclose(held, (3.0 * anchor.Z + [4.0, 8.0]) / 4.0)
    assert anchor.momentum > 2
    assert (anchor.Z > anchor.W).all()
    anchor.move(np.array([4.0, 8.0]), 2.5, kappa=3.0)
    assert anchor.momentum == 1
    np.testing.assert_array_equal(anchor.Z, anchor.W)
    assert kappa_for(0.0) == 1
    assert kappa_for(1e6) == MOST


@pytest.mark.parametrize(("loss", "k", "faster"), [("alpha", 1, True), ("alpha", 3, False), ("beta", 3, True)])
def test_both_algorithms_have_one_optimum_and_the_accelerated_one_is_there_first(loss, k, faster):
    """Not so of a loss that all samples can be made free of: α with k > 1 is small, and either takes some tens."""
    X, y = samples(n=480)
    given_both = {"C": 10.0, "max_iter": 5000, "random_state": 0}
    printed, ours = (TopKSVM(k, loss, accelerated=each, **given_both).fit(X, y) for each in (False, True))
    for model in (printed, ours):
        assert 0 <= model.dual_gap_ <= model.tol
    ends = [model.certificates_[-1] for model in (printed, ours)]
    assert max(end.dual for end in ends) <= min(end.primal for end in ends)
    assert not faster or ours.n_iter_ < 0.5 * printed.n_iter_


@pytest.mark.parametrize("accelerated", [False, True])
def test_where_margins_are_hard_a_larger_c_changes_nothing_and_takes_little(accelerated):
    X, y = samples(n=40)  # fewer than features times classes, so that all can be right
    how = {"max_iter": 5000, "accelerated": accelerated, "random_state": 0}
    model, cold = TopKSVM(C=1e4, warm_start=True, **how).fit(X, y), TopKSVM(C=1e7, **how).fit(X, y)
    objective = model.certificates_[-1].dual
    model.set_params(C=1e7).fit(X, y)
    assert model.n_iter_ < 0.5 * cold.n_iter_
    assert 0 <= model.dual_gap_ <= model.tol
    assert model.certificates_[-1].dual == pytest.approx(objective, rel=model.tol)


def test_class_vectors_do_not_vanish_where_the_losses_are_least_without_them():
    """On the first epochs at a large C no multiple of W is better than zero; the next one may be."""
    X, y = samples(n=200)
    ascent = DualAscent(
        X, np.random.default_rng(0).permutation(y).astype(np.int32), 8, Beta(1, 1e8, 0.0), np.random.SeedSequence(0)
    )
    for _ in range(12):
        ascent.epoch()
        ascent.certify(refresh=True)
        assert LEAST <= ascent.state.share <= 2.0
    assert ascent.state.share == LEAST
