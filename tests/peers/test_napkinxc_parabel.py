"""Parabel's settings of napkinXC's label trees, where it is installed."""

import numpy as np
import pytest
from method_samples import samples
from numpy.testing import assert_array_equal
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from manyclass.peers.napkinxc_parabel import Parabel


@parametrize_with_checks([Parabel()])
def test_scikit_learn(estimator, check):
    pytest.importorskip("napkinxc")
    check(estimator)


def parents(model, tree):
    nodes = [line.split() for line in model.files_[f"member_{tree}/tree.txt"].decode().splitlines()]
    return [int(node[0]) for node in nodes if len(node) >= 2 and node[0].lstrip("-").isdigit()]


def test_there_are_three_binary_trees_that_differ_down_to_nodes_of_few_classes():
    pytest.importorskip("napkinxc")
    X, y = samples(n=900, d=20, n_classes=30)
    model = Parabel(max_leaves=10, random_state=0).fit(X, y)
    of_trees = [parents(model, tree) for tree in range(3)]
    assert not [name for name in model.files_ if name.startswith("member_3")]
    for of_tree in of_trees:
        children = [of_tree.count(v) for v in set(of_tree) - {-1}]
        assert all(number == 2 or number <= 10 for number in children) and max(children) > 2
        assert sum(number for number in children if number > 2) == 30
    assert len({model.files_[f"member_{tree}/weights.bin"] for tree in range(3)}) == 3


def test_with_a_node_for_all_classes_it_is_one_vs_rest():
    pytest.importorskip("napkinxc")
    X, y = samples(n=900, d=20, n_classes=10)
    model = Parabel(max_leaves=10, trees=1, random_state=0).fit(X, y)
    unit = X / np.linalg.norm(X, axis=1, keepdims=True)
    flat = LinearSVC(C=1.0, dual=False).fit(unit, y)
    assert np.mean(model.predict(X) == flat.predict(unit)) > 0.95


def test_the_same_seed_is_the_same_model_and_every_class_is_named_once():
    pytest.importorskip("napkinxc")
    X, y = samples(n=600, d=20, n_classes=20)
    one, two = (Parabel(max_leaves=5, random_state=3).fit(X, y) for _ in range(2))
    assert one.files_ == two.files_
    assert_array_equal(np.sort(one.predict_topk(X, 20), axis=1), np.tile(np.arange(20), (len(X), 1)))
