"""Steps on an ℓ2 penalty, with the scale left for later, against float64 vectors decayed at once, on the same draws."""

import numpy as np
import pytest
from kernel_models import compressed, dense, new_state, replay, reweighted, samples, single
from numba import njit

from manyclass.kernels.common import labels, losses, steps
from manyclass.kernels.common.class_vectors import memory_order
from manyclass.kernels.common.discriminants import L2Regularised
from manyclass.kernels.common.dispatch import OPTIONS
from manyclass.kernels.common.rng import below
from manyclass.kernels.sgd import linear, rule, violator_sampling
from manyclass.kernels.sgd.block import BLOCK
from manyclass.kernels.sgd.updates import decay_weights

# Not cached, as the kernel's own cache must not know a type of a test's module.
replayed = njit(**OPTIONS)(linear.epoch.py_func)

N, G, D = 120, 9, 6
ONES = np.ones(G, np.float32)
HARMONIC = np.append(0, np.cumsum(1 / np.arange(1, G))).astype(np.float32)
LAYOUTS = pytest.mark.parametrize("layout", [dense, compressed])
# None, moderate, and so strong that scales are multiplied out all the time.
PENALTIES = pytest.mark.parametrize("penalty", [0.0, 0.05, 2.0])
SCHEDULES = pytest.mark.parametrize("decay", [0.0, 0.02])


def model_of(beta, bias, constant, penalty, order="C"):
    discriminant = L2Regularised(
        np.array(beta, np.float32, order=order),
        np.array(bias, np.float32),
        np.float32(constant),
        np.ones(1),
        np.zeros(1, np.int64),
        float(penalty),
    )
    return linear.Linear(discriminant, np.ones(len(beta)))


class Eager:
    """Class vectors in float64 and their biases; every step decays the vectors first."""

    def __init__(self, seed, rows, penalty, decay, constant=0.7):
        beta, bias = samples(seed, G, D), 0.1 * samples(seed + 1, G, 1)[:, 0]
        self.model = model_of(beta, bias, constant, penalty, memory_order(rows))
        self.beta, self.bias = beta.astype(float), bias.astype(float)
        self.constant, self.penalty, self.n_steps = np.float32(constant).astype(float), penalty, 0
        self.steps = steps.Steps(0.3, decay, 1.0, 0.0, 0.0)
        self.updated = self.tries = 0

    def scores(self, x):
        return self.beta @ x + self.constant * self.bias

    def step(self, classes, amounts, x):
        """One step: the classes named get so much of x added."""
        eta = 0.3 / (1 + self.steps.decay * self.n_steps)
        self.beta *= 1 - eta * self.penalty
        for g, amount in zip(classes, amounts):
            self.beta[g] += eta * amount * x
            self.bias[g] += eta * amount * self.constant
        self.n_steps += 1

    def pair(self, right, wrong, weight, x):
        self.updated += wrong >= 0
        classes, amounts = ([right, wrong], [weight, -weight]) if wrong >= 0 else ([], [])
        self.step(classes, amounts, x)

    def check(self, counts):
        discriminant = self.model.discriminant
        assert counts == (self.updated, 0, self.tries)
        np.testing.assert_allclose(discriminant.beta, self.beta, atol=2e-4 * np.abs(self.beta).max())
        np.testing.assert_allclose(discriminant.bias, self.bias, atol=2e-4 * np.abs(self.bias).max())
        np.testing.assert_array_equal(discriminant.scale, 1)
        np.testing.assert_array_equal(discriminant.n_steps, self.n_steps)


@LAYOUTS
@PENALTIES
@SCHEDULES
@pytest.mark.parametrize("kind", ["any sample", "any class"])
def test_multiclass(layout, penalty, decay, kind):
    X, known = 4 * samples(2, N, D, 0.7), single(2, N, G)
    rows = layout(X)
    if kind == "any class":
        known = reweighted(known)
    eager = Eager(3, rows, penalty, decay)
    how = rule.Rule(losses.Hinge(1.0), violator_sampling.Hardest(), ONES, eager.steps)
    counts = linear.epoch(rows, known, eager.model, how, 0, new_state(6))
    state = new_state(6)
    for _ in range(N):
        i, right = labels.draw_example(known, state)
        x = X[i].astype(float)
        loss = eager.scores(x) + (np.arange(G) != right) - eager.scores(x)[right]
        eager.tries += G - 1
        eager.pair(right, np.argmax(loss) if loss.max() > 0 else -1, 1.0, x)
    eager.check(counts)
    assert 0 < eager.updated < N or penalty == 2.0


