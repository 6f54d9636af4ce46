"""What docs/errata.md says of the lecture of Hazan and Singer, checked."""

import numpy as np
import pytest
from scipy.special import log_softmax, softmax
from sklearn.svm import LinearSVC

from manyclass.datasets.base import Tree
from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.common.labels import Labels
from manyclass.kernels.sgd import class_weights
from manyclass.kernels.sgd.class_weights import weigh
from manyclass.methods.max_margin_sgd import MaxMarginSGD
from manyclass.protocol.data.make import generate

HINGES = [class_weights.MaxViolator, class_weights.UniformViolators, class_weights.ViolatorsByMargin]


def weights(kind, z, y=0):
    """p and the number of violators for scores z of a sample of class y."""
    p = np.zeros(len(z), np.float32)
    return p, weigh(kind, np.float32(z), Labels(np.int32([0, 1]), np.int32([y]), len(z)), 0, y, p)


def test_the_printed_weight_of_the_right_class_raises_the_loss():
    W, x, y = np.zeros((3, 2)), np.array([1.0, 2.0]), 0
    p = softmax(W @ x)

    def loss(p):
        return -log_softmax((W - 0.1 * np.outer(p, x)) @ x)[y]

    printed, ours = np.array([1, p[1], p[2]]), p - np.eye(3)[y]
    assert loss(printed) > loss(np.zeros(3)) > loss(ours)
    np.testing.assert_allclose(weights(class_weights.Softmax(), W @ x)[0], ours, rtol=1e-6)
    assert ours.sum() == pytest.approx(0) and printed.sum() > 1


@pytest.mark.parametrize("violators", ["max", "uniform", "by_margin"])
def test_rows_of_the_update_are_multiples_of_the_sample(violators):
    """From W = 0, where rows p_j w_j would move nothing."""
    X, y = np.float32([[1, 2, -1], [1, 2, -1]]), np.array([0, 1])
    W = MaxMarginSGD(step=0.1, batch_size=1, max_iter=1, violators=violators, random_state=0).fit(X, y).coef_
    scale = W @ X[0] / (X[0] @ X[0])
    np.testing.assert_allclose(W, np.outer(scale, X[0]), atol=1e-6)
    assert abs(scale).min() > 0.01


def test_an_error_of_exactly_zero_moves_nothing():
    z = np.array([1.0, 0.0, 0.0])
    for hinge in HINGES:
        p, violators = weights(hinge(1.0, ZeroOne()), z)
        assert violators == 0 and not p.any()
    with np.errstate(invalid="ignore"):
        errors = 1.0 + z[1:] - z[0]
        assert (errors >= 0).all() and np.isnan(errors / errors.sum()).all()


def test_weights_on_all_violators_are_no_subgradient_of_the_maximum():
    """f(u) ≥ f(z) + p·(u - z) for all u: it holds for the largest violator's weight and fails for the others."""

    def loss(z):
        return max(0, 1 + z[1:].max() - z[0])

    z, others = np.array([0.0, 1.0, 0.2, -3.0]), np.random.default_rng(0).normal(size=(2000, 4))
    holds = []
    for hinge in HINGES:
        p, _ = weights(hinge(1.0, ZeroOne()), z)
        holds.append(all(loss(u) >= loss(z) + p @ (u - z) - 1e-9 for u in others))
    assert holds == [True, False, False]


def test_a_margin_of_one_is_no_small_logistic_step():
    z = np.append(1.0, np.zeros(999))
    p, _ = weights(class_weights.Softmax(), z)
    assert p[0] == pytest.approx(-0.9973, abs=1e-4)
    assert not weights(class_weights.MaxViolator(1.0, ZeroOne()), z)[0].any()


def test_the_printed_surrogate_bounds_the_cost_and_not_the_middle_of_its_chain():
    delta, z, y = 1 - np.eye(2), np.array([0.0, 1.0]), 0
    predicted = z.argmax()
    middle = delta[y, predicted] + z[predicted] - z[y]
    printed, ours = (delta[:, predicted] + z - z[y]).max(), (delta[y] + z - z[y]).max()
    assert (delta[y, predicted], middle, printed, ours) == (1, 2, 1, 2)
    rng = np.random.default_rng(0)
    for z in rng.normal(scale=2, size=(500, 4)):
        costs = rng.uniform(0.5, 3, (4, 4)) * (1 - np.eye(4))
        assert costs[y, z.argmax()] <= (costs[:, z.argmax()] + z - z[y]).max() + 1e-12


def test_no_two_leaves_are_one_edge_apart():
    tree = Tree(np.array([4, 4, 5, 5, 6, 6, -1], np.int32))
    g, h = np.triu_indices(4, 1)
    assert tree.distance(g, h).min() == 2


def test_one_vs_all_fails_on_the_middle_class_by_its_penalty():
    train = generate("three_classes", "standard").train
    y = train.Y.indices
    found, positive = [], []
    for penalty in (1e-3, 1e-1):
        settings = {"loss": "hinge", "C": 1 / (penalty * len(y)), "intercept_scaling": 10, "max_iter": 100_000}
        scores = LinearSVC(**settings).fit(train.X, y).decision_function(train.X)[y == 1]
        found.append((scores.argmax(axis=1) == 1).mean())
        positive.append((scores[:, 1] > 0).mean())
    assert found[0] > 0.8 and found[1] < 0.05
    assert max(positive) < 0.1
