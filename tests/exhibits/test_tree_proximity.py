"""Nearness in the class tree, against brute force on a small one."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import shortest_path

from manyclass.datasets.base import Tree
from manyclass.exhibits import tree_proximity

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
    claims = {
        name: tree_proximity.claims("near", "pairs", pairs, on="web") for name, pairs in (("near", near), ("far", far))
    }
    assert [claim.verdict for claim in claims["near"]] == ["reproduced", "reproduced"]
    assert claims["far"][0].verdict == "not reproduced"
    assert {(claim.statement, claim.on) for claim in claims["near"] + claims["far"]} == {("near", ("web",))}
