"""The objective, its gradient, and the gap, against float64 NumPy."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import samples, several
from numpy.testing import assert_allclose
from scipy.special import logsumexp, xlogy

from manyclass.kernels.common.rows import WithConstant
from manyclass.methods.base.quasi_newton import softmax_objective
from manyclass.methods.base.quasi_newton.softmax_objective import SoftmaxObjective
from manyclass.methods.base.samples import indicator_of, labels_of, rows_of

N, D, G, PENALTY, CONSTANT = 240, 12, 8, 0.01, 0.5


def objective(form=np.asarray, constant=None, Y=None, n_jobs=None, penalty=PENALTY):
    X, y = samples(N, D, G, density=0.6)
    rows = rows_of(form(X))
    Y = indicator_of(y)[0] if Y is None else Y
    return SoftmaxObjective(
        rows if constant is None else WithConstant(rows, np.float32(constant)), labels_of(Y), D, penalty, n_jobs
    )


def random_vectors(constant, seed=1):
    return np.random.default_rng(seed).normal(size=(G, D + (constant is not None))).astype(np.float32)


def features(constant):
    X, y = samples(N, D, G, density=0.6)
    X = X.astype(float)
    return (X if constant is None else np.column_stack([X, np.full(N, constant)])), y


def reference(W, constant, penalty=PENALTY):
    """The primal, and the dual objective of the weights of the classes in its gradient."""
    X, y = features(constant)
    Z = X @ W.T.astype(float)
    P = np.exp(Z - logsumexp(Z, axis=1)[:, None])
    primal = (logsumexp(Z, axis=1) - Z[np.arange(N), y]).mean() + penalty / 2 * (W.astype(float) ** 2).sum()
    vectors = -(P - np.eye(G)[y]).T @ X / (penalty * N)
    dual = -xlogy(P, P).sum(axis=1).mean() - penalty / 2 * (vectors**2).sum()
    return primal, dual


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("constant", [None, CONSTANT])
def test_objective_gradient_and_gap(form, constant):
    f, W = objective(form, constant), random_vectors(constant)
    value, gradient = f(f.laid_out(W))
    primal, dual = reference(W, constant)
    assert value == pytest.approx(primal, rel=1e-6)
    assert f.dual_gap(gradient) == pytest.approx(primal - dual, rel=1e-5)
    direction = random_vectors(constant, seed=2).astype(float)
    slope = (reference(W + 1e-5 * direction, constant)[0] - reference(W - 1e-5 * direction, constant)[0]) / 2e-5
    assert np.vdot(f.class_vectors(gradient), direction) == pytest.approx(slope, rel=1e-5)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("n_jobs", [None, 2, 5])
def test_pieces_make_no_difference(form, n_jobs, monkeypatch):
    """Blocks of 30 samples in pieces of at most 7 samples and 3 classes; the same bytes for any number of threads."""
    W = random_vectors(CONSTANT)
    whole = objective(form, CONSTANT)
    value, gradient = whole(whole.laid_out(W))
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", 30 * G)
    monkeypatch.setattr(softmax_objective, "ROWS", 7)
    monkeypatch.setattr(softmax_objective, "CLASSES", 3)
    cut, one = (objective(form, CONSTANT, n_jobs=jobs) for jobs in (n_jobs, None))
    in_pieces = cut(cut.laid_out(W))
    assert in_pieces[0] == pytest.approx(value, rel=1e-6)
    assert_allclose(in_pieces[1], gradient, atol=1e-6)
    in_one_thread = one(one.laid_out(W))
    assert in_pieces[0] == in_one_thread[0]
    assert in_pieces[1].tobytes() == in_one_thread[1].tobytes()


def test_several_right_classes_are_the_mean_over_which_is_drawn():
    y, W = samples(N, D, G)[1], random_vectors(None)
    Y = several(y, G)
    value, gradient = objective(Y=Y)(W)
    X, each, slopes = features(None)[0], [], np.zeros((G, D))
    for i in range(N):
        right = Y.indices[Y.indptr[i] : Y.indptr[i + 1]]
        for g in right:
            among = [j for j in range(G) if j == g or j not in right]
            z = W[among].astype(float) @ X[i]
            each.append((logsumexp(z) - z[among.index(g)]) / len(right))
            slopes[among] += np.outer(np.exp(z - logsumexp(z)), X[i]) / len(right)
            slopes[g] -= X[i] / len(right)
    penalty = PENALTY / 2 * (W.astype(float) ** 2).sum()
    assert value == pytest.approx(np.sum(each) / N + penalty, rel=1e-6)
    assert_allclose(gradient, slopes / N + PENALTY * W, atol=1e-6)


@pytest.mark.parametrize("constant", [None, CONSTANT])
def test_the_preconditioner_is_the_inverse_hessian_of_a_class_at_zero(constant):
    X, _ = features(constant)
    hessian = (1 / G) * (1 - 1 / G) * X.T @ X / N + PENALTY * np.eye(X.shape[1])
    V = random_vectors(constant)
    assert_allclose(objective(constant=constant).precondition()(V) @ hessian, V, atol=1e-4)
    wide = objective(sp.csr_array, constant)
    laid_out = wide.laid_out(V)
    assert wide.precondition()(laid_out) is laid_out


@pytest.mark.parametrize("constant", [None, CONSTANT])
@pytest.mark.parametrize("n_jobs", [None, 3])
def test_hessians_of_the_classes(constant, n_jobs, monkeypatch):
    """In pieces, against float64 NumPy; their inverse is that of each with the penalty, and a little more."""
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", 30 * G)
    monkeypatch.setattr(softmax_objective, "ROWS", 7)
    monkeypatch.setattr(softmax_objective, "CLASSES", 3)
    X, _ = features(constant)
    f, W = objective(constant=constant, n_jobs=n_jobs), random_vectors(constant)
    Z = X @ W.T.astype(float)
    P = np.exp(Z - logsumexp(Z, axis=1)[:, None])
    expected = np.einsum("ng,ni,nj->gij", P * (1 - P), X, X) / N
    hessians = f.class_hessians(W)
    assert_allclose(hessians, expected, atol=1e-6)
    added = PENALTY + softmax_objective.DAMPING * np.trace(expected, axis1=1, axis2=2) / X.shape[1]
    V = random_vectors(constant, seed=3)
    steps = f.precondition(hessians)(V)
    back = np.einsum("gij,gj->gi", expected + added[:, None, None] * np.eye(X.shape[1]), steps)
    assert_allclose(back, V, atol=1e-4)


def test_hessians_are_left_alone_where_they_do_not_pay(monkeypatch):
    assert objective().hessians_cost == (D + 1) // 4 + 1
    assert objective(sp.csr_array).hessians_cost is None
    monkeypatch.setattr(softmax_objective, "MOST_NUMBERS", 1)
    assert objective().hessians_cost == (D + 1) // 4 + 1  # no larger than the samples
    monkeypatch.setattr(softmax_objective, "MOST_GRADIENTS", 2)
    assert objective().hessians_cost is None


def test_a_class_that_no_sample_comes_near_is_left_as_it_is():
    f = objective(penalty=0.0)
    V = random_vectors(None)
    assert_allclose(f.precondition(np.zeros((G, D, D), np.float32))(V), V)


def test_without_a_penalty_features_that_are_zero_do_no_harm():
    X, y = samples(N, D, G)
    X[:, 3] = 0
    f = SoftmaxObjective(rows_of(X), labels_of(indicator_of(y)[0]), D, 0.0, None)
    assert np.isfinite(f.precondition()(random_vectors(None))).all()
