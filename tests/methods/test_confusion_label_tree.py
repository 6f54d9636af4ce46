"""Bengio's label tree: one-vs-all against the plain loop, the structure it must have, toys it must solve."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from label_trees import descent, labels_of_node
from method_samples import indicator, samples
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.utils.estimator_checks import parametrize_with_checks

from manyclass.methods.base.trees import node_by_node
from manyclass.methods.base.trees.confusion import confusion
from manyclass.methods.base.trees.label_tree import hold_out
from manyclass.methods.confusion_label_tree import ConfusionLabelTree
from manyclass.methods.label_tree import LabelTree


def one_vs_all(X, y, order, step, G):
    """Mean over the steps of G binary SVMs with a threshold each: float64 (G, d + 1)."""
    X = np.column_stack([X, np.ones(len(X))]).astype(np.float64)
    w, total = np.zeros((G, X.shape[1])), 0
    for i in order:
        for g in range(G):
            sign = 1 if y[i] == g else -1
            if 1 - sign * (w[g] @ X[i]) > 0:
                w[g] += sign * step * X[i]
        total = total + w
    return total / len(order)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_confusions_are_those_of_averaged_one_vs_all(form):
    X, y = samples(n=160, d=6, n_classes=5, density=0.8)
    seed = np.random.SeedSequence(3)
    train, valid = hold_out(y, 0.3, np.random.SeedSequence(1))
    counts = confusion(form(X), indicator([{g} for g in y.tolist()], 5), train, valid, 0.1, seed, n_jobs=2)
    w = one_vs_all(X, y, np.random.default_rng(seed).permutation(train), 0.1, 5)
    predicted = (np.column_stack([X[valid], np.ones(len(valid))]) @ w.T).argmax(axis=1)
    expected = np.zeros((5, 5), int)
    np.add.at(expected, (y[valid], predicted), 1)
    assert_array_equal(counts.toarray(), expected)
    assert 0 < np.trace(expected) < len(valid)


@pytest.mark.parametrize(("children", "depth"), [(2, None), (3, 2), (4, 3), (5, 1), (40, 2)])
def test_children_part_the_classes_and_a_leaf_has_one(children, depth):
    X, y = samples(n=600, d=6, n_classes=30, seed=2)
    model = ConfusionLabelTree(children, depth, random_state=0).fit(X, y)
    tree = model.tree_
    assert tree.depths.max() <= (depth or 5)
    for v in range(len(tree.answers)):
        below = [labels_of_node(tree, c) for c in range(tree.starts[v], tree.starts[v + 1])]
        mine = labels_of_node(tree, v)
        if not below:
            assert mine == {tree.answers[v]}
            continue
        assert sorted(g for each in below for g in each) == sorted(mine)
        full = tree.depths[v] == (depth or 5) - 1 or len(mine) < children
        assert len(below) == (len(mine) if full else children)
    assert_array_equal(np.sort(tree.answers[tree.n_children == 0]), np.arange(30))


@pytest.mark.parametrize("dimensions", [None, 6])
def test_solves_a_separable_toy_exactly(dimensions):
    """Classes on axes of their own: whatever the groups, each is on one side of a plane."""
    rng = np.random.default_rng(0)
    y = np.arange(900) % 9
    X = np.float32(3 * np.eye(9)[y] + 0.1 * rng.standard_normal((900, 9)))
    step = 0.3 if dimensions is None else 0.03
    model = ConfusionLabelTree(3, 2, step, max_iter=4, dimensions=dimensions, random_state=0).fit(X, y)
    assert model.score(X, y) == 1


def test_classes_that_are_confused_share_a_child():
    """Two classes of a pair differ in label alone, so all their confusions are with each other."""
    rng = np.random.default_rng(1)
    y = rng.permutation(np.arange(1600) % 8)
    X = np.float32(5 * np.eye(4)[y // 2] + 0.2 * rng.standard_normal((1600, 4)))
    model = ConfusionLabelTree(4, 2, random_state=0).fit(X, y)
    assert {frozenset(labels_of_node(model.tree_, v)) for v in range(1, 5)} == {
        frozenset({g, g + 1}) for g in range(0, 8, 2)
    }
    loss, ambiguity = model.local_measures(X, y)
    assert loss[0] == 0
    assert ambiguity.tolist() == pytest.approx([1 / 4, 1 / 2])


def test_costs_are_counted_as_the_document_counts_them():
    X, y = samples(n=480, d=6, n_classes=16)
    model = ConfusionLabelTree(4, 2, max_iter=3, random_state=0).fit(X, y)
    train, _ = hold_out(y, model.validation_fraction, model._seeds(4)[0])
    widths = model.tree_.n_children
    below = {g: v for v in range(1, 5) for g in labels_of_node(model.tree_, v)}
    path = np.array([4 + widths[below[g]] for g in y[train].tolist()])
    assert model.training_operations_ == pytest.approx(2 * 3 * path.mean())
    assert model.structure_operations_ == 2 * 16
    assert model.kept_operations_ == model.training_operations_
    _, ambiguity = model.local_measures(X, y)
    assert model.test_operations(X) == pytest.approx(4 + widths[model.paths(X)[:, 1]].mean())
    assert 1 / 16 <= ambiguity[0] < 1


@parametrize_with_checks([ConfusionLabelTree(step=0.003, dimensions=2)])
def test_scikit_learn_with_an_embedding(estimator, check):
    check(estimator)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_with_an_embedding_rows_of_Wx_descend(form):
    X, y = samples(n=240, d=9, n_classes=12, density=0.8)
    model = ConfusionLabelTree(3, 3, 0.03, dimensions=4, random_state=0).fit(form(X), y)
    W = model.embedding_.astype(np.float64)
    assert W.shape == (4, 9) and model.tree_.weights.shape[1] == 4
    ways = [descent(model.tree_, W @ x)[0] for x in X.astype(np.float64)]
    assert_array_equal(model.predict(form(X)), [model.tree_.answers[way[-1]] for way in ways])
    assert_array_equal(model.decision_function(form(X)).argmax(axis=1), model.predict(X))
    assert model.n_parameters_ == 4 * 9 + 4 * len(model.tree_.weights)
    _, valid = hold_out(y, model.validation_fraction, model._seeds(5)[0])
    _, ambiguity = model.local_measures(X[valid], y[valid])
    assert model.outputs_ == {"max_ambiguity": pytest.approx(ambiguity[0])}


def test_an_embedding_leaves_the_structure_as_it_is_and_costs_m_products():
    """A pass takes m products of d features for Wx, and as many of m features as there were of d."""
    X, y = samples(n=480, d=10, n_classes=16)
    without, model = (ConfusionLabelTree(4, 2, 0.03, dimensions=m, random_state=0).fit(X, y) for m in (None, 5))
    assert without.embedding_ is None
    assert_array_equal(model.tree_.starts, without.tree_.starts)
    assert_array_equal(model.tree_.labels.indices, without.tree_.labels.indices)
    assert model.training_operations_ == pytest.approx(2 * 2 * 5 + without.training_operations_ / 2)
    assert_array_equal(model.training_counts_[:, 0], without.training_counts_[:, 0])
    widths = model.tree_.n_children
    products = 4 + widths[model.paths(X)[:, 1]].mean()
    assert model.test_operations(X) == pytest.approx(5 + products / 2)


def test_hands_its_root_s_ambiguity_on_to_the_other_tree():
    X, y = samples(n=480, d=6, n_classes=16)
    model = ConfusionLabelTree(4, 2, random_state=0).fit(X, y)
    _, valid = hold_out(y, model.validation_fraction, model._seeds(4)[0])
    _, ambiguity = model.local_measures(X[valid], y[valid])
    assert model.outputs_ == {"max_ambiguity": pytest.approx(ambiguity[0])}
    LabelTree(4, 2, **model.outputs_).fit(X, y)


def test_holds_out_the_same_samples_as_the_other_tree():
    _, y = samples(n=480, d=6, n_classes=16)
    one, two = ConfusionLabelTree(random_state=5), LabelTree(random_state=5)
    assert one.validation_fraction == two.validation_fraction
    for ours, theirs in zip(*(hold_out(y, 0.25, model._seeds(4)[0]) for model in (one, two))):
        assert_array_equal(ours, theirs)


def test_without_held_out_samples_classes_are_spread_evenly():
    X, y = samples(n=16, d=6, n_classes=16)
    model = ConfusionLabelTree(4, 2, random_state=0).fit(X, y)
    assert model.confusion_.nnz == 0
    assert np.diff(model.tree_.partition().indptr).tolist() == [4, 4, 4, 4]
    assert model.outputs_ == {"max_ambiguity": 0.25}


def test_six_thousand_classes():
    X, y = samples(n=12_000, d=8, n_classes=6000)
    tracemalloc.start()
    model = ConfusionLabelTree(18, 3, validation_fraction=0.5, max_iter=1, random_state=0).fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6000 * 6000 * 2  # bytes: half of a dense float32 matrix over pairs of classes
    assert_array_equal(np.sort(model.tree_.answers[model.tree_.n_children == 0]), np.arange(6000))
    assert model.test_operations(X[:500]) < 6000 / 20


@pytest.mark.parametrize("splits", ["means", "random"])
def test_splits_that_are_not_of_confusions_are_of_equal_size(splits):
    X, y = samples(n=600, d=6, n_classes=30, seed=2)
    model = ConfusionLabelTree(4, 3, splits=splits, random_state=0).fit(X, y)
    assert (model.confusion_, model.structure_operations_) == (None, None)
    sizes = np.diff(model.tree_.labels.indptr)
    for v in np.flatnonzero(model.tree_.n_children):
        assert np.ptp(sizes[model.tree_.starts[v] : model.tree_.starts[v + 1]]) <= 1
    assert_array_equal(np.sort(model.tree_.answers[model.tree_.n_children == 0]), np.arange(30))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_one_node_is_learnt_alike_by_itself_and_jointly(form):
    """Its loss is then the same: the worst of the other classes."""
    X, y = samples(n=240, d=6, n_classes=8, density=0.8)
    joint, *alone = (
        ConfusionLabelTree(8, 1, learning=learning, random_state=0).fit(form(X), y)
        for learning in ("joint", "independent", "filtered")
    )
    for model in alone:
        assert_allclose(model.tree_.weights, joint.tree_.weights, atol=1e-5)
        assert_array_equal(model.training_counts_, joint.training_counts_)


def test_nodes_are_trained_on_all_samples_of_their_classes_or_on_those_sent_there(monkeypatch):
    X, y = samples(n=480, d=6, n_classes=16)
    averaged_pass, orders = node_by_node.averaged_pass, []

    def recording(rows, order, *rest):
        orders.append(set(order.tolist()))
        return averaged_pass(rows, order, *rest)

    monkeypatch.setattr(node_by_node, "averaged_pass", recording)
    for learning in ("independent", "filtered"):
        orders.clear()
        model = ConfusionLabelTree(4, 2, max_iter=1, learning=learning, random_state=0).fit(X, y)
        train, _ = hold_out(y, model.validation_fraction, model._seeds(5)[0])
        paths = model.paths(X)
        assert orders[0] == {*train.tolist()}
        for v, trained in zip(range(1, 5), orders[1:]):
            mine = {i for i in train.tolist() if y[i] in labels_of_node(model.tree_, v)}
            assert trained == (mine if learning == "independent" else {i for i in mine if paths[i, 1] == v})
    assert sum(map(len, orders[1:])) < len(train)


def test_an_embedding_is_learnt_jointly_only():
    X, y = samples(n=80, d=6, n_classes=4)
    with pytest.raises(ValueError, match="learning='filtered'"):
        ConfusionLabelTree(2, dimensions=3, learning="filtered").fit(X, y)
