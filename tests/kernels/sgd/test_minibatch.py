"""Mini-batches, projection and suffix averaging against float64 NumPy on the same batches."""

import numpy as np
import pytest
from kernel_models import compressed, dense, minibatch_model, new_state, pattern, samples

from manyclass.kernels.common import labels, rng, steps
from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.sgd import class_weights, minibatch

N, G, D, PASSES = 47, 7, 5, 3
HINGE = class_weights.ViolatorsByMargin(1.0, ZeroOne())


def several(seed):
    """One or two correct classes per sample, no class without one."""
    generator = np.random.default_rng(seed)
    first = [g % G for g in range(N)]
    return pattern([{g, int(generator.integers(G))} if generator.random() < 0.3 else {g} for g in first], G)


def class_vectors(layout, array):
    return array.T if layout is compressed else array


def gradient(kind, W, x, known, i, positive):
    """p xᵀ of one sample, by the definition of its weights."""
    z = W @ x
    right = known.classes[known.indptr[i] : known.indptr[i + 1]]
    others = [g for g in range(G) if g not in right]
    p = np.zeros(G)
    if isinstance(kind, class_weights.Softmax):
        among = [positive, *others]
        p[among] = np.exp(z[among]) / np.exp(z[among]).sum()
        p[positive] -= 1
    else:
        errors = np.maximum(1 + z - z[positive], 0)
        if errors[others].any():
            p[others] = errors[others] / errors[others].sum()
            p[positive] = -1
    return np.outer(p, x), p


def reference(kind, X, known, size, shuffled, eta0, power, radius, penalty, T0, state):
    """The lecture's algorithm: all W^t that are averaged kept, every row projected after every update."""
    W, kept, t, counts = np.zeros((G, D)), [], 0, []
    permutation = np.arange(N)
    for _ in range(PASSES):
        n_classes_updated = updated = 0
        if shuffled:
            for i in range(N - 1, 0, -1):
                j = rng.below(state, i + 1)
                permutation[[i, j]] = permutation[[j, i]]
        for start in range(0, N, size):
            t += 1
            if t > T0:
                kept.append(W.copy())
            total, chosen = np.zeros((G, D)), range(start, min(start + size, N))
            for k in chosen:
                i = permutation[k] if shuffled else rng.below(state, N)
                positive = labels.draw_correct(known, i, state)
                change, p = gradient(kind, W, X[i].astype(float), known, i, positive)
                total += change
                n_classes_updated += np.count_nonzero(p)
                updated += p.any()
            eta = eta0 / t**power
            W = W - eta * (total / len(chosen) + penalty * W)
            W = np.minimum(1, radius / np.maximum(np.linalg.norm(W, axis=1, keepdims=True), 1e-30)) * W
        counts.append((updated, n_classes_updated))
    return W, np.mean(kept, axis=0) if kept else None, counts


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("kind", [HINGE, class_weights.Softmax()])
@pytest.mark.parametrize("shuffled", [True, False])
@pytest.mark.parametrize(("size", "T0"), [(1, 60), (10, 0), (47, 1), (10, 9)])
def test_is_its_reference(layout, kind, shuffled, size, T0):
    X, known = samples(0, N, D, 0.7), several(1)
    for radius, penalty, power in ((np.inf, 0.0, 1.0), (0.6, 0.0, 0.5), (0.9, 0.02, 1.0)):
        model, batch = minibatch_model(layout, (G, D), size)
        model = model._replace(radius=radius, penalty=penalty, average_from=T0)
        order = minibatch.Shuffled(np.arange(N)) if shuffled else minibatch.WithReplacement()
        descent = minibatch.Descent(order, kind, steps.Steps(3.0, 1.0, power, 0.0, 0.0))
        state, per_pass = new_state(7), -(-N // size)
        passes = [minibatch.epoch(layout(X), known, model, descent, batch, k * per_pass, state) for k in range(PASSES)]
        W, mean, counts = reference(kind, X, known, size, shuffled, 3.0, power, radius, penalty, T0, new_state(7))
        np.testing.assert_allclose(class_vectors(layout, model.W), W, atol=2e-4 * np.abs(W).max())
        averaged = class_vectors(layout, model.total) / (PASSES * per_pass - T0)
        np.testing.assert_allclose(averaged, mean, atol=2e-4 * np.abs(mean).max())
        assert [(each.updated, each.n_classes_updated) for each in passes] == counts
        longest = np.linalg.norm(class_vectors(layout, model.W), axis=1).max()
        assert longest <= radius * (1 + 1e-5)
        assert longest == pytest.approx(radius) or radius != 0.6 or size == 47


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("kind", [HINGE, class_weights.Softmax()])
def test_without_averaging_no_sum_is_needed(layout, kind):
    model, batch = minibatch_model(layout, (G, D), 10)
    model = model._replace(radius=0.6, penalty=0.02)
    without = model._replace(W=np.zeros_like(model.W), total=np.zeros((0, model.W.shape[1])))
    descent = minibatch.Descent(minibatch.WithReplacement(), kind, steps.Steps(1.0, 1.0, 1.0, 0.0, 0.0))
    for each in (model, without):
        minibatch.epoch(layout(samples(0, N, D)), several(1), each, descent, batch, 0, new_state(0))
    assert model.W.any()
    assert not model.total.any()
    np.testing.assert_array_equal(model.W, without.W)


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("kind", [HINGE, class_weights.Softmax()])
def test_scales_that_become_tiny(layout, kind):
    """A penalty that leaves a tenth at each update, 0 at the first, and a ball that cuts off nearly all of a step."""
    X, known = samples(0, N, D, 0.7), several(1)
    for radius, penalty, eta0 in ((np.inf, 0.9, 1.0), (np.inf, 1.0, 1.0), (0.3, 0.5, 1.0), (1e-3, 0.0, 300.0)):
        model, batch = minibatch_model(layout, (G, D), 3)
        model = model._replace(radius=radius, penalty=penalty, average_from=4)
        descent = minibatch.Descent(minibatch.Shuffled(np.arange(N)), kind, steps.Steps(eta0, 1.0, 0.0, 0.0, 0.0))
        state, per_pass = new_state(7), -(-N // 3)
        for k in range(PASSES):
            minibatch.epoch(layout(X), known, model, descent, batch, k * per_pass, state)
        W, mean, _ = reference(kind, X, known, 3, True, eta0, 0.0, radius, penalty, 4, new_state(7))
        np.testing.assert_allclose(class_vectors(layout, model.W), W, atol=1e-3 * np.abs(W).max())
        averaged = class_vectors(layout, model.total) / (PASSES * per_pass - 4)
        np.testing.assert_allclose(averaged, mean, atol=1e-3 * np.abs(mean).max())


def test_a_shuffled_pass_takes_every_sample_once():
    order, state, known = minibatch.Shuffled(np.arange(N)), new_state(3), several(1)
    passes = []
    for _ in range(2):
        minibatch.start_pass(order, state)
        passes.append([minibatch.take_example(order, known, k, state)[0] for k in range(N)])
        assert sorted(passes[-1]) == list(range(N))
    assert passes[0] != passes[1]


def test_with_replacement_some_samples_come_twice():
    state, known = new_state(3), several(1)
    drawn = [minibatch.take_example(minibatch.WithReplacement(), known, k, state)[0] for k in range(20 * N)]
    assert len(set(drawn)) == N
    assert len(set(drawn[:N])) < 0.75 * N  # 1 - 1/e
