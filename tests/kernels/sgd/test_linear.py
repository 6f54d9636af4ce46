"""The linear loops, AUC and WARP sampling, against float64 NumPy on the same draws."""

import numpy as np
import pytest
from kernel_models import compressed, confused, dense, linear_model, new_state, pattern, samples, true_vectors

from manyclass.kernels.common import labels, losses, rng, steps
from manyclass.kernels.common.class_vectors import memory_order
from manyclass.kernels.sgd import linear, rule, violator_sampling

SIMPLE = steps.Steps(0.1, 0.0, 1.0, 0.0, 0.0)
DECAYING = steps.Steps(0.5, 0.01, 0.5, 0.0, 0.0)
ADAGRAD = steps.Steps(0.3, 0.0, 1.0, 1.0, 0.0)
COUNTING = steps.Steps(0.3, 0.0, 1.0, 0.0, 1.0)
LAYOUTS = pytest.mark.parametrize("layout", [dense, compressed])


def several(seed, n, n_classes):
    """One to three correct classes per sample."""
    generator = np.random.default_rng(seed)
    return pattern([generator.choice(n_classes, generator.integers(1, 4), replace=False) for _ in range(n)], n_classes)


class Reference:
    """Class vectors in a ball, and a gradient step of one of them at a time."""

    def __init__(self, beta, alpha, radius, how):
        self.beta, self.alpha, self.radius, self.how = (
            beta.astype(float),
            np.full(len(beta), alpha),
            radius,
            how,
        )
        self.updated, self.tries = 0, 0

    def step(self, g, gradient, t):
        self.alpha[g] += self.how.by_gradient * (gradient @ gradient) / len(gradient) + self.how.by_count
        eta = self.how.eta0 / (1 + self.how.decay * t) ** self.how.power
        self.beta[g] -= eta / np.sqrt(self.alpha[g] or 1) * gradient
        self.beta[g] *= min(1.0, self.radius / max(np.linalg.norm(self.beta[g]), 1e-30))

    def auc(self, X, known, margin, weights, first, state):
        for t in range(first, first + len(X)):
            i = rng.below(state, len(X))
            x, right = X[i].astype(float), labels.draw_correct(known, i, state)
            wrong = labels.draw_wrong(known, i, state)
            self.tries += 1
            if self.beta[wrong] @ x > self.beta[right] @ x - margin:
                self.updated += 1
                self.step(right, -weights[right, wrong] * x, t)
                self.step(wrong, weights[right, wrong] * x, t)


def start(seed, layout, n=120, n_classes=9, d=6, radius=np.inf, how=SIMPLE):
    X, known = samples(seed, n, d, 0.7), several(seed, n, n_classes)
    rows = layout(X)
    beta = samples(seed + 1, n_classes, d) * np.float32(min(radius, 1.0) / 3)
    alpha = 0.0 if how.by_gradient or how.by_count else 1.0
    model = linear_model(beta, radius, alpha, memory_order(rows))
    return X, rows, known, model, Reference(beta, alpha, radius, how)


def check(model, reference, counts, radius):
    assert counts == (reference.updated, 0, reference.tries)
    beta = model.discriminant.beta
    np.testing.assert_allclose(beta, reference.beta, atol=2e-4 * np.abs(reference.beta).max())
    np.testing.assert_allclose(model.alpha, reference.alpha, rtol=1e-3)
    assert (model.discriminant.scale == 1).all()
    np.testing.assert_allclose(model.discriminant.squared_norm, (beta.astype(float) ** 2).sum(1), rtol=1e-4, atol=1e-12)
    assert np.linalg.norm(beta, axis=1).max() <= radius * (1 + 1e-5)


