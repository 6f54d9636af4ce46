"""The solvers of SoftmaxRegression and their certificates, against LogisticRegression in float64."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import learnt, samples, several
from numpy.testing import assert_allclose
from scipy.special import logsumexp
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from manyclass.methods.softmax_regression import SoftmaxRegression

N, D, G, PENALTY = 240, 12, 8, 0.01
LBFGS = {"solver": "lbfgs", "penalty": PENALTY, "max_iter": 200}
FORMS = pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
# The objective in float32 is off by so much of itself.
ROUNDING = 1e-6


def data():
    X, y = samples(N, D, G, density=0.6)
    X[5] = 0
    return X, y


def objective(W, X, y, penalty=PENALTY):
    Z = X.astype(float) @ W.T.astype(float)
    losses = logsumexp(Z, axis=1) - Z[np.arange(len(y)), y]
    return losses.mean() + penalty / 2 * (W.astype(float) ** 2).sum()


def optimum(X, y, penalty=PENALTY):
    exact = LogisticRegression(C=1 / (penalty * len(y)), fit_intercept=False, tol=1e-10, max_iter=10_000)
    return exact.fit(X.astype(float), y).coef_


@FORMS
@pytest.mark.parametrize("penalty", [1e-4, 1e-2, 1.0])
def test_lbfgs_finds_the_optimum(form, penalty):
    X, y = data()
    best = objective(optimum(X, y, penalty), X, y, penalty)
    model = SoftmaxRegression(**LBFGS | {"penalty": penalty, "tol": 1e-5}).fit(form(X), y)
    assert model.dual_gap_ <= 1e-5
    assert -1e-9 <= objective(model.coef_, X, y, penalty) / best - 1 <= 1e-5 + ROUNDING
    assert_allclose(model.coef_, optimum(X, y, penalty), atol=0.02 * np.abs(model.coef_).max())


@FORMS
@pytest.mark.parametrize("solver", ["lbfgs", "sgd"])
def test_every_certificate_bounds_the_excess(form, solver):
    X, y = data()
    best = objective(optimum(X, y), X, y)
    model = SoftmaxRegression(solver=solver, penalty=PENALTY, step=20.0, max_iter=25, tol=0.0, random_state=0)
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        for each in model.passes(form(X), y):
            primal, certificate = objective(each.coef_, X, y), each.certificates_[-1]
            assert certificate.primal == pytest.approx(primal, rel=ROUNDING)
            assert certificate.dual <= best * (1 + ROUNDING)
            assert each.dual_gap_ == certificate.gap >= (primal - best) / primal - ROUNDING
            assert certificate.epochs == each.n_iter_ == len(each.certificates_)
    duals = [certificate.dual for certificate in model.certificates_]
    assert duals == sorted(duals)
    assert duals[-1] > duals[0]


def test_sparse_is_dense():
    X, y = data()
    dense, sparse = (SoftmaxRegression(**LBFGS, tol=1e-6).fit(form(X), y) for form in (np.asarray, sp.csr_array))
    assert_allclose(dense.coef_, sparse.coef_, atol=0.01)
    assert_allclose(dense.decision_function(X), sparse.decision_function(sp.csr_array(X)), atol=0.02)


@FORMS
def test_the_constant_is_a_penalised_column(form):
    X, y = data()
    appended = np.column_stack([X, np.full(len(X), 0.5, np.float32)])
    model = SoftmaxRegression(**LBFGS, tol=1e-5, intercept=0.5).fit(form(X), y)
    whole = np.column_stack([model.coef_, 2 * model.intercept_])
    best = objective(optimum(appended, y), appended, y)
    assert objective(whole, appended, y) / best - 1 <= 1e-5 + ROUNDING


def test_several_right_classes_are_those_that_sgd_draws():
    """Both minimise the mean loss over the class drawn, the other right ones left out."""
    X, y = data()
    Y = several(y, G)
    by_lbfgs = SoftmaxRegression(**LBFGS, tol=1e-6).fit(X, Y)
    slow = {"step": 1 / PENALTY, "average_from": 100, "max_iter": 300, "random_state": 0}
    by_sgd = SoftmaxRegression(penalty=PENALTY, **slow).fit(X, Y)
    assert_allclose(by_sgd.predict_proba(X), by_lbfgs.predict_proba(X), atol=0.02)


def test_without_a_penalty_there_is_no_gap_but_an_optimum():
    X, y = data()
    model = SoftmaxRegression(solver="lbfgs", max_iter=400, intercept=1.0).fit(np.concatenate([X] * 2), np.tile(y, 2))
    assert model.dual_gap_ == np.inf
    assert model.certificates_ == []
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("solver", ["lbfgs", "sgd"])
def test_tol_ends_training(solver):
    X, y = data()
    params = {"solver": solver, "penalty": PENALTY, "step": 20.0, "max_iter": 300, "random_state": 0}
    model = SoftmaxRegression(tol=0.02, **params).fit(X, y)
    assert model.n_iter_ < 300
    gaps = [certificate.gap for certificate in model.certificates_]
    assert gaps[-1] == model.dual_gap_ <= 0.02 < min(gaps[:-1])
    fixed = SoftmaxRegression(**params | {"max_iter": model.n_iter_}).fit(X, y)
    assert learnt(fixed) == learnt(model)


@pytest.mark.parametrize("solver", ["lbfgs", "sgd"])
def test_a_tolerance_that_is_not_reached_is_told(solver):
    X, y = data()
    line = r"^the relative duality gap is .* after 2 passes, above tol=1e-06; more passes or a larger penalty close it$"
    with pytest.warns(ConvergenceWarning, match=line):
        SoftmaxRegression(solver=solver, penalty=PENALTY, tol=1e-6, max_iter=2).fit(X, y)
    with warnings.catch_warnings(action="error"):
        SoftmaxRegression(solver=solver, penalty=PENALTY, max_iter=2).fit(X, y)


def test_features_that_are_all_zero_are_at_their_optimum():
    X, y = data()
    model = SoftmaxRegression(**LBFGS, tol=1e-6).fit(np.zeros_like(X), y)
    assert (model.n_iter_, model.dual_gap_) == (1, 0)
    assert not model.coef_.any()
    assert_allclose(model.predict_proba(X), 1 / G)


@pytest.mark.parametrize(
    ("params", "line"),
    [
        ({"solver": "lbfgs", "radius": 5.0}, "solver='lbfgs' knows no ball: radius=5 must be inf"),
        ({"tol": 1e-3}, "tol is a duality gap, which needs a penalty above 0 and no radius"),
        ({"tol": 1e-3, "penalty": 0.1, "radius": 5.0}, "tol is a duality gap, which needs a penalty above 0 and no"),
        ({"solver": "newton"}, "The 'solver' parameter of SoftmaxRegression must be a str among"),
    ],
)
def test_what_cannot_be(params, line):
    with pytest.raises(ValueError, match=f"^{line}") as caught:
        SoftmaxRegression(**params).fit(*data())
    assert "\n" not in str(caught.value)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_features_that_overflow_are_told():
    X, y = data()
    with pytest.raises(FloatingPointError, match=r"^the features of X are too large for scores in float32; scale X"):
        SoftmaxRegression(**LBFGS).fit(np.where(X > 0, 1e38, X), y)


@FORMS
def test_any_number_of_threads_learns_the_same_bytes(form):
    X, y = data()
    one, three = (SoftmaxRegression(**LBFGS, n_jobs=n_jobs).fit(form(X), y) for n_jobs in (None, 3))
    assert learnt(one) == learnt(three)
    assert [each[2:] for each in one.certificates_] == [each[2:] for each in three.certificates_]


def test_a_certified_solution_is_told():
    X, y = data()
    model = SoftmaxRegression(**LBFGS, tol=1e-3).fit(X, y)
    said = model.diagnostics(None, None)["solution"]
    assert said["gap"] == model.dual_gap_ <= 1e-3
    assert [each[2:] for each in said["certificates"]] == [[each.primal, each.dual] for each in model.certificates_]
    assert "solution" not in SoftmaxRegression(max_iter=1, random_state=0).fit(X, y).diagnostics(None, None)
