"""Tables 2 and 7 against brute force on a small tree."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import shortest_path

from manyclass.datasets.base import Tree
from manyclass.exhibits import tree_proximity
from manyclass.exhibits.gupta2014 import table2, table7

TREE = Tree(np.array([6, 6, 6, 7, 7, 8, 7, 8, -1], np.int32))  # classes 0-2 name one concept below node 7


def distances():
    """Edges between any two nodes, by search in the graph."""
    nodes = np.flatnonzero(TREE.parent >= 0)
    size = len(TREE.parent)
    return shortest_path(csr_array((np.ones(len(nodes)), (nodes, TREE.parent[nodes])), (size, size)), directed=False)


def test_chance_is_the_mean_over_all_other_classes():
    by_graph, classes = distances(), np.array([0, 3, 3, 5])
    distance, same = tree_proximity.chance(TREE, classes)
    expected = [np.mean([by_graph[g][h] for h in range(6) if h != g]) for g in classes.tolist()]
    np.testing.assert_allclose(distance, expected)
    parents = TREE.parent
    np.testing.assert_allclose(same, [np.mean([parents[g] == parents[h] for h in range(6) if h != g]) for g in classes])


def test_nearness_of_pairs_is_their_mean():
    found, by_graph = tree_proximity.nearness(TREE, np.array([0, 3]), np.array([1, 5])), distances()
    assert found["distance"][0] == np.mean([by_graph[0][1], by_graph[3][5]])
    assert found["same_parent"][0] == 0.5
    assert np.isnan(tree_proximity.nearness(TREE, np.array([], int), np.array([], int))["distance"]).all()


def test_pairs_that_are_drawn_uniformly_are_as_near_as_chance():
    rng = np.random.default_rng(0)
    g = rng.integers(0, 6, 40_000)
    h = (g + rng.integers(1, 6, len(g))) % 6
    for measured, chance in tree_proximity.nearness(TREE, g, h).values():
        assert measured == pytest.approx(chance, rel=0.03)


def test_claims_hold_for_near_pairs_and_fail_for_far_ones():
    near = [tree_proximity.nearness(TREE, np.array([0, 1, 3, 3 + k % 2]), np.array([1, 2, 4, 0])) for k in range(4)]
    far = [tree_proximity.nearness(TREE, np.array([0, 1, 2, 3]), np.array([5, 5, 5, 1 + k % 2])) for k in range(4)]
    assert [claim.verdict for claim in tree_proximity.claims("pairs", near)] == ["reproduced", "reproduced"]
    assert tree_proximity.claims("pairs", far)[0].verdict == "not reproduced"


def test_the_chain_starts_at_the_largest_class_that_reaches_five():
    Y = csr_array(np.repeat(np.eye(8, dtype=np.int8), [9, 8, 7, 6, 5, 4, 3, 2], axis=0))
    last = np.array([1, 0, 3, 4, 5, 6, 2, -1])  # 0 and 1 violate each other, 2-6 are a ring, 7 has none
    assert table2.chain(last, Y) == [2, 3, 4, 5, 6]
    assert table2.chain(np.where(last == 2, -1, last), Y) == [2, 3, 4, 5]  # none reaches five: the longest


def test_ends_of_chains_by_hand():
    last = np.array([1, 0, 0, 2, -1])
    first, second = (dict(zip(*map(np.ndarray.tolist, table2.ends(last, order)))) for order in (1, 2))
    assert first == {0: 1, 1: 0, 2: 0, 3: 2}
    assert second == {2: 1, 3: 0}  # 0 and 1 return to themselves


def test_synonyms_share_a_name_but_for_the_language():
    assert table7.concepts(["ba-ki", "ba-ki (fr)", "ba-ko", "ba-ki (de2)"]).tolist() == [0, 0, 1, 0]


def test_precision_by_hand():
    concept = np.array([0, 0, 0, 1, 1, 2, 3])
    neighbours = np.array([[1, 2], [0, 5], [5, 6], [4, 0], [0, 1], [0, 1], [5, 0]])
    found, chance, best = table7.precision(neighbours, concept)
    assert found == pytest.approx((2 + 1 + 0 + 1 + 0) / 10)
    assert chance == pytest.approx((3 * 2 / 6 + 2 * 1 / 6) / 5)
    assert best == pytest.approx((3 * 1 + 2 * 0.5) / 5)
    assert np.isnan(table7.precision(None, concept)).all()
    assert np.isnan(table7.precision(neighbours, np.arange(7))).all()


def test_neighbours_drawn_uniformly_have_the_precision_of_chance():
    rng, concept = np.random.default_rng(0), np.repeat(np.arange(30), 3)
    draws = [[rng.choice(np.delete(np.arange(90), g), 5, replace=False) for g in range(90)] for _ in range(60)]
    found = [table7.precision(np.array(neighbours), concept) for neighbours in draws]
    assert np.mean([each[0] for each in found]) == pytest.approx(found[0][1], rel=0.15)


def test_shown_are_the_largest_classes_with_synonyms_one_for_each_concept():
    Y = csr_array(np.repeat(np.eye(6, dtype=np.int8), [2, 9, 8, 7, 3, 20], axis=0))
    concept = np.array([0, 0, 0, 1, 1, 2])
    assert table7._largest(Y, concept, 6) == [1, 3]
    assert table7._largest(Y, concept, 1) == [1]
