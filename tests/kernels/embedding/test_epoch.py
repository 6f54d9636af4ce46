"""The embedding loop against float64 NumPy that makes every step by itself, on the same draws."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import compressed, confused, dense, forgetful, inner, new_state, pattern, replay, samples, single
from numba import njit

from manyclass.kernels.common import discriminants, losses, rng, steps
from manyclass.kernels.common.compiler import KernelCompiler
from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.common.discriminants import exceeds
from manyclass.kernels.common.dispatch import INNER, inner_kernel
from manyclass.kernels.common.labels import draw_correct, is_correct
from manyclass.kernels.common.rng import below as rng_below
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.embedding import block, projection, score_cache, search
from manyclass.kernels.embedding.epoch import DRAWN, IGNORED, UPDATED, Embedded, epoch, new_workspace
from manyclass.kernels.sgd import rule, violator_sampling

# Not cached: a type that only tests know would keep the kernel's cache from loading elsewhere.
uncached_epoch = njit(pipeline_class=KernelCompiler, **INNER)(epoch.py_func)

SIMPLE = steps.Steps(0.05, 0.0, 1.0, 0.0, 0.0)
ADAGRAD = steps.Steps(0.3, 0.0, 1.0, 1.0, 0.0)
COUNTING = steps.Steps(0.3, 0.0, 1.0, 0.0, 1.0)


class Reference:
    """Wsabie++ as table 3 has it (or, with ``inner`` and a radius, Wsabie), a step at a time.

    ``by_element``, adagrad has a scalar for every element, not one for each vector.
    """

    def __init__(self, beta, W, alpha, inner, radius, costs, by_element=False):
        self.beta, self.W, self.by_element = beta.astype(float), W.astype(float), by_element
        self.alpha, self.alpha_W = (np.full(v.shape if by_element else (len(v), 1), alpha) for v in (beta, W))
        self.last = np.full(len(beta), -1)
        self.inner, self.radius, self.costs = inner, radius, costs
        self.drawn, self.by_class = [], np.zeros((len(beta), 3), int)

    def train(self, X, labels, state, margin, how, depth, weights, generator):
        for i, right in draws(labels, state):
            x = X[i].astype(float)
            z = self.W @ x
            f = self.beta @ z if self.inner else -((self.beta - z) ** 2).sum(1)
            violates = f > f[right] - margin
            violates[labels.classes[labels.indptr[i] : labels.indptr[i + 1]]] = False
            self.by_class[right, DRAWN] += 1
            chain = [right]
            while len(chain) <= depth and self.last[chain[-1]] >= 0:
                chain.append(self.last[chain[-1]])
            if violates[chain].any():
                self.by_class[right, IGNORED] += 1
                continue
            wrong = int(generator.choice(np.flatnonzero(violates))) if violates.any() else -1
            self.last[right] = wrong
            self.drawn.append((wrong, int(generator.integers(1, len(f)))))
            if wrong >= 0:
                self.by_class[right, UPDATED] += 1
                w = weights[(len(f) - 1) // self.drawn[-1][1]] * self.costs[right, wrong]
                self.step(x, z, right, wrong, w, how)
        self.updated, self.ignored, _ = self.by_class.sum(0)

    def step(self, x, z, right, wrong, w, how):
        up, down = self.beta[right], self.beta[wrong]
        plus, minus = (-w * z, w * z) if self.inner else (2 * w * (up - z), -2 * w * (down - z))
        by_W = np.outer(w * (down - up) * (1 if self.inner else 2), x)
        for g, gradient in ((right, plus), (wrong, minus)):
            self.beta[g] = self.inside(self.beta[g] - self.adapted(how, self.alpha[g : g + 1], gradient[None])[0])
        self.W = np.array([self.inside(row) for row in self.W - self.adapted(how, self.alpha_W, by_W)])

    def adapted(self, how, alpha, gradient):
        """Steps along these gradients, which are added to their accumulators."""
        squares = gradient**2
        alpha += how.by_gradient * (squares if self.by_element else squares.mean(1, keepdims=True)) + how.by_count
        return how.eta0 / np.sqrt(np.where(alpha, alpha, 1)) * gradient

    def inside(self, v):
        return v * min(1.0, self.radius / max(np.linalg.norm(v), 1e-30))


class Plain(NamedTuple):
    """Two samplers, compiled as one: table 3's own search, a try at a time, or one that counts in ``counts``.

    That one samples from all violators at every step, and counts those it misses or invents.
    """

    naive: bool
    counts: np.ndarray


@violator_sampling.draw_violator.case(Plain)
def _search_plainly(sampler, discriminant, rows, r, labels, i, threshold, rng):
    if sampler.naive:
        return _draw_naively(discriminant, rows, r, labels, i, threshold, rng)
    return _sample_and_count(sampler.counts, discriminant, rows, r, labels, i, threshold, rng)


violator_sampling.rank_of.case(Plain)(violator_sampling.estimated_rank)


@inner_kernel
def _sample_and_count(counts, discriminant, rows, r, labels, i, threshold, rng):
    search.update_scores(rows, discriminant, r)
    cache, Z = rows.cache, Dense(rows.X)
    bounds = score_cache.score_bounds(cache, discriminant, Z.X[r], r, threshold)
    count, _ = score_cache.list_violators(cache, discriminant, Z, r, labels, i, threshold, bounds, rows.violators)
    violator = rows.violators[rng_below(rng, count)] if count else -1
    violators = 0
    for g in range(labels.n_classes):
        violators += exceeds(discriminant, rows, r, g, threshold) and not is_correct(labels, i, g)
    counts[0] += abs(count - violators)
    counts[1] += violators
    return violator, 1


@inner_kernel
def _draw_naively(discriminant, rows, r, labels, i, threshold, state):
    key, tries, drawn = rng.next_word(state), 0, 0
    while tries < labels.n_classes:
        drawn += 1
        g = rng.numbered_below(key, drawn, labels.n_classes)
        if not is_correct(labels, i, g):
            tries += 1
            if exceeds(discriminant, rows, r, g, threshold):
                return g, tries
    return -1, tries


def compare(
    layout, how, euclidean, radius=np.inf, depth=0, passes=2, n=150, G=12, d=7, m=5, seed=0, margin=2.0, costs=None,
    by_element=False, several=False,
):  # fmt: skip
    costs, dense_costs = costs or (ZeroOne(), np.ones((G, G)))
    generator = np.random.default_rng(seed)
    X, labels = samples(seed, n, d, 0.6), up_to_three(seed, n, G) if several else single(seed, n, G)
    # By element a difference of two classes that is but rounding would make its first step in full, with a random sign.
    at_origin = euclidean and not by_element
    beta = np.zeros((G, m)) if at_origin else generator.standard_normal((G, m)) * min(radius, 1) / m
    signs, gaussian = generator.choice([-1.0, 1.0], (m, d)), generator.standard_normal((m, d))
    W = signs if euclidean else gaussian * min(radius, 1) / d
    beta, W = beta.astype(np.float32), W.astype(np.float32)
    harmonic = np.cumsum(1 / np.maximum(1, np.arange(G)))
    weights = np.ones(G, np.float32) if euclidean else harmonic.astype(np.float32)
    alpha = 0.0 if how.by_gradient or how.by_count else 1.0
    reference = Reference(beta, W, alpha, not euclidean, radius, dense_costs, by_element)
    state, last, by_class = new_state(seed), forgetful(G, depth), 0
    V = np.ascontiguousarray(W.T) if layout is compressed else W.copy()
    discriminant = of_distance(beta.copy(), radius, by_element) if euclidean else inner(beta, radius)
    kind = projection.EmbeddingByElement if by_element else projection.Embedding
    of_W = np.ones(m, np.float32), (W.astype(float) ** 2).sum(1), np.full(V.shape if by_element else m, alpha)
    model = Embedded(discriminant, np.full(G, alpha), kind(V, *of_W, float(radius)))
    for t in range(1, 1 + passes * n, n):
        done = len(reference.drawn)
        reference.train(X, labels, state.copy(), margin, how, depth, weights, generator)
        sampler = replay(reference.drawn[done:])
        r = rule.Rule(losses.Hinge(margin), sampler, weights, how, costs)
        rows = layout(X)
        workspace = new_workspace(rows, model)
        counts = uncached_epoch(rows, labels, model, r, last, t, state, workspace)
        by_class = by_class + workspace.by_class
        np.testing.assert_array_equal(by_class, reference.by_class)
        assert counts == (*workspace.by_class[:, [UPDATED, IGNORED]].sum(0), sampler.tries.sum())
    np.testing.assert_allclose(model.discriminant.beta, reference.beta, atol=2e-4 * np.abs(reference.beta).max())
    np.testing.assert_allclose(V.T if layout is compressed else V, reference.W, atol=2e-4 * np.abs(reference.W).max())
    alpha = discriminant.alpha if by_element else model.alpha[:, None]
    of_W = model.embedding.alpha if by_element else model.embedding.alpha[:, None]
    np.testing.assert_allclose(alpha, reference.alpha, rtol=1e-3)
    np.testing.assert_allclose(of_W.T if by_element and layout is compressed else of_W, reference.alpha_W, rtol=1e-3)
    np.testing.assert_array_equal(last.classes, reference.last)
    return reference, model


def up_to_three(seed, n, n_classes):
    """The labels of `single`, and two more of each sample, some of them the same."""
    more = np.random.default_rng(seed).integers(0, n_classes, (n, 2))
    return pattern([{g, *row} for g, row in zip(single(seed, n, n_classes).classes, more)], n_classes)


def draws(labels, state):
    """The samples of a pass and the right class of each, as the kernel draws them: a whole block at a time."""
    n = len(labels.indptr) - 1
    for start in range(0, n, block.BLOCK):
        drawn = [rng.below(state, n) for _ in range(block.BLOCK)]
        yield from [(i, draw_correct(labels, i, state)) for i in drawn][: n - start]


def of_distance(beta, radius, by_element):
    """The discriminant of these class vectors."""
    if by_element:
        return discriminants.DistanceByElement(beta, np.zeros(beta.shape), float(radius))
    return discriminants.Distance(beta) if radius == np.inf else discriminants.DistanceInBall(beta, float(radius))


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("radius", [np.inf, 0.7])
def test_wsabie_pp_with_a_step_size_for_every_element(layout, radius):
    reference, model = compare(layout, ADAGRAD, euclidean=True, radius=radius, by_element=True)
    assert reference.updated > 20
    assert np.linalg.norm(model.discriminant.beta, axis=1).max() <= radius * (1 + 1e-5)


def test_wsabie_pp_in_a_ball():
    reference, model = compare(dense, ADAGRAD, euclidean=True, radius=0.7, depth=1)
    assert reference.updated > 10
    for vectors in (model.discriminant.beta, model.embedding.V):
        assert np.linalg.norm(vectors, axis=1).max() <= 0.7 * (1 + 1e-5)


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("how", [SIMPLE, ADAGRAD, COUNTING])
def test_wsabie_pp_without_last_violators(layout, how):
    reference, _ = compare(layout, how, euclidean=True)
    assert 0 < reference.updated < len(reference.drawn)


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize(("depth", "several"), [(1, False), (4, False), (4, True)])
def test_wsabie_pp_with_last_violators(layout, depth, several):
    reference, _ = compare(layout, ADAGRAD, euclidean=True, depth=depth, seed=3, several=several)
    assert reference.ignored > 5 and reference.updated > 20


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("radius", [np.inf, 1.0, 1e-3])
def test_wsabie_stays_in_its_balls(layout, radius):
    """In the smallest ball steps are thousands of times its size: scales are multiplied in within blocks."""
    reference, model = compare(layout, SIMPLE, euclidean=False, radius=radius, margin=0.1)
    W = model.embedding.V if layout is dense else model.embedding.V.T
    assert np.linalg.norm(W, axis=1).max() <= radius * (1 + 1e-5)
    assert np.linalg.norm(model.discriminant.beta, axis=1).max() <= radius * (1 + 1e-5)
    assert (model.embedding.scale == 1).all() and (model.discriminant.scale == 1).all()


@pytest.mark.parametrize("euclidean", [True, False])
def test_an_error_moves_classes_and_embedding_by_its_cost(euclidean):
    radius = np.inf if euclidean else 1.0
    reference, _ = compare(dense, ADAGRAD, euclidean, radius, margin=1.0, costs=confused(4, 12))
    assert reference.updated > 20


@given(
    n=st.integers(1, 70),
    d=st.integers(1, 40),
    m=st.integers(1, 40),
    G=st.integers(2, 20),
    seed=st.integers(0, 99),
)
def test_any_shape(n, d, m, G, seed):
    """Without adagrad: a first gradient that is but rounding makes it step in full, with a random sign."""
    compare(dense, SIMPLE, euclidean=True, n=max(n, G), d=d, m=m, G=G, seed=seed, passes=1)


def test_measures_of_the_rows_are_true_after_a_pass():
    _, model = compare(dense, SIMPLE, euclidean=False, radius=1.0, margin=0.1)
    np.testing.assert_allclose(model.embedding.squared_norm, (model.embedding.V**2).sum(1), rtol=1e-5)
    np.testing.assert_allclose(model.discriminant.squared_norm, (model.discriminant.beta**2).sum(1), rtol=1e-5)


def moving(layout, sampler, euclidean, step, margin=0.1):
    """A pass over 400 samples of 300 classes, every step of which moves W and two classes; and what it leaves."""
    n, G, d, m = 400, 300, 12, 8
    X, labels = samples(0, n, d, 0.6), single(0, n, G)
    W = samples(1, m, d)
    V = np.ascontiguousarray(W.T) if layout is compressed else W
    beta = samples(2, G, m)
    model = Embedded(
        discriminants.Distance(beta) if euclidean else inner(beta, 1.0),
        np.ones(G),
        projection.Embedding(V, np.ones(m, np.float32), (W**2.0).sum(1), np.ones(m), np.inf if euclidean else 1.0),
    )
    weights = np.ones(G, np.float32) if euclidean else np.cumsum(1 / np.maximum(1, np.arange(G))).astype(np.float32)
    r = rule.Rule(losses.Hinge(margin), sampler, weights, steps.Steps(step, 0.0, 1.0, 0.0, 0.0))
    rows, train = layout(X), uncached_epoch if isinstance(sampler, Plain) else epoch
    counts = train(rows, labels, model, r, forgetful(G), 0, new_state(0), new_workspace(rows, model))
    return counts, V.tobytes(), model.discriminant.beta.tobytes()


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("euclidean", [True, False])
@pytest.mark.parametrize("step", [0.01, 0.3])
def test_sampled_violators_are_true_while_the_model_moves(layout, euclidean, step):
    """Scores seen at the start of a block, and every step after it moves W and two classes."""
    sampler = Plain(False, np.zeros(2, np.int64))
    counts, *_ = moving(layout, sampler, euclidean, step)
    assert counts.updated > 100
    assert sampler.counts[0] == 0 and sampler.counts[1] > 400


@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize(("euclidean", "margin"), [(True, 0.1), (True, -0.6), (False, 0.1), (False, -0.2)])
def test_training_is_that_of_the_naive_search_to_the_byte(layout, euclidean, margin):
    """Negative margins leave few violators or none, so that scores are looked at."""
    searched = moving(layout, violator_sampling.Warp(), euclidean, 0.1, margin)
    assert searched == moving(layout, Plain(True, np.zeros(2, np.int64)), euclidean, 0.1, margin)
    assert 10 < searched[0].updated < 400
