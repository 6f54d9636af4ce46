"""One-vs-rest against float64 vectors that decay, are projected and are averaged at once, on the same draws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import compressed, dense, new_state, pattern, samples, single

from manyclass.kernels.common import labels, losses, rng, steps
from manyclass.kernels.sgd import binary, one_vs_rest, panels
from manyclass.kernels.sgd.negative_sampling import BalancedNegatives, UniformNegatives, draw_negative, max_uses
from manyclass.methods.base.sgd.binary import biases_of, in_ball, vectors_of
from manyclass.methods.base.sgd.binary import panels as panels_model
from manyclass.methods.base.sgd.binary import penalised as penalised_model

N, G, D = 120, 9, 6
SIZES = np.array([50, 1, 69])
FIXED = steps.Steps(0.3, 0.0, 1.0, 0.0, 0.0)
DECREASING = steps.Steps(0.3, 0.02, 1.0, 0.0, 0.0)
ADAGRAD = steps.Steps(0.3, 0.0, 1.0, 1.0, 0.0)
COUNTING = steps.Steps(0.3, 0.0, 1.0, 0.0, 1.0)
LAYOUTS = pytest.mark.parametrize("layout", [dense, compressed])
AVERAGE = pytest.mark.parametrize("average", [False, True])
# None, moderate, and so strong that scales are multiplied out all the time.
PENALTIES = pytest.mark.parametrize("penalty", [0.0, 0.05, 2.0])
SCHEDULES = pytest.mark.parametrize("how", [FIXED, DECREASING])
NEGATIVES = [UniformNegatives(2.5), BalancedNegatives(2.5, np.linspace(0, 1, G))]


def several(seed, n, n_classes):
    """One to three correct classes per sample."""
    generator = np.random.default_rng(seed)
    return pattern([generator.choice(n_classes, generator.integers(1, 4), replace=False) for _ in range(n)], n_classes)


class Eager:
    """Class vectors in float64 and their biases, and the sums of what they were after each of their steps."""

    def __init__(self, w, bias, constant, how, margin=1.0, penalty=0.0, radius=np.inf, weights=None):
        self.w, self.bias, self.constant = w.astype(float), bias.astype(float), float(np.float32(constant))
        self.how, self.margin, self.penalty, self.radius = how, margin, penalty, radius
        self.weights = np.ones((2, len(w))) if weights is None else weights  # of negatives, and of positives
        self.alpha = np.full(len(w), 0.0 if how.by_gradient or how.by_count else 1.0)
        self.n_steps, self.updated = np.zeros(len(w), int), 0
        self.sum, self.sum_of_bias = np.zeros_like(self.w), np.zeros(len(w))

    def step(self, g, sign, x):
        eta = self.how.eta0 / (1 + self.how.decay * self.n_steps[g])
        violates = sign * (self.w[g] @ x + self.constant * self.bias[g]) < self.margin
        self.w[g] *= 1 - eta * self.penalty
        if violates:
            self.alpha[g] += self.how.by_gradient * (x @ x) / len(x) + self.how.by_count
            change = sign * self.weights[int(sign > 0), g] * eta / np.sqrt(self.alpha[g] or 1)
            self.w[g] += change * x
            self.bias[g] += change * self.constant
            self.w[g] *= min(1.0, self.radius / max(np.linalg.norm(self.w[g]), 1e-30))
        self.updated += violates
        self.n_steps[g] += 1
        self.sum[g] += self.w[g]
        self.sum_of_bias[g] += self.bias[g]

    def solution(self, average):
        if not average:
            return self.w, self.bias
        n_steps = np.maximum(self.n_steps, 1)
        return self.sum / n_steps[:, None], self.sum_of_bias / n_steps


def near(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=2e-4 * max(np.abs(theirs).max(), 1e-3))


def drawn_uses(known, negatives, sizes, states):
    """For each chunk the (class, sample, sign) in the order in which they are drawn, by the same draws."""
    for size, state in zip(sizes, states):
        chunk = []
        for _ in range(size):
            i, positive = labels.draw_example(known, state)
            chunk.append((positive, i, 1.0))
            proposed = [draw_negative(negatives, known, i, state) for _ in range(n_proposals(negatives, state))]
            chunk += [(g, i, -1.0) for g in proposed if g >= 0]
        yield chunk


def n_proposals(negatives, state):
    return int(negatives.n_proposals + rng.uniform(state))


def uses_of(known, negatives, sizes, states):
    room = max_uses(negatives) * sizes.max()
    shape = len(sizes), known.n_classes + 1
    uses = one_vs_rest.Uses(np.full((len(sizes), room), -7, np.int32), np.full(shape, -7, np.int32))
    return uses, one_vs_rest.draw_uses(known, negatives, sizes, uses, states)


def run(X, known, model, how, margin, negatives, seed):
    """A pass by the kernels, in two ranges of classes: steps with a gradient."""
    uses, _ = uses_of(known, negatives, SIZES, one_vs_rest.spawn(new_state(seed), len(SIZES)))
    loss = losses.Hinge(margin)
    updated = 0
    for part in ((4, G), (0, 4)):
        updated += one_vs_rest.train_on_uses(X, model, loss, how, uses, *part)
        binary.finish_pass(model, *part)
    return updated


@pytest.mark.parametrize("known", [single(0, N, G), several(0, N, G)])
@pytest.mark.parametrize("negatives", NEGATIVES)
def test_uses_are_the_draws_by_class(known, negatives):
    ours, theirs = (one_vs_rest.spawn(new_state(3), len(SIZES)) for _ in range(2))
    uses, n_negatives = uses_of(known, negatives, SIZES, ours)
    chunks = list(drawn_uses(known, negatives, SIZES, theirs))
    assert n_negatives == sum(len(chunk) for chunk in chunks) - SIZES.sum() > 0
    for c, chunk in enumerate(chunks):
        for g in range(G):
            mine = uses.samples[c, uses.starts[c, g] : uses.starts[c, g + 1]]
            assert mine.tolist() == [i if sign > 0 else ~i for h, i, sign in chunk if h == g]
    np.testing.assert_array_equal(ours, theirs)


def test_spawned_generators_differ():
    states = one_vs_rest.spawn(new_state(0), 100)
    assert len(np.unique(states)) == 400
    assert not np.isin(one_vs_rest.spawn(new_state(1), 100), states).any()


@LAYOUTS
@PENALTIES
@SCHEDULES
@AVERAGE
@pytest.mark.parametrize("negatives", NEGATIVES)
def test_penalised_vectors(layout, penalty, how, average, negatives):
    X, known = 4 * samples(0, N, D, 0.7), single(0, N, G)
    model = penalised_model(G, D, 0.7, penalty, average)
    eager = Eager(model.w, model.bias, 0.7, how, penalty=penalty)
    for seed in (5, 6, 7):
        before = eager.updated
        updated = run(layout(X), known, model, how, 1.0, negatives, seed)
        for chunk in drawn_uses(known, negatives, SIZES, one_vs_rest.spawn(new_state(seed), len(SIZES))):
            for g, i, sign in chunk:
                eager.step(g, sign, X[i].astype(float))
        w, bias = eager.solution(average)
        near(vectors_of(model), w)
        near(biases_of(model), bias)
        np.testing.assert_array_equal(model.n_steps, eager.n_steps)
        assert updated == eager.updated - before > 0
    assert eager.updated < eager.n_steps.sum() or penalty == 2.0


@LAYOUTS
@AVERAGE
@pytest.mark.parametrize("how", [FIXED, DECREASING, ADAGRAD, COUNTING])
@pytest.mark.parametrize("radius", [np.inf, 0.5, 1e-3])
def test_vectors_in_a_ball(layout, how, radius, average):
    X, known, margin = samples(0, N, D, 0.7), several(0, N, G), 0.4 * min(radius, 1.0)
    w = samples(1, G, D) * np.float32(min(radius, 1.0) / 3)
    eager = Eager(w, np.zeros(G), 0.0, how, margin, radius=radius)
    model, negatives = in_ball(w.copy(), eager.alpha.copy(), radius, average), UniformNegatives(2.5)
    for seed in (5, 6):
        before = eager.updated
        updated = run(layout(X), known, model, how, margin, negatives, seed)
        for chunk in drawn_uses(known, negatives, SIZES, one_vs_rest.spawn(new_state(seed), len(SIZES))):
            for g, i, sign in chunk:
                eager.step(g, sign, X[i].astype(float))
        vectors = vectors_of(model)
        # In the mean, what a step of 300 radii adds and the projection takes cancels in float32.
        within = (1e-3 if average else 2e-4) * np.abs(eager.w).max()
        np.testing.assert_allclose(vectors, eager.solution(average)[0], rtol=0, atol=within)
        np.testing.assert_allclose(model.alpha, eager.alpha, rtol=1e-3)
        np.testing.assert_allclose(model.squared_norm, (model.w.astype(float) ** 2).sum(1), rtol=1e-4, atol=1e-12)
        assert (model.scale == 1).all()
        assert np.linalg.norm(vectors, axis=1).max() <= radius * (1 + 1e-5)
        assert updated == eager.updated - before
    assert 0 < eager.updated < eager.n_steps.sum()


@pytest.mark.parametrize("known", [single(0, N, G), several(0, N, G)])
@PENALTIES
@SCHEDULES
@AVERAGE
@pytest.mark.parametrize("weights", [None, np.stack([np.linspace(0.1, 0.9, G), np.linspace(1, 2, G)])])
def test_all_samples_for_all_classes(known, penalty, how, average, weights, monkeypatch):
    """Class by class in both layouts, and in panels of 4, 4 and 1 classes; with weights of the samples, and without."""
    X = 4 * samples(0, N, D, 0.7)
    loss = losses.Hinge(1.0) if weights is None else losses.WeightedHinge(1.0, *weights[::-1].astype(np.float32))
    chosen = [np.random.default_rng(seed).integers(0, N, 2 * N).astype(np.int32) for seed in (0, 1)]
    monkeypatch.setattr("manyclass.methods.base.sgd.binary.PANEL", 4)
    models = [penalised_model(G, D, 0.7, penalty, average) for _ in range(2)]
    side_by_side = panels_model(G, D, 0.7, penalty, average)
    assert side_by_side.w.shape == (3, D, 3)
    eager = Eager(np.zeros((G, D)), np.zeros(G), 0.7, how, penalty=penalty, weights=weights)
    for order in chosen:
        before = eager.updated
        updated = []
        for layout, at_a_time, model in zip((dense, compressed), (7, 1000), models):
            updated.append(0)
            for part in ((4, G), (0, 4)):
                updated[-1] += one_vs_rest.train_on_all(layout(X), known, model, loss, how, order, at_a_time, *part)
                binary.finish_pass(model, *part)
        rows = compressed(X)
        updated.append(sum(panels.train_panel(rows, known, side_by_side, loss, how, order, q) for q in (2, 0, 1)))
        for i in order:
            for g in range(G):
                eager.step(g, 1.0 if labels.is_correct(known, i, g) else -1.0, X[i].astype(float))
        w, bias = eager.solution(average)
        for model in (*models, side_by_side):
            near(vectors_of(model), w)
            near(biases_of(model), bias)
        assert set(updated) == {eager.updated - before}
    assert 0 < eager.updated < 4 * N * G


@LAYOUTS
@given(n_classes=st.integers(4, 70), d=st.integers(1, 40), density=st.floats(0.1, 1), seed=st.integers(0, 50))
def test_any_shape(layout, n_classes, d, density, seed):
    """Samples may be empty, and features without a number; only steps that are no matter of rounding are made."""
    X, known = samples(seed, 30, d, density), single(seed, 30, n_classes)
    order, loss = np.arange(30, dtype=np.int32), losses.Hinge(1e6)
    eager = Eager(np.zeros((n_classes, d)), np.zeros(n_classes), 0.5, FIXED, 1e6, penalty=0.1)
    one, side_by_side = penalised_model(n_classes, d, 0.5, 0.1, True), panels_model(n_classes, d, 0.5, 0.1, True)
    assert one_vs_rest.train_on_all(layout(X), known, one, loss, FIXED, order, 8, 0, n_classes) == 30 * n_classes
    binary.finish_pass(one, 0, n_classes)
    for q in range(len(side_by_side.w)):
        panels.train_panel(compressed(X), known, side_by_side, loss, FIXED, order, q)
    for i in order:
        for g in range(n_classes):
            eager.step(g, 1.0 if labels.is_correct(known, i, g) else -1.0, X[i].astype(float))
    w, bias = eager.solution(True)
    for model in (one, side_by_side):
        near(vectors_of(model), w)
        near(biases_of(model), bias)


@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("rate", [1e-9, 1e-3, 0.5])
def test_decay_is_a_power(rate, average):
    """Nothing but decay: as exact for a rate that float32 could not tell from none as for a drastic one."""
    n_steps, eta = 40_000 if rate < 0.5 else 60, 0.5
    model = penalised_model(G, D, 1.0, rate / eta, average)
    w = samples(0, G, D)
    model.w[:] = w
    rows, known = dense(np.zeros((1, D), np.float32)), pattern([[0]], G)
    model.bias[:] = -2.0  # beyond the margin, as a negative
    order, how = np.zeros(n_steps, np.int32), steps.Steps(eta, 0.0, 1.0, 0.0, 0.0)
    assert one_vs_rest.train_on_all(rows, known, model, losses.Hinge(1.0), how, order, 8, 3, 4) == 0
    true = model.scale[3] * model.w[3].astype(float)
    np.testing.assert_allclose(true, w[3] * (1 - rate) ** n_steps, rtol=1e-5)
    binary.finish_pass(model, 3, 4)
    mean = (1 - rate) * (1 - (1 - rate) ** n_steps) / rate / n_steps if average else (1 - rate) ** n_steps
    np.testing.assert_allclose(vectors_of(model)[3], w[3] * mean, rtol=1e-5)
    np.testing.assert_array_equal(np.delete(model.w, 3, 0), np.delete(w, 3, 0))
