"""The compiled descent against arg-maxima in float64, node by node, on shapes that need several blocks and products."""

import numpy as np
import pytest
import scipy.sparse as sp
from label_trees import layers
from numpy.testing import assert_array_equal

from manyclass.kernels.label_tree.descent import BLOCK, MOST_SCORES, descend, send
from manyclass.methods.base.samples import rows_of

WIDE = MOST_SCORES // BLOCK + 1


def leaves_of(X, n_children, W):
    starts = np.cumsum([1, *n_children], dtype=np.int32)
    leaves = np.full(X.shape[0], -7, np.int32)
    descend(rows_of(X), starts, W, leaves)
    return starts, leaves


def plain(X, starts, W):
    """Sample by sample from the root down."""
    leaves = np.zeros(len(X), np.int32)
    for i, x in enumerate(np.float64(X)):
        while starts[leaves[i]] < starts[leaves[i] + 1]:
            first, end = starts[leaves[i] : leaves[i] + 2]
            leaves[i] = first + np.argmax(W[first - 1 : end - 1] @ x)
    return leaves


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("n", [1, BLOCK, 5 * BLOCK + 3])
@pytest.mark.parametrize(
    "n_children", [layers(2), layers(3, 4, 2), layers(WIDE, 2), layers(2, 2 * WIDE + 1), [3, 0, 2, 0, 0, 0]]
)
def test_every_sample_follows_the_highest_score(n_children, n, form):
    rng = np.random.default_rng(n)
    X, W = (np.float32(rng.integers(-9, 10, (rows, 11))) for rows in (n, len(n_children) - 1))
    starts, leaves = leaves_of(form(X), n_children, W)
    assert_array_equal(leaves, plain(X, starts, W))  # whole numbers: no rounding, and many ties


def test_long_rows_are_scored_a_few_children_at_a_time():
    rng = np.random.default_rng(0)
    X, W = (np.float32(rng.integers(-2, 3, (rows, 20_000))) for rows in (2 * BLOCK, 7))
    starts, leaves = leaves_of(X, [7, *7 * [0]], W)
    assert_array_equal(leaves, plain(X, starts, W))


def test_a_root_without_children_is_everyones_leaf():
    _, leaves = leaves_of(np.ones((3, 2), np.float32), [0], np.empty((0, 2), np.float32))
    assert_array_equal(leaves, np.zeros(3))


def test_scores_that_overflow_lead_to_some_leaf():
    X = np.float32([[1e38, -1e38]] * 3)
    for form in (np.asarray, sp.csr_array):
        _, leaves = leaves_of(form(X), [2, 2, 0, 0, 0], np.full((4, 2), 1e38, np.float32))
        assert set(leaves.tolist()) <= {2, 3, 4}


@pytest.mark.parametrize("order", [[0, 1, 2], [0, 5, 2], [5, 2, 0], [3, 3, 5], [0, 4, 2]])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_samples_are_sent_in_any_order(order, form):
    children = np.empty(3, np.int32)
    send(rows_of(form(np.eye(6, dtype=np.float32))), np.array(order), np.eye(6, dtype=np.float32), children)
    assert_array_equal(children, order)
