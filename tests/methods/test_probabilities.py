"""Probabilities: of the methods that have a model of them, and of scikit-learn's calibration of one that has none."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief, samples, several
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as LDA

from manyclass.methods.lda import LinearDiscriminantAnalysis
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.softmax_regression import SoftmaxRegression

PROBABILISTIC = [cls for cls in METHODS if hasattr(cls, "predict_proba")]


def test_the_methods_whose_model_is_one_of_probabilities_give_them():
    assert set(PROBABILISTIC) == {LinearDiscriminantAnalysis, SoftmaxRegression}


@pytest.mark.parametrize(("n_classes", "labels"), [(2, "one"), (8, "one"), (8, "several")])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("cls", PROBABILISTIC)
def test_rows_sum_to_one_and_their_largest_is_the_prediction(cls, form, n_classes, labels):
    X, y = samples(n_classes=n_classes)
    X = 30 * X  # some samples are certain
    names = np.array([f"class {g}" for g in range(n_classes)])
    model = brief(cls).fit(form(X), names[y] if labels == "one" else several(y, n_classes))
    shares = model.predict_proba(form(X))
    assert shares.shape == (len(X), n_classes) and (shares >= 0).all()
    assert_allclose(shares.sum(axis=1), 1, atol=1e-5)
    assert_array_equal(model.classes_[shares.argmax(axis=1)], model.predict(form(X)))


def test_of_two_classes_the_log_odds_are_the_decision_function():
    X, y = samples(n_classes=2)
    for cls in PROBABILISTIC:
        model = brief(cls).fit(X, y)
        shares = model.predict_proba(X).astype(np.float64)
        inside = shares.min(axis=1) > 1e-4
        odds = np.log(shares[inside, 1] / shares[inside, 0])
        assert inside.any()
        assert_allclose(odds, model.decision_function(X)[inside], rtol=1e-3, atol=1e-3)


def test_posteriors_of_lda_are_those_of_scikit_learn():
    X, y = samples(n=600, d=6, n_classes=5)
    ours = LinearDiscriminantAnalysis().fit(X, y).predict_proba(X)
    theirs = LDA(solver="lsqr", covariance_estimator=_Pooled()).fit(X, y).predict_proba(X)
    assert_allclose(ours, theirs, atol=2e-3)


class _Pooled:
    """Each class's covariance by maximum likelihood, of which scikit-learn takes the mean."""

    def fit(self, X):
        self.covariance_ = np.cov(X.T, bias=True)
        return self


def test_scikit_learn_calibrates_what_has_scores_only():
    X, y = samples(n=900, d=12, n_classes=6)
    train, test = slice(0, 600), slice(600, 900)
    model = CalibratedClassifierCV(brief(OneVsRestSVM), cv=3).fit(X[train], y[train])
    shares = model.predict_proba(X[test])
    assert_allclose(shares.sum(axis=1), 1, atol=1e-6)
    loss = -np.log(shares[np.arange(300), y[test]]).mean()
    assert loss < np.log(6) / 2  # half of what equal shares have
