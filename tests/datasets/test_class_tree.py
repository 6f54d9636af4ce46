"""The class tree against walks along its edges."""

from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.datasets.base import Tree
from manyclass.datasets.base.tree import attach_classes, grow, names, split_concepts, word


@st.composite
def trees(draw):
    """Any tree whose leaves are numbered first, as a parent array."""
    inner = draw(st.integers(1, 6))
    above = [draw(st.integers(i + 1, inner - 1)) if i < inner - 1 else -1 for i in range(inner)]
    childless = [i for i in range(inner) if i not in above]
    leaves = childless + draw(st.lists(st.integers(0, inner - 1), max_size=8))
    n = len(leaves)
    return np.array([*(n + p for p in leaves), *(n + p if p >= 0 else -1 for p in above)], dtype=np.int32)


def walk(parent, start):
    """Edges from one node to every other, by breadth-first search."""
    distance, waiting = {start: 0}, deque([start])
    while waiting:
        node = waiting.popleft()
        beside = [parent[node], *np.flatnonzero(parent == node)]
        for other in (b for b in beside if b >= 0 and b not in distance):
            distance[other] = distance[node] + 1
            waiting.append(other)
    return [distance[node] for node in range(len(parent))]


@given(trees())
def test_distances_and_siblings_are_those_of_the_graph(parent):
    tree = Tree(parent)
    nodes = np.arange(len(parent))
    for node in nodes:
        np.testing.assert_array_equal(tree.distance(np.full(len(nodes), node), nodes), walk(parent, node))
    assert tree.classes == sum(node not in parent for node in nodes)
    for g in range(tree.classes):
        assert tree.siblings(g).tolist() == [h for h in range(tree.classes) if h != g and parent[h] == parent[g]]


@given(st.integers(1, 300), st.integers(1, 4), st.sampled_from([0.05, 1.0, 30.0, np.inf]), st.integers(0, 99))
def test_grown_trees_have_every_concept_at_the_bottom(concepts, levels, evenness, seed):
    ups = grow(concepts, levels, evenness, np.random.default_rng(seed))
    assert len(ups) == levels
    assert len(ups[-1]) == concepts
    above = 1
    for up in ups:
        assert (np.diff(up) >= 0).all()
        assert np.unique(up).tolist() == list(range(above))
        above = len(up)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=9), st.integers(1, 7), st.integers(0, 99))
def test_division_shares_everything(counts, branching, seed):
    children = split_concepts(np.array(counts), branching, 0.5, np.random.default_rng(seed))
    assert children.sum(axis=1).tolist() == counts
    assert (children > 0).sum(axis=1).tolist() == np.minimum(counts, branching).tolist()


def test_balanced_division_is_even_and_uneven_is_not():
    counts = np.full(200, 50)
    even = split_concepts(counts, 4, np.inf, np.random.default_rng(0))
    assert np.ptp(even, axis=1).max() == 1
    spread = split_concepts(counts, 4, 1.0, np.random.default_rng(0)).std(axis=0).mean()
    # a component of a flat Dirichlet of 4 has standard deviation sqrt(3/80), here of the 46 to share
    assert spread == pytest.approx(46 * np.sqrt(3 / 80), rel=0.1)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=30), st.integers(1, 3), st.integers(0, 9))
def test_synonyms_hang_below_their_concept(sizes, levels, seed):
    concept = np.repeat(np.arange(len(sizes)), sizes)
    ups = grow(len(sizes), levels, 1.0, np.random.default_rng(seed))
    tree = attach_classes(ups, concept)
    assert tree.classes == len(concept)
    assert (tree.parent == -1).sum() == 1
    assert tree.parent[-1] == -1
    for g, c in enumerate(concept):
        synonyms = np.flatnonzero(concept == c)
        if len(synonyms) > 1:
            assert tree.siblings(g).tolist() == [h for h in synonyms if h != g]
            assert tree.depth[g] == levels + 1
        else:
            assert tree.depth[g] == levels
    label = names(ups, concept)
    assert len(set(label)) == len(label)


@given(st.integers(0, 300), st.integers(0, 300))
def test_neighbours_in_the_tree_are_neighbours_in_number(a, b):
    ups = grow(301, 3, 1.0, np.random.default_rng(4))
    tree = attach_classes(ups, np.arange(301))
    a, b = min(a, b), max(a, b)
    between = np.arange(a, b + 1)
    # whatever lies between two classes is no farther from the first than the second is
    assert (tree.distance(np.full(len(between), a), between) <= tree.distance([a], [b])[0]).all()


def test_words_are_all_different():
    words = [word(i) for i in range(5000)]
    assert len(set(words)) == 5000
    assert words[0] == "ba"
    assert words[70] == "beba"


def test_synonyms_are_named_by_language():
    concept = np.array([0, 0, 1] + [2] * 14)
    named = names([np.array([0, 0, 0])], concept)
    assert named[:5] == ["ba", "ba (fr)", "be", "bi", "bi (fr)"]
    assert named[-1] == "bi (fr2)"
