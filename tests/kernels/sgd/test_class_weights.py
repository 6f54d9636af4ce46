"""The weights of the classes: gradients of their losses, and the bounds that make these losses surrogates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from kernel_models import pattern

from manyclass.kernels.common.costs import CostMatrix, ZeroOne
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.sgd import class_weights

G = 6
MARGIN = 0.8
scores = arrays(np.float32, G, elements=st.floats(-4, 4, width=32))


@kernel
def compiled(kind, z, labels, i, positive, p):
    return class_weights.weigh(kind, z, labels, i, positive, p)


def weights(kind, z, y=0, right=None, call=compiled):
    """p and the count, of one sample of class y; ``right`` are all its right classes."""
    p = np.full(G, np.float32(9))
    count = call(kind, np.float32(z), pattern([right or [y]], G), 0, y, p)
    return p, count


def delta(seed=0):
    """Costs 0 on the diagonal and between .5 and 3 elsewhere."""
    table = np.random.default_rng(seed).uniform(0.5, 3, (G, G)).astype(np.float32)
    np.fill_diagonal(table, 0)
    return table


def log_loss(z, y):
    z = z.astype(float)
    return np.log(np.exp(z - z.max()).sum()) + z.max() - z[y]


def max_loss(z, y, costs):
    return (MARGIN * costs[y] + z.astype(float) - z[y]).max()


def numerical(loss, z, h=1e-4):
    unit = np.eye(G)
    return np.array([(loss(z + h * unit[j]) - loss(z - h * unit[j])) / (2 * h) for j in range(G)])


ONES = 1 - np.eye(G, dtype=np.float32)
HINGES = [class_weights.MaxViolator, class_weights.UniformViolators, class_weights.ViolatorsByMargin]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("y", [0, 3])
def test_softmax_and_max_violator_are_gradients(seed, y):
    z = np.random.default_rng(seed).normal(size=G)
    np.testing.assert_allclose(
        weights(class_weights.Softmax(), z, y)[0], numerical(lambda v: log_loss(v, y), z), atol=1e-5
    )
    for costs, table in ((ZeroOne(), ONES), (CostMatrix(delta()), delta())):
        p, _ = weights(class_weights.MaxViolator(MARGIN, costs), z, y)
        np.testing.assert_allclose(p, numerical(lambda v, t=table: max_loss(v, y, t), z), atol=1e-5)


@given(scores, st.integers(0, G - 1))
@pytest.mark.parametrize("costs", [ZeroOne(), CostMatrix(delta())])
def test_weights_of_violators_one_by_one(costs, z, y):
    table = ONES if isinstance(costs, ZeroOne) else delta()
    errors = np.where(np.arange(G) == y, 0, np.float32(MARGIN) * table[y] + z - z[y])
    violators = [j for j in range(G) if errors[j] > 0 and j != y]
    for kind in HINGES:
        p, count = weights(kind(np.float32(MARGIN), costs), z, y)
        assert count == len(violators)
        if not violators:
            assert not p.any()
            continue
        total = errors[violators].sum()
        expected = {
            class_weights.MaxViolator: lambda j: float(j == max(violators, key=lambda g: errors[g])),
            class_weights.UniformViolators: lambda j: 1 / len(violators),
            class_weights.ViolatorsByMargin: lambda j, total=total: errors[j] / total,
        }[kind]
        expected = [-1.0 if j == y else expected(j) if j in violators else 0.0 for j in range(G)]
        np.testing.assert_allclose(p, expected, atol=1e-5)


@given(scores, st.integers(0, G - 1))
def test_weights_sum_to_zero_and_only_wrong_classes_are_pushed_away(z, y):
    for kind in (*(hinge(MARGIN, ZeroOne()) for hinge in HINGES), class_weights.Softmax()):
        p, count = weights(kind, z, y)
        assert abs(p.sum()) < 1e-5
        assert p[y] <= 0 and np.delete(p, y).min() >= 0
        assert np.count_nonzero(np.delete(p, y)) <= count
    assert count == G - 1 == np.count_nonzero(p) - 1  # the softmax: dense


def test_other_right_classes_get_no_weight():
    z = np.float32([0, 1, 2, 3, 4, 5])
    for kind in (*(hinge(MARGIN, ZeroOne()) for hinge in HINGES), class_weights.Softmax()):
        p, count = weights(kind, z, 1, right=[1, 4, 5])
        assert not p[[4, 5]].any()
        assert p[3] > 0 > p[1]
        assert count == (2 if kind in [hinge(MARGIN, ZeroOne()) for hinge in HINGES] else 3)


@pytest.mark.parametrize("lead", [50, 87, 200])
def test_another_right_class_far_ahead_changes_nothing(lead):
    z = np.float32([0, 1, 2, 3, 4, lead])
    near, far = (weights(class_weights.Softmax(), at, 1, right=[1, 5])[0] for at in (np.minimum(z, 5), z))
    np.testing.assert_allclose(far, near, rtol=1e-6)
    expected = np.exp(z[:5]) / np.exp(z[:5]).sum() - np.eye(5)[1]
    np.testing.assert_allclose(far, [*expected, 0], rtol=1e-5)


@given(scores, st.integers(0, G - 1))
def test_logistic_loss_of_an_error_is_at_least_log_2(z, y):
    """It is -log P[y|x], and p_y = P[y|x] - 1: at most -1/2."""
    p, _ = weights(class_weights.Softmax(), z, y)
    assert p[y] <= -0.5 + 1e-6 or z.argmax() == y


def test_logistic_loss_of_an_error_can_be_as_small_as_log_2():
    p, _ = weights(class_weights.Softmax(), np.where(np.arange(G) < 2, 30.0, -30.0), 1)
    assert p[1] == pytest.approx(-0.5)


@given(scores, st.integers(0, G - 1))
def test_violators_tell_the_three_cases_of_the_margin(z, y):
    """Beyond γ no error and no loss; within it a violator and no error; below 0 an error that costs γ at least."""
    _, violators = weights(class_weights.MaxViolator(MARGIN, ZeroOne()), z, y)
    margin = float(z[y]) - np.delete(z, y).max()
    loss = max_loss(z, y, ONES)
    if margin > MARGIN + 1e-5:
        assert violators == 0 and z.argmax() == y
    elif 1e-5 < margin < MARGIN - 1e-5:
        assert violators > 0 and z.argmax() == y and loss > 0
    elif margin < -1e-5:
        assert violators > 0 and z.argmax() != y and loss >= MARGIN


@given(scores, scores, st.integers(0, G - 1))
@pytest.mark.parametrize("kind", [class_weights.MaxViolator(MARGIN, ZeroOne()), class_weights.Softmax()])
def test_gradients_are_monotone_as_those_of_convex_losses_are(kind, z, u, y):
    at_z, at_u = (weights(kind, scores, y)[0].astype(float) for scores in (z, u))
    assert (at_z - at_u) @ (z.astype(float) - u) >= -1e-4


@given(scores, st.integers(0, G - 1), st.integers(0, 20))
def test_cost_sensitive_loss_bounds_the_cost_of_the_predicted_class(z, y, seed):
    """The loss is the margin error of the class that is pushed away; where the prediction is wrong there is one."""
    table, predicted = delta(seed), z.argmax()
    p, violators = weights(class_weights.MaxViolator(1.0, CostMatrix(table)), z, y)
    pushed = p.argmax() if violators else y
    assert predicted == y or violators > 0
    costs = table[y].astype(float)
    errors = costs + z - z[y].astype(float)
    assert costs[predicted] <= errors[predicted] + 1e-9
    assert errors[predicted] <= errors.max() <= errors[pushed] + 1e-5


@pytest.mark.parametrize("kind", [*(hinge(MARGIN, CostMatrix(delta())) for hinge in HINGES), class_weights.Softmax()])
def test_without_compilation_the_same(kind):
    z = np.random.default_rng(4).normal(size=G)
    assert weights(kind, z, 2)[1] == weights(kind, z, 2, call=class_weights.weigh)[1]
    np.testing.assert_allclose(weights(kind, z, 2)[0], weights(kind, z, 2, call=class_weights.weigh)[0], rtol=1e-5)