@LAYOUTS
@pytest.mark.parametrize("how", [SIMPLE, DECAYING, ADAGRAD, COUNTING])
@pytest.mark.parametrize("radius", [np.inf, 0.5, 1e-3])
def test_auc_sampling_is_its_reference(layout, how, radius):
    X, rows, known, model, reference = start(1, layout, radius=radius, how=how)
    margin = 0.4 * min(radius, 1.0)
    weight = np.full(9, 0.7, np.float32)
    r = rule.Rule(losses.Hinge(margin), violator_sampling.Uniform(), weight, how)
    ours, theirs = new_state(6), new_state(6)
    for first in (0, len(X)):
        reference.updated = reference.tries = 0
        counts = linear.epoch(rows, known, model, r, first, ours)
        reference.auc(X, known, margin, np.full((9, 9), 0.7), first, theirs)
        check(model, reference, counts, radius)
    assert 0 < reference.updated < 2 * len(X)


@LAYOUTS
@pytest.mark.parametrize("how", [SIMPLE, ADAGRAD])
def test_an_error_moves_classes_by_its_cost(layout, how):
    X, rows, known, model, reference = start(1, layout, how=how)
    costs, dense_costs = confused(3, 9)
    r = rule.Rule(losses.Hinge(0.4), violator_sampling.Uniform(), np.full(9, 0.7, np.float32), how, costs)
    counts = linear.epoch(rows, known, model, r, 0, new_state(6))
    reference.auc(X, known, 0.4, 0.7 * dense_costs, 0, new_state(6))
    check(model, reference, counts, np.inf)
    assert 0 < reference.updated < len(X)


@LAYOUTS
def test_warp_ranks_the_right_class_first_and_then_rests(layout):
    """Separable samples: every pass updates less, until none has a violator."""
    X, n_classes = np.eye(30, dtype=np.float32), 30
    known = pattern([[g] for g in range(30)], n_classes)
    rows = layout(X)
    model = linear_model(np.zeros((n_classes, 30)), radius=10.0, alpha=1.0, order=memory_order(rows))
    harmonic = np.append(0, np.cumsum(1 / np.arange(1, n_classes))).astype(np.float32)
    r, state = rule.Rule(losses.Hinge(1.0), violator_sampling.Warp(), harmonic, SIMPLE), new_state(0)
    updated = [linear.epoch(rows, known, model, r, 0, state).updated for _ in range(40)]
    assert updated[0] == 30 and updated[-1] == 0
    f = true_vectors(model.discriminant) @ X.T
    assert (np.diag(f) >= np.where(np.eye(30), -np.inf, f).max(0) + 1 - 1e-5).all()


def test_a_warp_step_is_weighted_by_the_estimated_rank():
    """One sample, one step: both class vectors move by the step, times w of ⌊(G-1)/tries⌋, times x."""
    X, n_classes = np.ones((1, 2), np.float32), 8
    weights = np.arange(n_classes, dtype=np.float32)
    seen = set()
    for seed in range(60):
        beta = np.zeros((n_classes, 2))
        beta[5:] = -9.0  # classes 1..4 violate, 5..7 do not
        model = linear_model(beta, alpha=1.0)
        r = rule.Rule(losses.Hinge(1.0), violator_sampling.Warp(), weights, SIMPLE)
        counts = linear.epoch(dense(X), pattern([[0]], n_classes), model, r, 0, new_state(seed))
        moved = model.discriminant.beta - beta
        expected = 0.1 * weights[(n_classes - 1) // counts.tries] * counts.updated
        np.testing.assert_allclose(moved[0], expected, rtol=1e-6)
        np.testing.assert_allclose(moved.sum(0), 0, atol=1e-5)
        seen.add(counts.tries)
    assert len(seen) >= 3


def test_the_hardest_is_of_the_first_rank_however_many_classes_are_right():
    """One sample of three right classes among four, whose one wrong class is all that is tried."""
    weights, X = np.arange(4, dtype=np.float32), np.ones((1, 2), np.float32)
    model = linear_model(np.zeros((4, 2)), alpha=1.0)
    r = rule.Rule(losses.Hinge(1.0), violator_sampling.Hardest(), weights, SIMPLE)
    counts = linear.epoch(dense(X), pattern([[0, 1, 2]], 4), model, r, 0, new_state(0))
    assert counts.tries == counts.updated == 1
    np.testing.assert_allclose(true_vectors(model.discriminant)[3], -0.1, rtol=1e-6)
