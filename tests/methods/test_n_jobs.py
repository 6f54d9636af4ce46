"""Threads of one fit and of prediction: the same bytes whatever their number; BLAS has one thread meanwhile."""

import threading

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, STOCHASTIC, brief, learnt, samples
from numpy.testing import assert_array_equal
from threadpoolctl import ThreadpoolController

from manyclass.methods.base.trees import label_tree
from manyclass.methods.wsabie_pp import WsabiePP

BLAS = ThreadpoolController().select(user_api="blas")


def blas_threads():
    return {library.num_threads for library in BLAS.lib_controllers}


@pytest.fixture
def three_blas_threads():
    with BLAS.limit(limits=3):
        yield


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr("manyclass.methods.base.classifier.FEWEST_ROWS", 16)
    monkeypatch.setattr("manyclass.methods.base.classifier.FEWEST_SCORES", 1)
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", 128)
    monkeypatch.setattr(label_tree, "ROWS_AT_A_TIME", 16)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("cls", METHODS)
def test_same_bytes_whatever_the_number_of_threads(cls, form, small_blocks):
    X, y = samples(n=500, d=20, density=0.5)
    alone = brief(cls).fit(form(X), y)
    for n_jobs in (1, 2, 3, -1, 40):
        estimator = brief(cls, n_jobs=n_jobs).fit(form(X), y)
        assert learnt(estimator) == learnt(alone)
        assert estimator.decision_function(form(X)).tobytes() == alone.decision_function(form(X)).tobytes()
        assert_array_equal(estimator.predict(form(X)), alone.predict(form(X)))
        assert_array_equal(estimator.predict_topk(form(X), 3), alone.predict_topk(form(X), 3))


@pytest.mark.parametrize("cls", METHODS)
def test_rows_are_predicted_in_threads(cls, small_blocks, monkeypatch):
    """Two blocks wait for each other."""
    X, y = samples(n=32)
    estimator = brief(cls, n_jobs=2).fit(X, y)
    meeting, scorer = threading.Barrier(2, timeout=60), estimator._scorer(X)
    monkeypatch.setattr(estimator, "_scorer", lambda X: lambda rows: meeting.wait() * 0 + scorer(rows))
    assert_array_equal(estimator.predict_topk(X, 2), brief(cls).fit(X, y).predict_topk(X, 2))


@pytest.mark.parametrize("cls", METHODS)
def test_n_jobs_of_zero_that_is_set_later(cls):
    X, y = samples()
    estimator = brief(cls).fit(X, y).set_params(n_jobs=0)
    with pytest.raises(ValueError, match="^n_jobs=0 must be a number of threads, -1 for all cores, or None for one$"):
        estimator.predict(X)


@pytest.mark.parametrize("cls", METHODS)
def test_blas_has_one_thread_while_training_and_predicting(cls, three_blas_threads, monkeypatch):
    X, y = samples()
    estimator, seen = brief(cls), []
    samples_of, scorer_of = estimator._samples, estimator._scorer

    def watched_samples(*given):
        seen.append(blas_threads())
        return samples_of(*given)

    def watched_scorer(X):
        score = scorer_of(X)
        return lambda rows: (seen.append(blas_threads()), score(rows))[1]

    monkeypatch.setattr(estimator, "_samples", watched_samples)
    monkeypatch.setattr(estimator, "_scorer", watched_scorer)
    for _ in estimator.passes(X, y):
        assert blas_threads() == {3}
    estimator.predict_topk(X, 2)
    estimator.decision_function(X)
    assert seen == [{1}] * 3
    assert blas_threads() == {3}


def test_blas_has_its_threads_again_after_a_fit_that_fails(three_blas_threads):
    X, y = samples()
    with pytest.raises(ValueError, match="NaN"):
        WsabiePP().fit(X * np.nan, y)
    with pytest.raises(FloatingPointError):
        STOCHASTIC[0](step=1e30, radius=np.inf).fit(X, y)
    assert blas_threads() == {3}


def test_passes_that_are_not_gone_through_leave_nothing_behind(three_blas_threads):
    X, y = samples()
    passes = brief(WsabiePP).passes(X, y)
    next(passes)
    assert blas_threads() == {3}
    passes.close()
    assert blas_threads() == {3}
