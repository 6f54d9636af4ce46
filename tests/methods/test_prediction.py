"""From scores to predictions: ranking, ties, blocks, labels of any kind, accuracy."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from method_samples import METHODS, brief, many_labels, samples, several
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.methods.base.scores import largest, minus_squared_distances
from manyclass.methods.base.trees import label_tree
from manyclass.methods.nearest_means import NearestMeans


@given(st.data(), st.integers(1, 6), st.integers(1, 9))
def test_largest_is_a_stable_sort_even_of_ties(data, n, n_classes):
    scores = data.draw(arrays(np.float32, (n, n_classes), elements=st.sampled_from([-1.5, 0.0, 2.0])))
    k = data.draw(st.integers(1, n_classes))
    assert_array_equal(largest(scores, k), np.argsort(-scores, axis=1, kind="stable")[:, :k])


def test_largest_puts_what_is_not_a_number_last():
    scores = np.random.default_rng(0).normal(size=(50, 30))
    scores[scores > 1] = np.nan
    assert_array_equal(largest(scores, 30), np.argsort(-scores, axis=1, kind="stable"))


@pytest.mark.parametrize("k", [1, 3, 16])
def test_topk_ranks_equal_scores_by_class(k):
    corners = np.float32(np.indices((2, 2, 2, 2)).reshape(4, -1).T)
    estimator = NearestMeans().fit(corners, 5 * np.arange(16) - 7)
    X = np.float32(np.random.default_rng(0).integers(-1, 3, (100, 4)) / 2)
    squares = ((X[:, None] - corners).astype(np.float64) ** 2).sum(axis=2)
    assert (np.sort(squares)[:, :-1] == np.sort(squares)[:, 1:]).any(axis=1).mean() > 0.9
    expected = estimator.classes_[np.argsort(squares, axis=1, kind="stable")[:, :k]]
    assert_array_equal(estimator.predict_topk(X, k), expected)


@pytest.mark.parametrize("cls", METHODS)
def test_topk_is_the_order_of_the_scores(cls):
    X, y = samples()
    estimator = brief(cls).fit(X, y)
    order = np.argsort(-estimator.decision_function(X), axis=1, kind="stable")
    for k in range(1, 9):
        assert_array_equal(estimator.predict_topk(X, k), order[:, :k])
    assert_array_equal(estimator.predict(X), order[:, 0])
    assert estimator.predict_topk(X, np.int32(2)).dtype == np.int64


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("cls", METHODS)
def test_blocks_do_not_show(cls, form, monkeypatch):
    X, y = samples()
    estimator = brief(cls).fit(form(X), y)
    whole = estimator.predict_topk(form(X), 4)
    for rows in (7, 1):
        monkeypatch.setattr(cls, "_rows_a_block", lambda self, rows=rows: rows)
        monkeypatch.setattr(label_tree, "ROWS_AT_A_TIME", rows)
        assert_array_equal(estimator.predict_topk(form(X), 4), whole)


@pytest.mark.parametrize("cls", METHODS)
def test_two_classes_have_one_score(cls):
    X, y = samples(n_classes=2)
    estimator = brief(cls).fit(X, y)
    scores = estimator.decision_function(X)
    assert scores.shape == (len(X),)
    assert scores.dtype == np.float32
    assert_array_equal(estimator.predict(X), (scores > 0).astype(int))
    assert_array_equal(estimator.predict_topk(X, 2).sum(axis=1), np.ones(len(X)))


@pytest.mark.parametrize("names", [list("hgfedcba"), [-3, -2, -1, 0, 5, 7, 70, 700]])
@pytest.mark.parametrize("cls", METHODS)
def test_labels_of_any_kind(cls, names):
    X, y = samples()
    names = np.array(names)
    numbered = brief(cls).fit(X, np.argsort(np.argsort(names))[y])
    named = brief(cls).fit(X, names[y])
    assert_array_equal(named.classes_, np.sort(names))
    assert_array_equal(named.predict(X), np.sort(names)[numbered.predict(X)])
    assert_array_equal(named.predict_topk(X, 3), np.sort(names)[numbered.predict_topk(X, 3)])


@pytest.mark.parametrize("cls", METHODS)
def test_score_counts_any_right_class(cls):
    X, y = samples()
    Y = several(y, 8)
    estimator = brief(cls).fit(X, many_labels(cls, y, 8))
    hits = Y.toarray()[np.arange(len(y)), estimator.predict(X)]
    weights = np.arange(len(y))
    assert estimator.score(X, Y) == estimator.score(X, Y.toarray()) == hits.mean()
    assert estimator.score(X, Y, weights) == pytest.approx((hits * weights).sum() / weights.sum())
    assert brief(cls).fit(X, y).score(X, y) == (brief(cls).fit(X, y).predict(X) == y).mean()


@pytest.mark.parametrize("offset", [0.0, 300.0])
def test_squared_distances_far_from_the_origin(offset):
    rng = np.random.default_rng(0)
    Z, beta = (np.float32(offset + rng.standard_normal((n, 6))) for n in (30, 9))
    exact = -((Z[:, None].astype(np.float64) - beta) ** 2).sum(axis=2)
    assert_allclose(minus_squared_distances(False, beta)(Z), exact, rtol=1e-4, atol=1e-4)
