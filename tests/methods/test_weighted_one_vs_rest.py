"""w-OVR and u-OVR: the same in every layout and for any number of threads, on samples that say little, and averaged."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import indicator, learnt, samples, several
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.svm import LinearSVC

from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest

FORMS = pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
BALANCES = pytest.mark.parametrize(
    "weights", [{"balance": None}, {"balance": 2.5}, {"balance": 2.5, "balance_by": "updates"}]
)
AVERAGE = pytest.mark.parametrize("average", [False, True])
N_CLASSES = 70  # three panels


def model(**params):
    return WeightedOneVsRest(**{"max_iter": 3, "random_state": 0} | params)


@FORMS
@AVERAGE
@pytest.mark.parametrize(
    "estimator",
    [
        model(balance=None, penalty=0.01),
        model(balance=2.5, penalty=0.01),
        model(balance=2.5, balance_by="updates", penalty=0.01),
        OneVsRestSVM(balance=2.5, max_iter=3),
    ],
)
def test_any_number_of_threads_gives_the_same_bytes(estimator, form, average):
    X, y = samples(n=600, n_classes=N_CLASSES, density=0.6)
    Y = several(y, N_CLASSES)
    one, *others = (
        estimator.set_params(n_jobs=n, average=average, random_state=0).fit(form(X), Y)
        and (learnt(estimator), estimator.history_)
        for n in (1, 2, 3, 100)
    )
    assert others == [one] * 3


@BALANCES
@AVERAGE
def test_sparse_samples_give_the_same_model(weights, average):
    X, y = samples(n=600, n_classes=N_CLASSES, density=0.3)
    estimator = model(**weights, penalty=0.01, average=average)
    dense, counts = estimator.fit(X, y).coef_, estimator.history_
    biases = estimator.intercept_
    estimator.fit(sp.csr_array(X), y)
    assert_allclose(estimator.coef_, dense, atol=1e-4 * np.abs(dense).max())
    assert_allclose(estimator.intercept_, biases, atol=1e-4 * np.abs(biases).max())
    assert estimator.history_ == counts


@FORMS
@AVERAGE
@BALANCES
def test_rows_and_features_without_a_number(form, weights, average):
    """They leave the vectors alone; rows of zeros move biases."""
    X, y = samples(n=200, n_classes=5)
    X[:20], X[:, 3] = 0, 0
    fitted = model(**weights, average=average).fit(form(X), y)
    assert np.isfinite(fitted.coef_).all()
    assert_array_equal(fitted.coef_[:, 3], 0)
    nothing = model(**weights, average=average).fit(form(np.zeros((20, 3), np.float32)), np.arange(20) % 4)
    assert_array_equal(nothing.coef_, 0)
    assert (np.abs(nothing.intercept_) > 0).all()


@FORMS
@AVERAGE
@BALANCES
def test_a_class_that_all_samples_have_is_always_right(form, weights, average):
    X, y = samples(n=120, n_classes=4)
    Y = indicator([{0, 1 + g} for g in y.tolist()], 5)
    fitted = model(**weights, average=average, max_iter=20).fit(form(X), Y)
    scores = fitted.decision_function(form(X))
    assert (scores[:, 0] > 0).all()
    assert fitted.score(form(X), Y) == 1


@FORMS
def test_the_mean_is_steadier_than_the_last_step(form):
    """A large fixed step on classes that overlap keeps jumping; its mean over passes hardly moves."""
    X, y = samples(n=400, n_classes=4)
    X += 3 * np.random.default_rng(1).standard_normal(X.shape).astype(np.float32)
    steps = {}
    for average in (False, True):
        vectors = [e.coef_.copy() for e in model(average=average, step=1.0, max_iter=12).passes(form(X), y)]
        steps[average] = np.linalg.norm(vectors[-1] - vectors[-2]) / np.linalg.norm(vectors[-1])
    assert steps[True] < 0.3 * steps[False]


def test_classes_are_learnt_from_the_signs_of_the_lecture_s_table():
    """Five samples of four classes, and the binary set of each class as printed (Hazan & Singer, slide "Example")."""
    X = np.float32([[1, 0, 2], [0, 1, -1], [2, 1, 0], [-1, 1, 1], [0, -2, 1]])
    y = np.array([2, 4, 2, 3, 1])
    printed = ["----+", "+-+--", "---+-", "-+---"]
    whole = model(balance=None, penalty=0.1).fit(X, y)
    assert whole.classes_.tolist() == [1, 2, 3, 4]
    for g, signs in enumerate(printed):
        alone = model(balance=None, penalty=0.1).fit(X, np.array(list(signs)))
        positive = alone.classes_.tolist().index("+")
        assert_allclose(whole.coef_[g], alone.coef_[positive], rtol=1e-6)
        assert_allclose(whole.intercept_[g], alone.intercept_[positive], rtol=1e-6)


@FORMS
def test_updates_of_weight_one_are_unweighted(form):
    """Four classes of the same size have three negatives for every positive."""
    X, y = samples(n=200, n_classes=4)
    y = np.arange(200) % 4
    weighted = model(balance=3, balance_by="updates", penalty=0.01).fit(form(X), y)
    unweighted = model(balance=None, penalty=0.01).fit(form(X), y)
    assert_array_equal(weighted.coef_, unweighted.coef_)
    assert weighted.history_ == unweighted.history_


@FORMS
@pytest.mark.parametrize("balance_by", ["sampling", "updates"])
def test_both_ways_to_reweight_have_the_minimum_of_equation_3(form, balance_by):
    """Of each class, as LIBLINEAR finds it with a weight for its positives and one for the others."""
    X, y = samples(n=300, n_classes=3)
    y = np.searchsorted([0.1, 0.4], np.linspace(0, 1, 300))  # classes of three sizes, which overlap
    balance, penalty = 2.0, 0.01
    fitted = model(
        balance=balance,
        balance_by=balance_by,
        penalty=penalty,
        schedule="optimal",
        average=True,
        max_iter=2000,
        intercept=0,
    ).fit(form(X), y)
    for g in range(3):
        positive = y == g
        weights = np.where(positive, 1 / (1 + balance) / positive.sum(), balance / (1 + balance) / (~positive).sum())

        def objective(w, positive=positive, weights=weights):
            hinge = np.maximum(0, 1 - np.where(positive, 1, -1) * (X @ w))
            return penalty / 2 * w @ w + weights @ hinge

        batch = LinearSVC(loss="hinge", C=1 / penalty, fit_intercept=False, tol=1e-6, max_iter=100_000)
        batch.fit(X, positive, sample_weight=weights)
        least = objective(batch.coef_[0])
        assert least <= objective(fitted.coef_[g].astype(float)) * (1 + 1e-9)
        assert objective(fitted.coef_[g].astype(float)) < 1.01 * least
