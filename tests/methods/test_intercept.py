"""The constant feature of the linear models is what a column of that constant in X would be."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief
from numpy.testing import assert_allclose

from manyclass.methods.auc_ranking import AUCRanking
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.warp_ranking import WarpRanking

rng = np.random.default_rng(3)
y = np.repeat(np.arange(4), 15)
X = (rng.normal(size=(4, 5))[y] + 0.3 * rng.normal(size=(60, 5))).astype(np.float32)
BRIEF = {"max_iter": 2, "random_state": 0, "step": 0.05}


@pytest.mark.parametrize("cls", [OneVsRestSVM, AUCRanking, WarpRanking])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_equals_a_constant_column(cls, form):
    appended = np.column_stack([X, np.full(60, 0.5, np.float32)])
    implicit = cls(intercept=0.5, **BRIEF).fit(form(X), y)
    explicit = cls(intercept=0.0, **BRIEF).fit(form(appended), y)
    assert_allclose(implicit.coef_, explicit.coef_[:, :-1], rtol=1e-4, atol=1e-5)
    assert_allclose(implicit.intercept_, 0.5 * explicit.coef_[:, -1], rtol=1e-4, atol=1e-5)
    assert_allclose(
        implicit.decision_function(form(X)), explicit.decision_function(form(appended)), rtol=1e-4, atol=1e-5
    )


@pytest.mark.parametrize("cls", [OneVsRestSVM, AUCRanking, WarpRanking])
def test_none_adds_nothing(cls):
    estimator = cls(intercept=0.0, **BRIEF).fit(X, y)
    assert_allclose(estimator.decision_function(X), X @ estimator.coef_.T, rtol=1e-5, atol=1e-6)
    assert not estimator.intercept_.any()


def test_the_constant_counts_in_the_ball():
    estimator = OneVsRestSVM(intercept=0.5, radius=0.2, max_iter=3, random_state=0).fit(X, y)
    whole = np.column_stack([estimator.coef_, estimator.intercept_ / 0.5])
    assert (np.linalg.norm(whole, axis=1) <= 0.2 * (1 + 1e-5)).all()


@pytest.mark.parametrize("cls", [cls for cls in METHODS if "intercept" in cls().get_params()])
def test_a_fitted_model_keeps_its_constant(cls):
    estimator = brief(cls, intercept=0.5).fit(X, y)
    scores, n_parameters, intercept = estimator.decision_function(X), estimator.n_parameters_, estimator.intercept_
    assert intercept.any()
    for other in (0.0, 2.0):
        estimator.set_params(intercept=other)
        assert estimator.decision_function(X).tobytes() == scores.tobytes()
        assert estimator.n_parameters_ == n_parameters
        assert estimator.intercept_.tobytes() == intercept.tobytes()
