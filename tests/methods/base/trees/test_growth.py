"""Growing a tree: work in proportion to a node's own classes, and the same tree whatever nodes are split at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from method_samples import learnt, samples
from numpy.testing import assert_array_equal

from manyclass.kernels.label_tree import node
from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.trees import growth
from manyclass.methods.base.trees.label_tree import hold_out
from manyclass.methods.base.trees.nodes import NONE
from manyclass.methods.label_tree import LabelTree


@pytest.fixture
def tables(monkeypatch):
    """Shapes of the tables (classes, children) that passes are made with."""
    seen, averaged_pass = [], growth.averaged_pass

    def recording(rows, order, classes, membership, *rest):
        seen.append(membership.shape)
        return averaged_pass(rows, order, classes, membership, *rest)

    monkeypatch.setattr(growth, "averaged_pass", recording)
    return seen


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_a_node_handles_its_own_classes_only(depth, tables):
    X, y = samples(n=960, n_classes=32)
    model = LabelTree(4, depth, rounds=2, leaf_passes=3, random_state=0).fit(X, y)
    tree, sizes, expected = model.tree_, np.diff(model.tree_.labels.indptr), []
    for v in np.flatnonzero(tree.n_children):
        full = tree.depths[v] == depth - 1 or sizes[v] < 4
        expected += (3 if full else 2) * [(sizes[v], tree.n_children[v])]
    assert sorted(tables) == sorted(expected)


def test_tables_grow_with_the_classes_and_the_depth_alone(tables):
    """As many cells a class and a level, whether there are 64 classes or 1,024."""
    cells = {}
    for depth in (3, 4, 5):
        tables.clear()
        X, y = samples(n=8 * 4**depth, n_classes=4**depth)
        LabelTree(4, depth, max_ambiguity=0.25, random_state=0).fit(X, y)
        cells[depth] = sum(K * Q for K, Q in tables) / (4**depth * depth)
    assert max(cells.values()) < 1.5 * min(cells.values())


@pytest.mark.parametrize("shards", [1, 3])
def test_same_bytes_for_any_number_of_threads(shards):
    X, y = samples(n=2000, n_classes=60)
    models = [LabelTree(3, shards=shards, random_state=0, n_jobs=n_jobs).fit(X, y) for n_jobs in (None, 2, 5)]
    for model in models[1:]:
        assert learnt(model) == learnt(models[0])
        assert_array_equal(model.training_counts_, models[0].training_counts_)
        assert_array_equal(model.kept_, models[0].kept_)
        assert (model.tree_.labels != models[0].tree_.labels).nnz == 0


def test_the_order_in_which_the_nodes_of_a_level_are_split_makes_no_difference(monkeypatch):
    X, y = samples(n=1200, n_classes=30)
    forwards = LabelTree(3, random_state=0).fit(X, y)
    monkeypatch.setattr(growth, "in_threads", lambda work, pieces, _: [work(each) for each in pieces[::-1]][::-1])
    assert learnt(LabelTree(3, random_state=0).fit(X, y)) == learnt(forwards)


@pytest.mark.filterwarnings("ignore:The number of unique classes:UserWarning")
@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(2, 9), st.integers(2, 20), st.integers(1, 4), st.sampled_from([0.0, 0.5]))
def test_samples_are_given_up_where_their_class_is_not_held_and_cost_nothing_there(seed, Q, n_classes, most, fraction):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(n_classes), rng.integers(1, most + 1, n_classes)))
    X = np.float32(rng.standard_normal((len(y), 5)))
    model = LabelTree(Q, validation_fraction=fraction, random_state=0).fit(X, y)
    tree, (train, _) = model.tree_, hold_out(y, fraction, model._seeds(2)[0])
    for path, g, kept, dots in zip(model.paths(X[train]), y[train], model.kept_, model.training_counts_[:, node.DOTS]):
        holds = np.array([g in tree.labels[[v]].indices for v in path[path != NONE]])
        inner = tree.n_children[path[path != NONE]] > 0
        assert holds[inner].all() if kept else not holds.all()
        assert dots <= 3 * tree.n_children[path[path != NONE]][inner & holds].sum()


def test_rows_without_samples_go_nowhere():
    children = np.empty(0, np.int32)
    growth.send(rows_of(np.ones((3, 2), np.float32)), np.empty(0, np.int64), np.ones((2, 2), np.float32), children)
    assert children.size == 0


@pytest.mark.parametrize("first", ["random", "means"])
def test_drifts_are_those_of_the_ambiguity_from_before_a_pass_to_after_it(monkeypatch, first):
    """By equation 2, of every sample held out, before the weights of a round are trained and after."""
    seen, averaged, child = [], growth.averaged_pass, growth.Growth._child_counts

    def counted(self, node, w):
        seen.append((node, w.copy()))
        return child(self, node, w)

    monkeypatch.setattr(growth.Growth, "_child_counts", counted)
    memberships = []

    def recording(rows, order, classes, membership, *rest):
        memberships.append(membership.copy())
        return averaged(rows, order, classes, membership, *rest)

    monkeypatch.setattr(growth, "averaged_pass", recording)
    X, y = samples(n=480, n_classes=12)
    model = LabelTree(3, 2, rounds=3, first_partition=first, random_state=0).fit(X, y)

    def mean_ambiguity(w, P):
        return P[(X[seen[0][0].valid] @ w.T).argmax(axis=1)].mean()

    (_, one), (_, two), (_, three) = seen
    P2, P3 = (each.T for each in memberships[1:3])
    expected = [
        mean_ambiguity(after, P) / mean_ambiguity(before, P) - 1
        for before, after, P in ((one, two, P2), (two, three, P3))
    ]
    assert model.ambiguity_drifts_ == pytest.approx(np.abs(expected))
    held = memberships[0].sum(axis=0)
    assert held.tolist() == ([1, 1, 1] if first == "random" else [4, 4, 4])


def test_a_tree_of_one_node_has_no_drift():
    X, y = samples(n=240, n_classes=6)
    assert np.isnan(LabelTree(9, 1, random_state=0).fit(X, y).ambiguity_drifts_).all()
    assert LabelTree(2, 2, rounds=1, random_state=0).fit(X, y).ambiguity_drifts_.size == 0
