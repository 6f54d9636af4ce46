"""Groups of classes: partitions without empty groups, and those of graphs whose groups are known."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import SpectralClustering
from sklearn.metrics import adjusted_rand_score

from manyclass.methods.base.trees.spectral import _embedding, affinity_of, groups


def counts_of(edges, K):
    """A confusion matrix (K, K) with these cells, each counted as often as it is listed."""
    rows, columns = np.array(edges, dtype=int).reshape(-1, 2).T
    return sp.csr_array((np.ones(len(rows), np.int64), (rows, columns)), shape=(K, K))


def blocks(K, sizes, inside, outside, seed):
    """Confusions of K classes: inside blocks often, outside seldom; and the block of each class."""
    rng = np.random.default_rng(seed)
    block = np.repeat(np.arange(len(sizes)), sizes)
    same = block[:, None] == block
    return sp.csr_array(rng.poisson(np.where(same, inside, outside)).astype(np.int64)), block


@settings(max_examples=25)
@given(st.data(), st.integers(2, 25), st.integers(0, 2**32))
def test_every_group_has_a_class_whatever_the_graph(data, K, seed):
    Q = data.draw(st.integers(2, K))
    cell = st.tuples(st.integers(0, K - 1), st.integers(0, K - 1))
    affinity = affinity_of(counts_of(data.draw(st.lists(cell, max_size=4 * K)), K))
    group = groups(affinity, Q, np.random.default_rng(seed))
    assert group.shape == (K,)
    assert set(group.tolist()) == set(range(Q))


def test_affinity_is_symmetric_and_says_nothing_of_a_class_itself():
    counts = counts_of([(0, 1), (0, 1), (1, 0), (2, 2), (3, 1)], 4)
    expected = np.zeros((4, 4))
    expected[0, 1] = expected[1, 0] = 1.5
    expected[1, 3] = expected[3, 1] = 0.5
    np.testing.assert_array_equal(affinity_of(counts).toarray(), expected)


@pytest.mark.parametrize("K", [60, 300])  # all eigenvectors, and the largest
def test_finds_planted_groups_as_scikit_learn_does(K):
    counts, block = blocks(K, [K // 4] * 4, 6 * 40 / K, 0.3 * 40 / K, 0)
    affinity = affinity_of(counts)
    group = groups(affinity, 4, np.random.default_rng(0))
    theirs = SpectralClustering(4, affinity="precomputed", random_state=0, n_init=1).fit_predict(affinity.toarray())
    assert adjusted_rand_score(block, group) == pytest.approx(1)
    assert adjusted_rand_score(group, theirs) == pytest.approx(1)


def test_classes_like_no_other_fill_the_smallest_groups():
    chain = [(g, g + 1) for g in range(5)] + [(g, g + 1) for g in range(6, 9)]
    group = groups(affinity_of(counts_of(chain, 16)), 2, np.random.default_rng(0))
    assert np.bincount(group).tolist() == [8, 8]
    assert len(set(group[:6].tolist())) == len(set(group[6:10].tolist())) == 1


def test_the_same_generator_gives_the_same_groups():
    affinity = affinity_of(blocks(300, [100] * 3, 0.3, 0.1, 1)[0])
    one, two = (groups(affinity, 7, np.random.default_rng(4)) for _ in range(2))
    np.testing.assert_array_equal(one, two)


def irregular(K=60):
    """Confusions of classes of which some are confused often, some seldom: affinity (K, K), degrees (K,)."""
    rng = np.random.default_rng(2)
    often = rng.lognormal(0, 1, K)
    affinity = affinity_of(sp.csr_array(rng.poisson(0.3 * np.outer(often, often)).astype(np.int64) + np.eye(K, k=1)))
    return affinity, np.asarray(affinity.sum(axis=1)).ravel()


def test_by_degrees_points_are_eigenvectors_of_the_random_walk():
    """Shi and Malik's: D⁻¹ A v = λ v; and those of Ng, Jordan and Weiss have rows of length one."""
    affinity, degrees = irregular()
    by_degrees, by_rows = (
        _embedding(affinity, degrees, 4, np.random.default_rng(0), how) for how in ("degrees", "rows")
    )
    walk = affinity.toarray() / degrees[:, None]
    largest = np.sort(np.linalg.eigvals(walk).real)[-4:]
    np.testing.assert_allclose(walk @ by_degrees, by_degrees * largest, atol=1e-10)
    np.testing.assert_allclose(np.linalg.norm(by_rows, axis=1), 1)
    np.testing.assert_allclose(by_degrees / np.linalg.norm(by_degrees, axis=1, keepdims=True), by_rows, atol=1e-10)


def test_by_degrees_groups_are_those_of_scikit_learn():
    affinity, _ = irregular()
    group = groups(affinity, 3, np.random.default_rng(0), "degrees")
    theirs = SpectralClustering(3, affinity="precomputed", random_state=0, n_init=20).fit_predict(affinity.toarray())
    assert adjusted_rand_score(group, theirs) > 0.95
