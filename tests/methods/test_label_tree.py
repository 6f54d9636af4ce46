"""LabelTree: shapes of the trees, counts, what is held out, and toys that it must solve."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import samples
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.trees import growth
from manyclass.methods.base.trees.growth import averaged_pass
from manyclass.methods.base.trees.label_tree import hold_out
from manyclass.methods.base.trees.nodes import NONE
from manyclass.methods.label_tree import LabelTree


def hierarchy(seed, n=40, groups=4, members=4, noise=0.05):
    """Classes in groups far apart, their members nearer to each other: X (n G, d) and y."""
    rng = np.random.default_rng(seed)
    far, near = np.eye(groups).repeat(members, axis=0), np.tile(np.eye(members), (groups, 1))
    means = np.hstack([2 * far, *(near * far[:, [g]] for g in range(groups))])
    y = np.arange(n * len(means)) % len(means)
    return np.float32(means[y] + noise * rng.standard_normal((len(y), means.shape[1]))), y


def node_sizes(model):
    return np.diff(model.tree_.labels.indptr)


@pytest.mark.parametrize("formulation", ["efficiency", "accuracy"])
@pytest.mark.parametrize(("children", "depth"), [(2, 4), (3, 2), (4, 3), (20, 1)])
def test_shape_of_the_tree(children, depth, formulation):
    """Q children at every inner node, but one a class at depth H - 1 and below Q classes; sets shrink."""
    X, y = samples(n=600, n_classes=16)
    model = LabelTree(children, depth, formulation=formulation, random_state=0).fit(X, y)
    tree, sizes = model.tree_, node_sizes(model)
    for v in np.flatnonzero(tree.n_children):
        full = tree.depths[v] == depth - 1 or sizes[v] < children
        assert tree.n_children[v] == (sizes[v] if full else children)
        below = tree.partition(v).toarray()
        assert (below.sum(axis=0) <= children * tree.labels[[v]].toarray()[0]).all()
        if full:
            assert_array_equal(below[:, tree.labels[[v]].indices], np.eye(sizes[v]))
    leaves = np.flatnonzero(tree.n_children == 0)
    assert tree.depths.max() <= depth
    for v in leaves:
        assert tree.answers[v] == (tree.labels[[v]].indices[0] if sizes[v] else NONE)


def test_children_share_classes_or_do_not():
    X, y = samples(n=960, n_classes=16)
    for overlap in (True, False):
        model = LabelTree(4, 2, max_ambiguity=0.4, overlap=overlap, random_state=0).fit(X, y)
        assert (model.tree_.partition().sum(axis=0).max() > 1) == overlap
        assert model.local_measures(X, y)[1][0] < 0.45
    with pytest.raises(ValueError, match="overlap=False"):
        LabelTree(4, 2, formulation="accuracy", overlap=False).fit(X, y)


@pytest.mark.parametrize("seed", range(5))
def test_solves_a_separable_hierarchy(seed):
    X, y = hierarchy(seed)
    model = LabelTree(children=4, depth=2, rounds=6, max_ambiguity=0.5, random_state=seed).fit(X, y)
    loss, ambiguity = model.local_measures(X, y)
    assert model.score(X, y) == 1
    assert_allclose(loss, 0)
    assert ambiguity[0] <= 0.5
    assert model.test_operations(X) < 16


@pytest.mark.parametrize("seed", range(5))
def test_a_tree_of_one_level_separates_what_is_separable(seed):
    X, y = hierarchy(seed)
    model = LabelTree(children=20, random_state=seed).fit(X, y)
    assert model.score(X, y) == 1
    assert model.test_operations(X) == 16
    assert model.training_operations_ == 3 * 2 * 16  # three passes, each all classes, all samples


@pytest.mark.parametrize(("children", "depth"), [(4, 2), (2, 4)])
def test_products_of_ambiguities_are_the_counted_operations(children, depth):
    """Sample by sample: Q at each node above, and the last node has K ∏ A children."""
    X, y = samples(n=800, n_classes=16)
    model = LabelTree(children, depth, random_state=0).fit(X, y)
    tree, K = model.tree_, 16
    for path, x in zip(model.paths(X), X):
        path = path[path != NONE]
        if len(path) <= depth or len(tree.labels[[path[-1]]].indices) == 0:
            continue
        sizes = node_sizes(model)[path].astype(float)
        last = K * np.prod(sizes[1:-1] / sizes[:-2])
        assert last + sum(tree.n_children[path[:-2]]) == pytest.approx(model.test_operations(x[None]))


@pytest.mark.parametrize("formulation", ["efficiency", "accuracy"])
def test_the_constraint_is_met_on_the_samples_held_out(formulation, monkeypatch):
    X, y = samples(n=1600, n_classes=16)
    solved = []
    monkeypatch.setattr(growth.Growth, "_child_counts", _recording(growth.Growth._child_counts, solved))
    model = LabelTree(4, 2, formulation=formulation, max_ambiguity=0.3, max_loss=0.2, random_state=0).fit(X, y)
    counts, P = solved[2], model.tree_.partition().toarray()
    assert counts.sum() == 400
    if formulation == "efficiency":
        assert (P * counts.sum(axis=1, keepdims=True)).sum() / (400 * 16) <= 0.3
    else:
        assert 1 - (P * counts).sum() / 400 <= 0.2


def test_counts_against_a_counting_reference(monkeypatch):
    X, y = samples(n=960, n_classes=16)
    expected = np.zeros(len(X), int)

    def counting(rows, order, classes, membership, *rest):
        for i in order:
            assert membership[classes[i]].any() and not membership[classes[i]].all()
            expected[i] += membership.shape[1]
        return averaged_pass(rows, order, classes, membership, *rest)

    monkeypatch.setattr(growth, "averaged_pass", counting)
    model = LabelTree(4, 2, random_state=0).fit(X, y)
    trained = np.flatnonzero(expected)
    assert model.training_counts_[:, 0].sum() == expected.sum()
    assert_array_equal(np.sort(model.training_counts_[:, 0])[-len(trained) :], np.sort(expected[trained]))
    assert model.training_operations_ == 2 * expected.sum() / (0.75 * len(X))
    assert model.kept_operations_ > model.training_operations_
    assert (model.training_counts_[:, 1] <= model.training_counts_[:, 0]).all()


def test_shards_average_what_each_learns_alone():
    X, y = samples(n=300, n_classes=6)
    rng, y = np.random.default_rng(0), y.astype(np.int32)
    membership, order = rng.random((6, 4)) < 0.5, rng.permutation(300)
    membership[:, 0], membership[:, 1] = True, False
    w, rows = np.float32(rng.standard_normal((4, X.shape[1]))), rows_of(X)
    together = np.zeros((300, 2), np.int64)
    average = averaged_pass(rows, order, y, membership, 0.1, w, together, 3)
    apart = np.zeros((300, 2), np.int64)
    parts = [averaged_pass(rows, part, y, membership, 0.1, w, apart) for part in np.array_split(order, 3)]
    for which in (0, 1):
        assert_allclose(average[which], np.mean([part[which] for part in parts], axis=0), rtol=1e-6, atol=1e-6)
    assert_array_equal(together, apart)


def test_shards_are_nearly_as_good_as_one():
    X, y = hierarchy(0, n=200, noise=0.3)
    one, four = (LabelTree(4, 2, shards=shards, random_state=0).fit(X, y).score(X, y) for shards in (1, 4))
    assert four > one - 0.1


@pytest.mark.parametrize("fraction", [0.0, 0.25, 0.5])
def test_hold_out_takes_the_same_share_of_every_class(fraction):
    """Rounded down, but one of those that have two: a class of which none is held out would be given up."""
    sizes = np.array([1, 2, 8, 10, 41])
    y = np.repeat(np.arange(5), sizes)
    train, valid = hold_out(y, fraction, np.random.SeedSequence(0))
    assert_array_equal(np.sort(np.append(train, valid)), np.arange(len(y)))
    least = [0, fraction > 0, 0, 0, 0]
    assert_array_equal(np.bincount(y[valid], minlength=5), np.maximum(least, np.floor(fraction * sizes)))
    assert np.bincount(y[train], minlength=5).min() > 0


def test_a_class_of_two_samples_is_not_given_up():
    X, y = hierarchy(0)
    kept = (y != 5) | (np.arange(len(y)) < 32)
    model = LabelTree(4, 2, rounds=6, max_ambiguity=0.5, random_state=0).fit(X[kept], y[kept])
    assert np.asarray(model.tree_.partition().sum(axis=0)).ravel()[5] > 0
    assert (model.predict(X[y == 5]) == 5).any()


def test_without_held_out_samples_partitions_are_chosen_on_the_training_samples():
    X, y = hierarchy(0)
    model = LabelTree(4, 2, rounds=6, max_ambiguity=0.5, validation_fraction=0.0, random_state=0).fit(X, y)
    assert len(model.kept_) == len(X)
    assert model.score(X, y) == 1


def test_a_class_that_every_child_drops_is_never_answered():
    """With a cap that leaves room for little, classes are given up, and their samples cost nothing further down."""
    X, y = samples(n=800, n_classes=16)
    model = LabelTree(4, 2, max_ambiguity=0.1, random_state=0).fit(X, y)
    in_child = np.asarray(model.tree_.partition().sum(axis=0)).ravel() > 0
    assert 0 < in_child.sum() < 16
    answered = model.tree_.answers[model.tree_.leaves(X)]
    assert np.isin(answered[answered != NONE], np.flatnonzero(in_child)).all()
    assert not model.kept_.all()


def test_sparse_samples_give_the_same_tree():
    X, y = samples(n=800, n_classes=16, density=0.4)
    dense, sparse = (LabelTree(4, 2, random_state=0).fit(form(X), y) for form in (np.asarray, sp.csr_array))
    assert_array_equal(dense.tree_.labels.toarray(), sparse.tree_.labels.toarray())
    assert_allclose(dense.tree_.weights, sparse.tree_.weights, atol=1e-4)


@pytest.mark.filterwarnings("ignore:invalid value encountered in matmul:RuntimeWarning")
def test_a_step_too_large_is_an_error():
    X, y = samples()
    with pytest.raises(FloatingPointError, match="step=1e\\+38 is too large"):
        LabelTree(2, step=1e38, random_state=0).fit(100 * X, y)


def _recording(method, results):
    def recorded(*arguments):
        results.append(method(*arguments))
        return results[-1]

    return recorded
