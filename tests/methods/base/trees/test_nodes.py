"""Prediction through a label tree against a plain recursive one; ranking; local measures and counts."""

import numpy as np
import pytest
import scipy.sparse as sp
from label_trees import FixedTree, descent, labels_of_node, random_tree
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.methods.base.trees.label_tree import places
from manyclass.methods.base.trees.nodes import NONE

SEEDS = range(8)
X = np.float32(np.random.default_rng(7).standard_normal((150, 5)))


@pytest.fixture(params=SEEDS)
def tree(request):
    return random_tree(request.param)


def test_random_trees_have_all_that_can_occur():
    trees = [random_tree(seed) for seed in SEEDS]
    leaves = [(t, v) for t in trees for v in np.flatnonzero(t.n_children == 0)]
    sizes = {min(len(labels_of_node(t, v)), 2) for t, v in leaves}
    assert sizes == {0, 1, 2}
    assert any(0 < t.depths[v] < t.depths.max() for t, v in leaves)
    assert any((t.partition().sum(axis=0) > 1).any() and (t.partition().sum(axis=0) == 0).any() for t in trees)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_paths_and_leaves_are_those_of_the_plain_descent(tree, form):
    leaves = tree.leaves(form(X))
    paths = tree.paths_to(leaves)
    for x, path, leaf in zip(X, paths, leaves):
        expected, _ = descent(tree, x)
        assert path[path != NONE].tolist() == expected
        assert leaf == expected[-1]
        assert (path[len(expected) :] == NONE).all()
    assert_array_equal(tree.depths[leaves], (paths != NONE).sum(axis=1) - 1)


def test_predicts_the_answer_of_the_leaf(tree):
    model = FixedTree.around(tree)
    answers, predicted = tree.answers[tree.leaves(X)], model.predict(X)
    assert_array_equal(predicted[answers != NONE], answers[answers != NONE])
    assert_array_equal(predicted, model.decision_function(X).argmax(axis=1))
    assert_array_equal(model.predict_topk(X, 4)[:, 0], predicted)


def test_ranks_by_how_far_a_class_goes_along(tree):
    scores = FixedTree.around(tree).decision_function(X)
    for x, of_sample in zip(X, scores):
        path, at_nodes = descent(tree, x)
        expected = np.zeros(tree.labels.shape[1])
        for depth, (node, at) in enumerate(zip(path, at_nodes)):
            for g in labels_of_node(tree, node):
                held = [score for c, score in at.items() if g in labels_of_node(tree, c)]
                higher = sum(score > max(held, default=0) for score in at.values())
                expected[g] = depth + (1 - higher / len(at) if held else 0)
        if tree.answers[path[-1]] != NONE:
            expected[tree.answers[path[-1]]] += 0.5
        assert_allclose(of_sample, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("scale", [1e2, 1e4, 1e6, 1e12])
def test_ranks_alike_at_any_scale_of_the_features(tree, scale):
    """A power of two apart, they are multiplied exactly, so that all scores keep their order."""
    model, scaled = FixedTree.around(tree), np.float32(2.0 ** round(np.log2(scale))) * X
    assert_array_equal(model.decision_function(scaled), model.decision_function(X))
    assert_array_equal(model.predict(scaled), model.decision_function(scaled).argmax(axis=1))


def test_the_child_taken_counts_as_the_highest_and_what_is_no_number_as_the_last():
    scores = np.float32([[1, 3, 3, 2], [np.nan, 1, -np.inf, 2], [np.inf, np.nan, 1, np.inf]])
    assert_array_equal(places(scores, np.array([1, 1, 0])), [[3, 0, 0, 2], [3, 0, 2, 0], [0, 3, 2, 0]])


def test_decision_path_and_operations_count_the_nodes_passed(tree):
    model, passed = FixedTree.around(tree), [descent(tree, x) for x in X]
    expected = np.zeros((len(X), len(tree.answers)))
    for row, (path, _) in zip(expected, passed):
        row[path] = 1
    assert_array_equal(model.decision_path(X).toarray(), expected)
    assert model.test_operations(X) == pytest.approx(np.mean([sum(map(len, scores)) for _, scores in passed]))


def test_node_labels(tree):
    node_labels = FixedTree.around(tree).node_labels_
    assert [set(each.tolist()) for each in node_labels] == [labels_of_node(tree, v) for v in range(len(tree.answers))]


def test_local_losses_multiply_to_the_accuracy(tree):
    y = np.random.default_rng(1).integers(0, tree.labels.shape[1], len(X))
    loss, _ = FixedTree.around(tree).local_measures(X, y)
    right = tree.answers[tree.leaves(X)] == y
    assert np.prod(1 - np.nan_to_num(loss)) == pytest.approx(right.mean() if right.any() else 0)


def test_local_measures_are_equations_1_and_2(tree):
    y = np.random.default_rng(2).integers(0, tree.labels.shape[1], len(X))
    loss, ambiguity = FixedTree.around(tree).local_measures(X, y)
    for depth in range(tree.depths.max()):
        losses, shares = [], []
        for x, g in zip(X, y):
            path, _ = descent(tree, x)
            if depth + 1 < len(path):
                shares.append(len(labels_of_node(tree, path[depth + 1])) / len(labels_of_node(tree, path[depth])))
            before, after = (_right(tree, path[: stop + 1], g) for stop in (depth, depth + 1))
            if before:
                losses.append(not after)
        assert ambiguity[depth] == pytest.approx(np.mean(shares))
        assert loss[depth] == pytest.approx(np.mean(losses) if losses else np.nan, nan_ok=True)


def _right(tree, path, g):
    answer = tree.answers[path[-1]]
    return g in labels_of_node(tree, path[-1]) and (tree.n_children[path[-1]] > 0 or answer == g)
