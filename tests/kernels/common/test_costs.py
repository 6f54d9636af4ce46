"""What errors cost: a dense table of costs, and that an error which costs nothing teaches nothing."""

import numpy as np
import pytest
from kernel_models import confused, dense, forgetful, linear_model, new_state, samples, single
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.datasets.base.tree import attach_classes, grow
from manyclass.kernels.common import discriminants, losses, steps
from manyclass.kernels.common.costs import ClassWeights, ConfusionDiscounted, CostMatrix, PathLength, ZeroOne, cost
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.embedding import epoch, projection
from manyclass.kernels.sgd import linear, rule, violator_sampling

N, G, D, M = 120, 15, 6, 4
ADAGRAD = steps.Steps(0.2, 0.0, 1.0, 1.0, 0.0)


@kernel
def compiled(costs, right, wrong):
    return cost(costs, right, wrong)


@pytest.mark.parametrize("call", [cost, compiled])
@pytest.mark.parametrize("seed", range(3))
def test_cost_is_one_less_the_confusion(call, seed):
    costs, expected = confused(seed, G)
    costs_of_pairs = [[call(costs, g, h) for h in range(G)] for g in range(G)]
    assert_allclose(costs_of_pairs, expected, atol=1e-7)
    assert (expected == 0).any() and (expected == 1).any()


@pytest.mark.parametrize("call", [cost, compiled])
def test_equal_errors_cost_one(call):
    assert {float(call(ZeroOne(), g, h)) for g in range(3) for h in range(3)} == {1.0}


@pytest.mark.parametrize("call", [cost, compiled])
def test_costs_by_the_right_class(call):
    weights = np.array([0.5, 2.0, 1.0], np.float32)
    costs = ClassWeights(weights)
    assert [[call(costs, g, h) for h in range(3)] for g in range(3)] == [[0.5] * 3, [2.0] * 3, [1.0] * 3]


@pytest.mark.parametrize("call", [cost, compiled])
def test_costs_of_a_table(call):
    delta = samples(0, G, G)
    assert_array_equal([[call(CostMatrix(delta), g, h) for h in range(G)] for g in range(G)], delta)


@pytest.mark.parametrize("call", [cost, compiled])
@pytest.mark.parametrize(("levels", "evenness"), [(1, np.inf), (3, 1.0), (5, 0.5)])
def test_path_lengths_are_those_of_the_tree(call, levels, evenness):
    """Irregular trees, in which some concepts have synonyms, so that leaves differ in depth."""
    rng = np.random.default_rng(levels)
    concept = np.sort(np.append(np.arange(20), rng.integers(0, 20, 10)))
    tree = attach_classes(grow(20, levels, evenness, rng), concept)
    costs = PathLength(tree.parent, tree.depth.astype(np.int32))
    g, h = (pair.ravel() for pair in np.indices((30, 30)))
    assert_array_equal([call(costs, *pair) for pair in zip(g, h)], tree.distance(g, h))
    assert len(np.unique(tree.depth[:30])) == 2


def free():
    """Every error is certain, so it costs nothing."""
    row = np.arange(G, dtype=np.int32)
    return ConfusionDiscounted(np.ones(G * G, np.float32), np.tile(row, G), np.arange(0, G * G + 1, G, dtype=np.int32))


def rule_of(costs):
    return rule.Rule(losses.Hinge(1.0), violator_sampling.Warp(), np.ones(G, np.float32), ADAGRAD, costs)


@pytest.mark.parametrize("radius", [np.inf, 2.0])
def test_a_free_error_moves_no_linear_model(radius):
    start = samples(1, G, D)
    for costs, moves in ((free(), False), (confused(0, G)[0], True)):
        model = linear_model(start, radius)
        counts = linear.epoch(dense(samples(0, N, D)), single(0, N, G), model, rule_of(costs), 0, new_state(0))
        assert counts.updated > N / 2
        assert (model.discriminant.beta != start).any() == moves
        assert model.alpha.any() == moves


def test_a_free_error_moves_no_embedding():
    W, beta = samples(2, M, D), samples(3, G, M)
    model = epoch.Embedded(
        discriminants.Distance(beta.copy()),
        np.zeros(G),
        projection.Embedding(W.copy(), np.ones(M, np.float32), np.ones(M), np.zeros(M), np.inf),
    )
    X, labels = dense(samples(0, N, D)), single(0, N, G)
    workspace = epoch.new_workspace(X, model)
    counts = epoch.epoch(X, labels, model, rule_of(free()), forgetful(G), 0, new_state(0), workspace)
    assert counts.updated > N / 2
    assert_array_equal(model.embedding.V, W)
    assert_array_equal(model.discriminant.beta, beta)
