"""Weights of a tree of which the structure is decided, learnt node by node."""

from dataclasses import replace

import numpy as np
from method_samples import samples
from numpy.testing import assert_array_equal

from manyclass.methods.base.trees.joint import JointState
from manyclass.methods.base.trees.node_by_node import node_pass
from manyclass.methods.base.trees.splits import split_tree

X, y = samples(n=200, n_classes=8)
TREE = split_tree(8, 2, 3, X.shape[1], lambda labels: np.arange(len(labels)) % 2)


def state_of(tree):
    return JointState(tree.weights.copy(), None, np.random.default_rng(0), np.zeros((len(y), 2), np.int64))


def learnt(tree, rows, filtered=False):
    return node_pass(X, np.int32(y), rows, tree, 0.1, state_of(tree), filtered)


def test_nodes_that_no_sample_comes_to_keep_what_they_have_learnt():
    """Of the classes under one child of the root alone there are samples in the second pass."""
    first = learnt(TREE, np.arange(200))
    (held,) = first.partition()[[0]].toarray() > 0
    second = learnt(first, np.flatnonzero(held[y]))
    below = [v for v in range(len(first.answers)) if v and not held[first.labels[[v]].indices].any()]
    deep = [v - 1 for v in below if first.depths[v] > 1]
    assert np.abs(first.weights[deep]).max() > 0
    assert_array_equal(second.weights[deep], first.weights[deep])


def test_without_samples_nothing_changes():
    weights = np.random.default_rng(1).standard_normal(TREE.weights.shape, np.float32)
    tree = replace(TREE, weights=weights)
    assert_array_equal(learnt(tree, np.arange(0), filtered=True).weights, weights)
