"""Nearest means against scikit-learn's nearest centroid and means made by hand."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import indicator, samples
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.neighbors import NearestCentroid

from manyclass.methods.nearest_means import NearestMeans


@pytest.mark.parametrize("offset", [0.0, 100.0])
@pytest.mark.parametrize("seed", range(5))
def test_equals_nearest_centroid(seed, offset):
    X, y = samples(n=300, n_classes=11, seed=seed)
    X += np.float32(offset)
    query = samples(n=300, n_classes=11, seed=seed + 100)[0] + np.float32(offset)
    ours, theirs = NearestMeans().fit(X, y), NearestCentroid().fit(X.astype(np.float64), y)
    assert_allclose(ours.means_, theirs.centroids_, rtol=1e-5, atol=1e-5)
    assert_array_equal(ours.predict(query), theirs.predict(query.astype(np.float64)))
    exact = -((query[:, None].astype(np.float64) - theirs.centroids_) ** 2).sum(axis=2)
    assert_allclose(ours.decision_function(query), exact, rtol=1e-3, atol=1e-2 if offset else 1e-4)


def test_sparse_equals_nearest_centroid():
    X, y = samples(density=0.3)
    ours, theirs = NearestMeans().fit(sp.csr_array(X), y), NearestCentroid().fit(X, y)
    assert_allclose(ours.means_, theirs.centroids_, rtol=1e-5, atol=1e-6)
    assert_array_equal(ours.predict(sp.csr_array(X)), theirs.predict(X))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_a_sample_counts_in_each_of_its_classes(form):
    X = np.float32([[2, 0], [0, 4], [6, 6]])
    Y = indicator([{0, 2}, {1, 2}, {1}], 3)
    assert_array_equal(NearestMeans().fit(form(X), Y).means_, [[2, 0], [3, 5], [1, 2]])


def test_sizes_larger_than_small_integers_hold():
    X = np.ones((1000, 1), np.float32)
    Y = indicator([{0}] * 600 + [{1}] * 400, 2)
    assert_array_equal(NearestMeans().fit(X, Y).means_, [[1], [1]])


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_means_of_many_samples_are_no_less_exact(form):
    """Sums in float32 stand still once they are so large that a sample is lost in their rounding."""
    n = 200_000
    X, y = np.float32(10 + np.random.default_rng(0).standard_normal((n, 2))), np.arange(n) % 2
    exact = [X[y == g].astype(np.float64).mean(axis=0) for g in range(2)]
    assert_allclose(NearestMeans().fit(form(X), y).means_, exact, rtol=2e-7)
