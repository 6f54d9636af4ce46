"""Top-k entropy against softmax regression, against SciPy in float64, and its certificates."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import samples, several
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.softmax_regression import SoftmaxRegression
from manyclass.methods.topk_entropy import TopKEntropy

N, D, G, PENALTY = 240, 12, 8, 0.01
FORMS = pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
ROUNDING = 1e-6  # of the objective in float32, relative


def data():
    return samples(N, D, G, density=0.6)


def loss(a, k):
    """Log(1 + exp(v)) of a float64 (G - 1,), and its gradient.

    v is the most of ⟨a, p⟩ plus the entropy of p where p_j ≤ 1/k and Σ p = 1. The fewest largest are at 1/k that leave
    nobody above it; the others are the softmax of what is left.
    """
    order = np.argsort(-a)
    a = a[order]
    for u in range(k):
        p = np.exp(a[u:] - a[u:].max())
        p *= (1 - u / k) / p.sum()
        if p.max() <= 1 / k * (1 + 1e-12):
            break
    p = np.concatenate([np.full(u, 1 / k), p])
    v = a @ p - p @ np.log(p)
    return np.logaddexp(0, v), p[np.argsort(order)] / (1 + np.exp(-v))


def objective(W, X, y, k):
    """The objective in float64, and its gradient."""
    Z, total, gradient = X.astype(float) @ W.T, 0.0, np.zeros((N, G))
    for i, z in enumerate(Z):
        others = np.arange(G) != y[i]
        value, x = loss(z[others] - z[y[i]], k)
        total += value
        gradient[i, others], gradient[i, y[i]] = x, -x.sum()
    return total / N + PENALTY / 2 * (W**2).sum(), gradient.T @ X / N + PENALTY * W


def optimum(X, y, k):
    def f(w):
        value, gradient = objective(w.reshape(G, D), X, y, k)
        return value, gradient.ravel()

    return minimize(f, np.zeros(G * D), jac=True, method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-9}).fun


@FORMS
@pytest.mark.parametrize("k", [1, 3, G - 1])
def test_it_finds_the_optimum_and_every_certificate_bounds_it(form, k):
    X, y = data()
    best = optimum(X, y, k)
    model = TopKEntropy(k=k, penalty=PENALTY, tol=1e-5)
    for each in model.passes(form(X), y):
        primal, certificate = objective(each.coef_.astype(float), X, y, k)[0], each.certificates_[-1]
        assert certificate.primal == pytest.approx(primal, rel=ROUNDING)
        assert certificate.dual <= best * (1 + ROUNDING)
    assert model.dual_gap_ <= 1e-5
    assert -1e-9 <= primal / best - 1 <= 1e-5 + ROUNDING


@FORMS
@pytest.mark.parametrize("intercept", [0.0, 0.5])
def test_one_guess_is_softmax_regression(form, intercept):
    X, y = data()
    same = {"penalty": PENALTY, "intercept": intercept, "tol": 1e-6, "max_iter": 200}
    ours, softmax = TopKEntropy(k=1, **same).fit(form(X), y), SoftmaxRegression(solver="lbfgs", **same).fit(form(X), y)
    scale = np.abs(softmax.coef_).max()
    assert_allclose(ours.coef_, softmax.coef_, atol=2e-3 * scale)
    assert_allclose(ours.intercept_, softmax.intercept_, atol=2e-3 * scale)
    assert_allclose(ours.decision_function(form(X)), softmax.decision_function(form(X)), atol=0.01)


@FORMS
@pytest.mark.parametrize("cls", [TopKEntropy, SoftmaxRegression])
def test_a_path_of_penalties_goes_on_from_the_last(form, cls):
    """To the same optimum from nearer than zero; what was learnt of the curvature is kept for that alone."""
    X, y = data()
    fixed = {"tol": 1e-4, "max_iter": 300} | ({"solver": "lbfgs"} if cls is SoftmaxRegression else {"k": 3})
    warm, first = cls(warm_start=True, **fixed), {}
    for penalty in (1e-2, 5e-3):
        cold = cls(penalty=penalty, **fixed).fit(form(X), y)
        warm.set_params(penalty=penalty).fit(form(X), y)
        first[penalty] = warm.certificates_[0].primal, cold.certificates_[0].primal
        assert warm.certificates_[-1].primal == pytest.approx(cold.certificates_[-1].primal, rel=2e-4)
    assert first[1e-2][0] == first[1e-2][1]
    assert first[5e-3][0] < first[5e-3][1]
    assert cold._hessians is None
    with pytest.raises(ValueError, match="the features of the last fit"):
        warm.fit(form(X[:, :-1]), y)


def test_threads_make_no_difference():
    X, y = data()
    one, two = (TopKEntropy(k=3, penalty=PENALTY, n_jobs=n_jobs).fit(X, y) for n_jobs in (1, 2))
    assert one.coef_.tobytes() == two.coef_.tobytes()


def test_stochastic_gradients_have_no_warm_start():
    with pytest.raises(ValueError, match="warm_start=True needs solver='lbfgs'"):
        SoftmaxRegression(warm_start=True, solver="sgd").fit(*data())


def test_what_it_cannot_do_it_says():
    X, y = data()
    with pytest.raises(ValueError, match=f"k={G} must be at most {G - 1}"):
        TopKEntropy(k=G).fit(X, y)
    with pytest.raises(ValueError, match="right classes"):
        TopKEntropy().fit(X, several(y, G))
    with pytest.raises(FloatingPointError, match="scale X down"), np.errstate(all="ignore"):
        TopKEntropy().fit(X / np.abs(X).max() * np.float32(3e38), y)
    with pytest.warns(ConvergenceWarning, match="above tol=0.001; more passes"):
        TopKEntropy(penalty=1e-9, max_iter=1).fit(X, y)


def test_training_goes_step_by_step():
    X, y = data()
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        steps = [each.n_iter_ for each in TopKEntropy(k=2, max_iter=4, tol=0.0).passes(X, y)]
    assert steps == [1, 2, 3, 4]
