"""The kernelised top-k SVM: with a linear kernel it is the linear one, with any other that of its features."""

import numpy as np
import pytest
from method_samples import samples
from sklearn.metrics.pairwise import rbf_kernel

from manyclass.methods.kernel_topk_svm import KernelTopKSVM
from manyclass.methods.topk_svm import TopKSVM

SOLVED = {"C": 0.5, "tol": 1e-5, "max_iter": 3000, "random_state": 0}


def left_open(model) -> float:
    """How far W can be from the optimum, whose objective is 1-strongly convex: the root of twice the gap."""
    last = model.certificates_[-1]
    return np.sqrt(2 * (last.primal - last.dual))


@pytest.mark.parametrize(("loss", "k"), [("alpha", 3), ("beta", 2), ("alpha", 1)])
def test_with_a_linear_kernel_scores_are_those_of_the_linear_form(loss, k):
    X, y = samples(n=320)
    train, test = X[:240], X[240:]
    linear = TopKSVM(k, loss, **SOLVED).fit(train, y[:240])
    kernel = KernelTopKSVM(k, loss, kernel="linear", **SOLVED).fit(train, y[:240])
    assert max(linear.dual_gap_, kernel.dual_gap_) <= 1e-5
    W, left = kernel.dual_coef_.T @ train, left_open(linear) + left_open(kernel)
    assert np.linalg.norm(W - linear.coef_) <= left + 1e-5
    apart = np.abs(kernel.decision_function(test) - linear.decision_function(test)).max(axis=1)
    assert (apart <= left * np.linalg.norm(test, axis=1) + 1e-5).all()
    assert kernel.diagnostics(None, None)["solution"]["norm"] == pytest.approx(np.linalg.norm(W), rel=1e-5)


def test_with_another_kernel_it_is_the_linear_form_on_the_kernels_features():
    """Of a Gram matrix K = L Lᵀ the rows of L are features."""
    X, y = samples()
    K = rbf_kernel(X.astype(float), gamma=0.1)
    features = np.linalg.cholesky(K + 1e-9 * np.eye(len(K))).astype(np.float32)
    named = KernelTopKSVM(2, kernel_params={"gamma": 0.1}, **SOLVED).fit(X, y)
    given = KernelTopKSVM(2, kernel="precomputed", **SOLVED).fit(K, y)
    linear = TopKSVM(2, **SOLVED).fit(features, y)
    for model in (named, given):
        assert max(model.certificates_[-1].dual, linear.certificates_[-1].dual) <= 1.00001 * min(
            model.certificates_[-1].primal, linear.certificates_[-1].primal
        )
        apart = np.abs(model.decision_function(X if model is named else K) - linear.decision_function(features))
        assert apart.max() <= left_open(model) + left_open(linear) + 1e-4


def test_the_certificate_is_of_the_published_dual_variables():
    X, y = samples(n=120)
    K = rbf_kernel(X.astype(float), gamma=0.05)
    model = KernelTopKSVM(2, kernel="precomputed", **SOLVED).fit(K, y)
    A = model.dual_coef_.astype(float)
    S = K @ A
    h = 1 + S - S[np.arange(120), y][:, None]
    h[np.arange(120), y] = -np.inf
    loss = np.maximum(0, -np.sort(-h, axis=1)[:, :2].mean(axis=1)).sum()
    assert model.certificates_[-1].primal == pytest.approx(0.5 * (A * S).sum() + 0.5 * loss, rel=1e-5)
    assert 0 <= model.dual_gap_ <= 1e-5


def test_what_it_stores_is_counted():
    X, y = samples(n=40, d=3)
    assert KernelTopKSVM(max_iter=2).fit(X, y).n_parameters_ == 40 * 8 + 40 * 3
    assert KernelTopKSVM(max_iter=2, kernel="precomputed").fit(np.eye(40), y).n_parameters_ == 40 * 8


def test_a_precomputed_matrix_is_square():
    X, y = samples(n=40, d=3)
    with pytest.raises(ValueError, match=r"^X \(40, 3\) must be square, the kernel of the training samples with each"):
        KernelTopKSVM(kernel="precomputed").fit(X, y)


def test_a_kernel_that_is_not_positive_semidefinite_has_no_certificate():
    X, y = samples(n=40, d=4, n_classes=5)
    line = "^the dual objective .* is above the primal one, .*: is the kernel positive semidefinite\\?$"
    with pytest.raises(FloatingPointError, match=line):
        KernelTopKSVM(kernel="precomputed", max_iter=50, random_state=0).fit(X @ X.T - 2 * np.eye(40), y)


@pytest.mark.parametrize("kernel", ["additive_chi2", "sigmoid"])
def test_kernels_that_are_not_positive_semidefinite_are_not_offered(kernel):
    X, y = samples(n=40, d=3)
    with pytest.raises(ValueError, match="The 'kernel' parameter of KernelTopKSVM must be"):
        KernelTopKSVM(kernel=kernel).fit(np.abs(X), y)
