"""TopPush and Recall@k against their definitions, brute force and a general solver."""

from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import samples
from scipy.optimize import minimize
from sklearn.svm import SVC

from manyclass.methods.base.pairs.recall_loss import recall_loss
from manyclass.methods.recall_at_k import RecallAtK
from manyclass.methods.top_push import TopPush

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def loss_of(S, y, k):
    """ξ of all scores (n, G)."""
    n, own = len(y), np.eye(S.shape[1], dtype=bool)[y]
    return recall_loss(S[own], np.sort(S[~own])[::-1][: k * n])


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_bound_of_recall_is_the_largest_over_all_sets(k, seed):
    rng = np.random.default_rng(seed)
    S, y = rng.standard_normal((3, 3)), rng.integers(3, size=3)
    pairs = [(i, g) for i in range(3) for g in range(3)]
    values = []
    for taken in combinations(pairs, 3 * k):
        out = [S[i, y[i]] for i in range(3) if (i, y[i]) not in taken]
        negatives = [S[pair] for pair in taken if pair[1] != y[pair[0]]]
        values.append(sum(1 + np.mean(negatives) - s for s in out) if out else 0.0)
    value = loss_of(S, y, k)
    assert value == pytest.approx(max(values), rel=1e-6)
    best = set(np.argsort(-S.ravel())[: 3 * k].tolist())
    assert value >= sum(3 * i + y[i] not in best for i in range(3)) - 1e-6


def recall_objective(W, X, y, C, k):
    return 0.5 * (W**2).sum() + C * loss_of(X @ W.T, y, k)


@pytest.mark.parametrize("k", [1, 2])
def test_no_model_beats_the_certificate_of_recall(k):
    X, y = samples(n=60, d=4, n_classes=4)
    model = RecallAtK(k, C=0.1, tol=1e-4, max_iter=2000).fit(X, y)
    primal, dual = model.certificates_[-1][2:]
    assert 0 <= model.dual_gap_ <= 1e-4
    assert primal == pytest.approx(recall_objective(model.coef_, X, y, 0.1, k), rel=1e-5)
    theirs = minimize(lambda w: recall_objective(w.reshape(4, 4), X, y, 0.1, k), np.zeros(16), method="Powell")
    assert theirs.fun >= dual - 1e-6 * abs(dual)
    assert primal <= theirs.fun * (1 + 1e-3)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_recall_at_n_is_a_support_vector_machine_of_two_classes(form):
    """For k = 1, on the features of all pairs: with half the margin, and a bias between right and wrong ones."""
    X, y = samples(n=40, d=4, n_classes=4)
    model = RecallAtK(1, C=0.3, tol=1e-6, max_iter=2000).fit(form(X), y)
    pairs = np.einsum("gh,id->ighd", np.eye(4), X.astype(float)).reshape(160, 16)
    theirs = SVC(kernel="linear", C=0.6, tol=1e-8).fit(pairs, np.eye(4, dtype=bool)[y].ravel())
    ours = model.coef_.ravel().astype(float)
    np.testing.assert_allclose(ours, theirs.coef_[0] / 2, atol=2e-3 * np.abs(ours).max())
    objective = recall_objective(theirs.coef_.reshape(4, 4) / 2, X, y, 0.3, 1)
    assert model.certificates_[-1].primal == pytest.approx(objective, rel=1e-5)


@pytest.mark.parametrize("k", [1, 2, 7])
def test_recall_of_samples_that_say_nothing(k):
    """Zeros have no direction to move in: the loss is what it is at W = 0, and so is its bound."""
    model = RecallAtK(k, C=0.5).fit(np.zeros((20, 3)), np.arange(20) % 8)
    assert not model.coef_.any()
    assert model.certificates_[-1].primal == pytest.approx(0.5 * 20)
    assert model.dual_gap_ <= 0.01


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_top_push_equals_a_general_solver(form):
    X, y = samples(n=18, d=3, n_classes=3)
    C, own = 0.5, np.eye(3, dtype=bool)[y]
    model = TopPush(C=C, tol=3e-5, max_iter=5000).fit(form(X), y)
    gaps = [certificate.gap for certificate in model.certificates_]
    assert min(gaps) >= -1e-6 and model.dual_gap_ == gaps[-1] <= 3e-5
    assert gaps == sorted(gaps, reverse=True)

    def objective(w):  # the last entry is the bound of the wrong pairs' scores
        short = np.maximum(0, 1 + w[-1] - (X @ w[:-1].reshape(3, 3).T)[own])
        return 0.5 * w[:-1] @ w[:-1] + C * short @ short

    above = {"type": "ineq", "fun": lambda w: w[-1] - (X @ w[:-1].reshape(3, 3).T)[~own]}
    theirs = minimize(objective, np.zeros(10), constraints=above, method="SLSQP", options={"maxiter": 500})
    assert theirs.success
    assert model.certificates_[-1].primal == pytest.approx(theirs.fun, rel=1e-4)
    S = X @ model.coef_.T
    direct = objective(np.append(model.coef_.ravel(), S[~own].max()))
    assert direct == pytest.approx(model.certificates_[-1].primal, rel=1e-5)


