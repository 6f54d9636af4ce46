"""The compiled beam search against a plain one, sample by sample in float64, and against all paths at once."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from label_trees import layers
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import log_softmax

from manyclass.kernels.label_tree.answers import answers_by_share, distinct_answers
from manyclass.kernels.label_tree.beam import NONE, Beam, search
from manyclass.kernels.label_tree.descent import BLOCK, MOST_SCORES, descend
from manyclass.methods.base.samples import rows_of

WIDE = MOST_SCORES // BLOCK + 1
TREES = [layers(2), layers(3, 4, 2), layers(WIDE, 2), layers(2, 2 * WIDE + 1), [3, 0, 2, 0, 0, 0]]


def search_with(X, n_children, W, beam, temperature=np.inf):
    starts = np.cumsum([1, *n_children], dtype=np.int32)
    shape = X.shape[0], beam
    paths, counts = Beam(np.full(shape, -7, np.int32), np.full(shape, np.nan, np.float32)), np.full(shape[0], -7)
    search(rows_of(X), starts, W, np.float32(temperature), paths, counts)
    return starts, paths, counts


def plain(x, starts, W, beam, temperature=np.inf):
    """(score, node) of the best leaves, best first, and the dot products made."""
    paths, dots = [(0.0, 0)], 0
    while any(starts[v] < starts[v + 1] for _, v in paths):
        longer = []
        for score, v in paths:
            children = range(starts[v], starts[v + 1])
            scores = W[starts[v] - 1 : starts[v + 1] - 1].astype(np.float64) @ x
            if temperature < np.inf and len(children):
                scores = temperature * log_softmax(scores / temperature)
            longer += [(score + of_child, c) for of_child, c in zip(scores, children)] or [(score, v)]
            dots += len(children)
        paths = sorted(longer, key=lambda path: (-path[0], path[1]))[:beam]
    return paths, dots


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("beam", [1, 2, 3, 7, 200])
@pytest.mark.parametrize("n", [1, 3 * BLOCK + 5])
@pytest.mark.parametrize("n_children", TREES)
def test_keeps_the_best_paths_of_every_level(n_children, n, beam, form):
    rng = np.random.default_rng(n)
    X, W = (np.float32(rng.integers(-9, 10, (rows, 11))) for rows in (n, len(n_children) - 1))
    starts, paths, counts = search_with(form(X), n_children, W, beam)
    for i, x in enumerate(np.float64(X)):  # whole numbers: no rounding, and many ties
        expected, dots = plain(x, starts, W, beam)
        size = len(expected)
        assert list(zip(paths.scores[i, :size].tolist(), paths.nodes[i, :size].tolist())) == expected
        assert (paths.nodes[i, size:] == NONE).all()
        assert counts[i] == dots


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("temperature", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("n_children", TREES)
def test_at_a_temperature_paths_score_the_logarithms_of_their_shares(n_children, temperature, form):
    rng = np.random.default_rng(3)
    X, W = (np.float32(rng.standard_normal((rows, 11))) for rows in (2 * BLOCK + 5, len(n_children) - 1))
    starts, paths, counts = search_with(form(X), n_children, W, 3, temperature)
    for i, x in enumerate(np.float64(X)):
        expected, dots = plain(x, starts, W, 3, temperature)
        scores, nodes = zip(*expected)
        assert_allclose(paths.scores[i, : len(scores)], scores, rtol=1e-5, atol=1e-5)
        assert_array_equal(paths.nodes[i, : len(nodes)], nodes)
        assert counts[i] == dots


@pytest.mark.parametrize("n_children", TREES)
def test_with_all_paths_the_shares_of_the_leaves_sum_to_one(n_children):
    rng = np.random.default_rng(4)
    X, W = (np.float32(rng.standard_normal((rows, 11))) for rows in (40, len(n_children) - 1))
    _, paths, _ = search_with(X, n_children, W, n_children.count(0), 0.5)
    assert_allclose(np.exp(paths.scores / 0.5).sum(axis=1), 1, rtol=1e-5)


@pytest.mark.parametrize("n_children", TREES)
def test_the_colder_the_sooner_the_greedy_path_is_the_best(n_children):
    """It loses nothing to a sibling, so that all that a low temperature takes off is off others."""
    rng = np.random.default_rng(5)
    X, W = (np.float32(rng.standard_normal((rows, 11))) for rows in (100, len(n_children) - 1))
    starts, paths, _ = search_with(X, n_children, W, 4, 1e-4)
    leaves = np.empty(100, np.int32)
    descend(rows_of(X), starts, W, leaves)
    assert_array_equal(paths.nodes[:, 0], leaves)


@pytest.mark.parametrize("n_children", TREES)
def test_all_paths_are_a_flat_classifier(n_children):
    """With room for every leaf, a leaf scores x by the sum of the weights on its path: one matrix product."""
    rng = np.random.default_rng(1)
    X, W = (np.float32(rng.standard_normal((rows, 11))) for rows in (40, len(n_children) - 1))
    leaves = np.flatnonzero(np.array(n_children) == 0)
    starts, paths, counts = search_with(X, n_children, W, len(leaves))
    parents = np.repeat(np.arange(len(n_children)), n_children)
    totals = np.zeros((len(n_children), 11))
    for v in range(1, len(n_children)):
        totals[v] = totals[parents[v - 1]] + W[v - 1]
    scores = X @ totals[leaves].T
    assert_array_equal(paths.nodes, leaves[np.argsort(-scores, axis=1)])
    assert_array_equal(counts, len(n_children) - 1)


@pytest.mark.parametrize("n_children", TREES)
def test_one_path_is_the_greedy_descent(n_children):
    rng = np.random.default_rng(2)
    X, W = (np.float32(rng.integers(-9, 10, (rows, 11))) for rows in (100, len(n_children) - 1))
    starts, paths, _ = search_with(X, n_children, W, 1)
    leaves = np.empty(100, np.int32)
    descend(rows_of(X), starts, W, leaves)
    assert_array_equal(paths.nodes[:, 0], leaves)


def test_work_is_linear_in_the_beam():
    """Full layers: Q children of the root, then of as many nodes as the beam holds."""
    X, W = np.ones((5, 3), np.float32), np.float32(np.random.default_rng(0).standard_normal((4 + 16 + 64 + 256, 3)))
    for beam, dots in [(1, 16), (2, 4 + 3 * 8), (4, 4 + 3 * 16), (8, 4 + 16 + 2 * 32), (16, 4 + 16 + 2 * 64)]:
        assert_array_equal(search_with(X, layers(4, 4, 4, 4), W, beam)[2], dots)


def test_a_root_without_children_is_everyones_leaf():
    _, paths, counts = search_with(np.ones((3, 2), np.float32), [0], np.empty((0, 2), np.float32), 2)
    assert_array_equal(paths.nodes, [[0, NONE]] * 3)
    assert_array_equal(counts, 0)


def test_scores_that_overflow_lead_to_some_leaf():
    X = np.float32([[1e38, -1e38]] * 3)
    for form, temperature in itertools.product((np.asarray, sp.csr_array), (np.inf, 0.5)):
        _, paths, _ = search_with(form(X), [2, 2, 0, 0, 0], np.full((4, 2), 1e38, np.float32), 2, temperature)
        assert set(paths.nodes.ravel().tolist()) <= {2, 3, 4}


LEAVES = arrays(np.int32, st.tuples(st.integers(1, 5), st.integers(1, 9)), elements=st.integers(-1, 11))


@given(LEAVES, arrays(np.int32, 12, elements=st.integers(-1, 5)), st.integers(1, 6))
def test_classes_are_ranked_by_their_best_path_each_once(leaves, answers, k):
    leaves[:] = np.where(np.cumsum(leaves == NONE, axis=1), NONE, leaves)  # none after the last
    ranked = np.empty((len(leaves), k), np.int32)
    distinct_answers(leaves, answers, 6, ranked)
    for of_sample, ends in zip(ranked.tolist(), leaves):
        expected = list(dict.fromkeys(answers[v] for v in ends if v != NONE and answers[v] != NONE))[:k]
        assert of_sample == expected + [NONE] * (k - len(expected))


@given(LEAVES, arrays(np.int32, 12, elements=st.integers(-1, 5)), st.integers(1, 6), st.integers(0, 99))
def test_classes_are_ranked_by_the_sum_of_their_paths_shares(leaves, answers, k, seed):
    leaves[:] = np.where(np.cumsum(leaves == NONE, axis=1), NONE, leaves)
    scores = -np.sort(np.random.default_rng(seed).exponential(size=leaves.shape).astype(np.float32))
    scores[leaves == NONE] = -np.inf
    ranked = np.empty((len(leaves), k), np.int32)
    answers_by_share(Beam(leaves, scores), answers, np.float32(0.5), 6, ranked)
    for of_sample, ends, of_paths in zip(ranked.tolist(), leaves, scores.astype(np.float64)):
        shares = {}
        for v, score in zip(ends, of_paths):
            if v != NONE and answers[v] != NONE:
                shares[answers[v]] = shares.get(answers[v], 0.0) + np.exp(score / 0.5)
        expected = sorted(shares, key=shares.get, reverse=True)[:k]
        assert of_sample == expected + [NONE] * (k - len(expected))