@LAYOUTS
@PENALTIES
@SCHEDULES
def test_ranking(layout, penalty, decay):
    X, known = 4 * samples(4, N, D, 0.7), single(4, N, G)
    rows = layout(X)
    eager = Eager(5, rows, penalty, decay)
    how = rule.Rule(losses.Hinge(1.0), violator_sampling.Uniform(), ONES, eager.steps)
    counts = linear.epoch(rows, known, eager.model, how, 0, new_state(7))
    state = new_state(7)
    for _ in range(N):
        i, right = labels.draw_example(known, state)
        x, wrong = X[i].astype(float), labels.draw_wrong(known, i, state)
        f = eager.scores(x)
        eager.tries += 1
        eager.pair(right, wrong if f[wrong] > f[right] - 1 else -1, 1.0, x)
    eager.check(counts)
    assert 0 < eager.updated < N or penalty == 2.0


@LAYOUTS
@PENALTIES
@SCHEDULES
def test_weighted_ranking(layout, penalty, decay):
    """Wrong classes drawn one by one, at most G - 1 of them; the kernel is told which it would have found."""
    X, known = 4 * samples(6, N, D, 0.7), single(6, N, G)
    rows = layout(X)
    eager, state, chance = Eager(7, rows, penalty, decay), new_state(8), np.random.default_rng(0)
    drawn = []
    for _ in range(N):
        i, right = labels.draw_example(known, state)
        x = X[i].astype(float)
        tried = chance.choice(np.delete(np.arange(G), right), G - 1)
        violates = np.flatnonzero(eager.scores(x)[tried] > eager.scores(x)[right] - 1)
        wrong, tries = (tried[violates[0]], violates[0] + 1) if len(violates) else (-1, G - 1)
        drawn.append((wrong, tries))
        eager.tries += tries
        eager.pair(right, wrong, sum(1 / j for j in range(1, (G - 1) // tries + 1)), x)
    how = rule.Rule(losses.Hinge(1.0), replay(drawn), HARMONIC, eager.steps)
    eager.check(replayed(rows, known, eager.model, how, 0, new_state(8)))
    assert len({tries for wrong, tries in drawn if wrong >= 0}) >= 3


@LAYOUTS
@PENALTIES
@SCHEDULES
def test_weighted_ranking_by_the_exact_rank(layout, penalty, decay):
    """Of the violators one is drawn; the weight is that of their number. Samples are drawn a block at a time."""
    X, known = 4 * samples(8, N, D, 0.7), single(8, N, G)
    rows = layout(X)
    eager, state, ranks = Eager(9, rows, penalty, decay), new_state(10), []
    for first in range(0, N, BLOCK):
        for i, right in [labels.draw_example(known, state) for _ in range(min(BLOCK, N - first))]:
            x = X[i].astype(float)
            f = eager.scores(x)
            violators = np.delete(np.arange(G), right)[np.delete(f, right) > f[right] - 1]
            ranks.append(len(violators))
            eager.tries += G - 1
            wrong = violators[below(state, len(violators))] if len(violators) else -1
            eager.pair(right, wrong, HARMONIC[len(violators)], x)
    how = rule.Rule(losses.Hinge(1.0), violator_sampling.Counted(np.zeros(1, np.int64)), HARMONIC, eager.steps)
    eager.check(linear.epoch(rows, known, eager.model, how, 0, new_state(10)))
    assert len(set(ranks)) >= 3


@pytest.mark.parametrize("rate", [1e-9, 1e-3, 0.5])
def test_decay_is_a_power(rate):
    """Nothing but decay: as exact for a rate that float32 could not tell from none as for a drastic one."""
    beta, n_steps = samples(0, G, D), 40_000 if rate < 0.5 else 60
    discriminant = model_of(beta, ONES, 1.0, rate / 0.5).discriminant
    for _ in range(n_steps):
        decay_weights(discriminant, 0.5)
    true = discriminant.scale[0] * discriminant.beta.astype(float)
    np.testing.assert_allclose(true, beta * (1 - rate) ** n_steps, rtol=1e-5)
    np.testing.assert_array_equal(discriminant.bias, 1)
