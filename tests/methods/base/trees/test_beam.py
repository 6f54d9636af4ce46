"""Prediction with several paths a sample, against all paths of the tree one by one, and against the plain descent."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from label_trees import FixedTree, random_tree
from method_samples import TREES, brief, samples
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import NotFittedError

from manyclass.methods.base.trees import label_tree
from manyclass.methods.base.trees.nodes import NONE
from manyclass.methods.label_tree import LabelTree

X = np.float32(np.random.default_rng(7).standard_normal((80, 5)))
FORMS = st.sampled_from([np.asarray, sp.csr_array])


def with_beam(tree, beam, temperature=None):
    model = FixedTree.around(tree)
    model.beam, model.temperature = beam, temperature
    return model


def by_best_path(tree, x):
    """The classes that some leaf answers, by the best path to such a leaf; a path scores the sum of its nodes."""
    best, scores = {}, np.zeros(len(tree.answers))
    for v, parent in enumerate(tree.parents.tolist()):
        if parent != NONE:
            scores[v] = scores[parent] + tree.weights[v - 1].astype(np.float64) @ x
        if tree.answers[v] != NONE:
            best[tree.answers[v]] = max(scores[v], best.get(tree.answers[v], -np.inf))
    return sorted(best, key=best.get, reverse=True)


@settings(max_examples=30)
@given(st.integers(0, 10**6), FORMS)
def test_with_all_paths_the_best_of_all_is_found(seed, form):
    tree = random_tree(seed)
    model = with_beam(tree, len(tree.answers))
    G = tree.labels.shape[1]
    ranked, predicted = model.predict_topk(form(X), G), model.predict(form(X))
    for x, of_sample, best in zip(X, ranked, predicted):
        expected = by_best_path(tree, x)
        assert_array_equal(of_sample[: len(expected)], expected)
        assert sorted(of_sample) == list(range(G))
        assert best == of_sample[0]
    assert model.test_operations(form(X)) == len(tree.answers) - 1


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 12), FORMS, st.sampled_from([None, 0.5]))
def test_scores_and_ranking_agree_and_no_class_is_named_twice(seed, beam, k, form, temperature):
    model = with_beam(random_tree(seed), beam, temperature)
    ranked = model.predict_topk(form(X), k)
    assert all(len(set(of_sample)) == k for of_sample in ranked.tolist())
    assert_array_equal(np.argsort(-model.decision_function(form(X)), axis=1, kind="stable")[:, :k], ranked)
    assert_array_equal(model.predict(form(X)), ranked[:, 0])


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(2, 9))
def test_other_classes_follow_as_the_greedy_descent_ranks_them(seed, beam):
    tree = random_tree(seed)
    greedy, model = with_beam(tree, 1), with_beam(tree, beam)
    G = tree.labels.shape[1]
    rankings = tree.ranked(X, G, beam), greedy.predict_topk(X, G), model.predict_topk(X, G)
    for reached, by_descent, ranked in zip(*map(np.ndarray.tolist, rankings)):
        first = [g for g in reached if g != NONE]
        assert ranked == first + [g for g in by_descent if g not in first]


@pytest.mark.parametrize("seed", range(4))
def test_one_path_is_the_descent_of_the_document(seed):
    tree = random_tree(seed)
    leaves, counts = tree.search(X, 1)
    assert_array_equal(leaves[:, 0], tree.leaves(X))
    assert with_beam(tree, 1).test_operations(X) == counts.mean()
    assert_array_equal(tree.ranked(X, 1, 1)[:, 0], tree.answers[leaves[:, 0]])


def test_several_paths_gain_at_a_temperature_and_none_at_a_low_one():
    """At a low one the greedy path is the best, which has lost nothing to a sibling, unless it answers nothing."""
    X, y = samples(n=3000, n_classes=40)
    model = LabelTree(children=3, step=0.1, random_state=0).fit(X[:2000], y[:2000])
    greedy, warm, cold = (
        model.set_params(beam=beam, temperature=temperature).predict(X[2000:])
        for beam, temperature in ((1, None), (8, 2.0), (8, 1e-4))
    )
    answered = model.tree_.answers[model.tree_.leaves(X[2000:])] != NONE
    assert_array_equal(cold[answered], greedy[answered])
    assert np.mean(warm == y[2000:]) > np.mean(greedy == y[2000:]) + 0.03


@pytest.mark.parametrize("cls", TREES)
def test_weights_of_siblings_sum_to_zero(cls):
    """So that sums of scores along paths have no offsets: a step adds to one child what it takes from another."""
    X, y = samples(n=600, n_classes=20)
    tree = brief(cls, children=3).fit(X, y).tree_
    for v in np.flatnonzero(tree.n_children):
        w = tree.weights[tree.starts[v] - 1 : tree.starts[v + 1] - 1]
        assert_allclose(w.sum(axis=0), 0, atol=1e-4 * max(1, np.abs(w).max()))


@pytest.mark.parametrize("cls", TREES)
@pytest.mark.parametrize("beam", [1, 3])
def test_same_answers_for_any_number_of_threads(cls, beam, monkeypatch):
    monkeypatch.setattr(label_tree, "ROWS_AT_A_TIME", 100)
    X, y = samples(n=600, n_classes=20)
    model = brief(cls, children=3, beam=beam).fit(X, y)
    alone = model.predict_topk(X, 5)
    for n_jobs in (2, 5):
        assert_array_equal(model.set_params(n_jobs=n_jobs).predict_topk(X, 5), alone)


@pytest.mark.parametrize("cls", TREES)
def test_training_knows_nothing_of_the_beam(cls):
    X, y = samples(n=600, n_classes=20)
    greedy, model = (brief(cls, children=3, beam=beam).fit(X, y) for beam in (1, 4))
    assert_array_equal(greedy.tree_.weights, model.tree_.weights)
    assert_array_equal(greedy.set_params(beam=4).predict(X), model.predict(X))
    assert greedy.test_operations(X) > model.set_params(beam=1).test_operations(X)


@pytest.mark.parametrize("beam", [0, -1, 1.5, "all"])
def test_a_beam_that_is_none_is_named_also_after_training(beam):
    X, y = samples()
    with pytest.raises(ValueError, match="'beam' parameter of LabelTree must be"):
        LabelTree(beam=beam).fit(X, y)
    model = LabelTree(random_state=0).fit(X, y).set_params(beam=beam)
    for predict in (model.predict, lambda rows: model.predict_topk(rows, 2), model.test_operations):
        with pytest.raises(ValueError, match="'beam' parameter of LabelTree must be"):
            predict(X)


@pytest.mark.parametrize("temperature", [0, -1.0, "hot"])
def test_a_temperature_that_is_none_is_named_also_after_training(temperature):
    X, y = samples()
    model = LabelTree(beam=2, random_state=0).fit(X, y).set_params(temperature=temperature)
    with pytest.raises(ValueError, match="'temperature' parameter of LabelTree must be"):
        model.predict(X)


def test_a_tree_that_is_not_grown_says_so():
    with pytest.raises(NotFittedError):
        LabelTree(beam=2).predict(X)
