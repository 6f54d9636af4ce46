"""Nearest neighbours against scikit-learn's classifier, and with several right classes."""

import numpy as np
import pytest
from method_samples import indicator, samples
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array
from sklearn.neighbors import KNeighborsClassifier

from manyclass.peers.nearest_neighbours import NearestNeighbours


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_it_is_scikit_learns(weights, form):
    X, y = samples(n=600, d=8, n_classes=20)
    unseen = X[:100] + np.float32(0.01)
    ours = NearestNeighbours(7, weights).fit(form(X), y)
    theirs = KNeighborsClassifier(7, weights=weights, algorithm="brute").fit(X, y)
    assert_array_equal(ours.predict(form(unseen)), theirs.predict(unseen))
    votes = ours.decision_function(form(unseen))
    shares = votes / votes.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(shares, theirs.predict_proba(unseen), rtol=1e-3, atol=1e-5)


def test_a_neighbour_votes_for_all_its_classes():
    X = np.array([[0.0], [1.0], [5.0]], np.float32)
    model = NearestNeighbours(2).fit(X, indicator([{0, 1}, {1}, {2}], 3))
    assert_array_equal(model.decision_function(np.array([[0.4]], np.float32)), [[1, 2, 0]])
    assert model.predict_topk(np.array([[0.4]], np.float32), 3).tolist() == [[1, 0, 2]]


def test_a_training_sample_is_its_own_nearest_neighbour():
    X, y = samples(n=200, d=8, n_classes=5)
    assert_array_equal(NearestNeighbours(20, "distance").fit(X, y).predict(X), y)


def test_of_neighbours_at_the_same_place_each_has_one_vote_and_none_elsewhere_has_any():
    here, near = np.full((20, 3), 2, np.float32), np.full((4, 3), 2.5, np.float32)
    X, y = np.concatenate([here, near]), np.repeat([0, 1, 2], [6, 14, 4])
    model = NearestNeighbours(24, "distance").fit(X, y)
    theirs = KNeighborsClassifier(24, weights="distance", algorithm="brute").fit(X, y)
    np.testing.assert_allclose(model.decision_function(here[:1]), [[6, 14, 0]])
    np.testing.assert_allclose(theirs.predict_proba(here[:1]), [[0.3, 0.7, 0]])


def test_no_more_neighbours_than_samples():
    X, y = samples(n=60, d=8, n_classes=5)
    with pytest.raises(ValueError, match="n_neighbors=61 must be at most 60"):
        NearestNeighbours(61).fit(X, y)