def test_k_leaves_a_class_out():
    X, y = samples()
    with pytest.raises(ValueError, match="k=8 must be at most 7"):
        RecallAtK(8).fit(X, y)


def test_recall_with_unit_weights_is_no_bound():
    """All scores are low and one positive is the lowest of all: it is missed, and yet the sum is negative."""
    S, y, k = np.full((3, 3), -5.0), np.array([0, 1, 2]), 2
    S[0, 1], S[2, 2] = -4.0, -9.0
    own, others = np.sort(S[range(3), y])[::-1], np.sort(S[~np.eye(3, dtype=bool)])[::-1]
    unit = [3 - a + own[:a].sum() + others[: 3 * k - a].sum() - own.sum() for a in range(4)]
    assert np.argsort(-S.ravel())[-1] == 8  # the pair of the third sample and its class comes last
    assert max(unit) < 0
    assert loss_of(S, y, k) >= 1


def test_converged_top_push_publishes_what_the_certificate_speaks_of():
    """The objective rises and falls; the gap pairs the best of both objectives, so that it never rises."""
    X, y = samples(n=60, d=4, n_classes=4)
    own = np.eye(4, dtype=bool)[y]
    model = TopPush(0.5, tol=0.02, max_iter=2000).fit(X, y)
    assert model.dual_gap_ <= 0.02
    gaps = [certificate.gap for certificate in model.certificates_]
    assert gaps == sorted(gaps, reverse=True) and gaps[-1] == model.dual_gap_
    W = model.coef_.astype(float)
    S = X @ W.T
    primal = 0.5 * (W**2).sum() + 0.5 * (np.maximum(0, 1 + S[~own].max() - S[own]) ** 2).sum()
    assert model.certificates_[-1].primal == pytest.approx(primal, rel=1e-5)


@pytest.mark.parametrize("cls", [TopPush, RecallAtK])
def test_a_warm_start_takes_fewer_steps_to_the_same_optimum(cls):
    X, y = samples(n=300, d=8, n_classes=6)
    warm, steps = cls(tol=1e-4, max_iter=2000, warm_start=True), []
    for C in (1.0, 10.0, 100.0):
        warm.set_params(C=C).fit(X, y)
        cold = cls(C=C, tol=1e-4, max_iter=2000).fit(X, y)
        assert warm.dual_gap_ <= 1e-4 and cold.dual_gap_ <= 1e-4
        assert warm.certificates_[-1].primal == pytest.approx(cold.certificates_[-1].primal, rel=2e-4)
        steps.append((warm.n_iter_, cold.n_iter_))
    assert steps[0][0] == steps[0][1]
    assert sum(warm for warm, _ in steps[1:]) < sum(cold for _, cold in steps[1:])


@pytest.mark.parametrize("cls", [TopPush, RecallAtK])
def test_a_warm_start_from_a_larger_C_and_for_another_k(cls):
    X, y = samples(n=100, d=5, n_classes=6)
    warm = cls(C=10.0, tol=1e-4, max_iter=2000, warm_start=True).fit(X, y)
    others = {"k": 2} if cls is RecallAtK else {}
    warm.set_params(C=0.1, **others).fit(X, y)
    cold = cls(C=0.1, tol=1e-4, max_iter=2000, **others).fit(X, y)
    assert warm.dual_gap_ <= 1e-4
    assert warm.certificates_[-1].primal == pytest.approx(cold.certificates_[-1].primal, rel=2e-4)


def test_a_warm_start_needs_the_same_samples():
    X, y = samples(n=60, d=4, n_classes=4)
    model = TopPush(max_iter=2, warm_start=True).fit(X, y)
    with pytest.raises(ValueError, match="warm_start=True needs the samples of the last fit"):
        model.fit(X, np.roll(y, 1))
