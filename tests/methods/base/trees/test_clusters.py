"""Clusters of equal size against all that there are, and class means against NumPy's."""

import tracemalloc
from itertools import permutations

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.cluster import KMeans

from manyclass.methods.base.samples import class_means
from manyclass.methods.base.trees.clusters import balanced_clusters


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_means_are_those_of_each_class_and_zero_without_samples(form):
    rng = np.random.default_rng(0)
    X, y = np.float32(rng.standard_normal((30, 4)) * (rng.random((30, 4)) < 0.6)), np.arange(30) % 5
    for rows in (np.arange(30), np.flatnonzero(rng.random(30) < 0.7)):
        expected = [X[rows][y[rows] == g].mean(axis=0) for g in range(5)] + [np.zeros(4)]
        assert_allclose(class_means(form(X), rows, y[rows], 6), expected, atol=1e-6)


def test_means_of_some_rows_need_no_copy_of_them():
    X, rows = np.ones((2000, 500), np.float32), np.arange(0, 2000, 2)
    tracemalloc.start()
    class_means(X, rows, rows // 2 % 5, 5)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < X[rows].nbytes / 10


@pytest.mark.parametrize(("K", "Q"), [(7, 3), (6, 3), (5, 5), (4, 1)])
def test_sizes_differ_by_one_at_most(K, Q):
    points = np.random.default_rng(K).standard_normal((K, 2)) ** 3
    sizes = np.bincount(balanced_clusters(points, Q, np.random.default_rng(0)), minlength=Q)
    assert np.ptp(sizes) <= 1


def test_no_other_clusters_of_these_sizes_are_nearer_to_the_centres():
    points = np.random.default_rng(3).standard_normal((6, 2)) ** 3
    found = balanced_clusters(points, 3, np.random.default_rng(0))
    seed = int(np.random.default_rng(0).integers(2**31))
    centres = KMeans(3, n_init=4, random_state=seed).fit(points).cluster_centers_
    costs = {each: ((points - centres[[*each]]) ** 2).sum() for each in set(permutations((0, 0, 1, 1, 2, 2)))}
    assert costs[tuple(found.tolist())] == pytest.approx(min(costs.values()))


def test_clusters_of_equal_size_that_are_there_are_found():
    rng = np.random.default_rng(1)
    block = rng.permutation(np.arange(40) % 4)
    found = balanced_clusters(10 * np.eye(4)[block] + rng.standard_normal((40, 4)), 4, rng)
    assert_array_equal(found[:, None] == found, block[:, None] == block)
