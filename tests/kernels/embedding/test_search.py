"""The search for a violator of an embedded sample: the very outcome of the naive loop, whatever way it goes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import embedded, euclidean, inner, new_state, pattern, samples

from manyclass.kernels.common import discriminants, rng
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import is_correct
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.embedding import score_cache, search
from manyclass.kernels.embedding.block import BLOCK
from manyclass.kernels.sgd.violator_sampling import FewTries, Hardest, Warp, draw_violator


@kernel
def draw(discriminant, query, b, labels, threshold, state):
    return draw_violator(Warp(), discriminant, query, b, labels, 0, threshold, state)


@kernel
def draw_naively(discriminant, query, b, labels, threshold, state):
    """Table 3 of Gupta et al. (2014), a try at a time."""
    key, tries, drawn = rng.next_word(state), 0, 0
    while tries < labels.n_classes:
        drawn += 1
        g = rng.numbered_below(key, drawn, labels.n_classes)
        if not is_correct(labels, 0, g):
            tries += 1
            if discriminants.exceeds(discriminant, query, b, g, threshold):
                return g, tries
    return -1, tries


@kernel
def violators_by_score(discriminant, query, b, labels, threshold):
    cache, Z = query.cache, Dense(query.X)
    bounds = score_cache.score_bounds(cache, discriminant, Z.X[b], b, threshold)
    count, doubtful = score_cache.list_violators(
        cache, discriminant, Z, b, labels, 0, threshold, bounds, query.violators
    )
    return count, doubtful


@kernel
def score_all(query, r):
    score_cache.embed_for_scores(query.cache, query.embedded, r)
    score_cache.score_classes(query.cache, 0, query.marks.shape[0])


@kernel
def exceeding(discriminant, query, b, labels, threshold, found):
    """What the kernel itself says of each class, one at a time."""
    for g in range(labels.n_classes):
        found[g] = discriminants.exceeds(discriminant, query, b, g, threshold) and not is_correct(labels, 0, g)


@kernel
def move(query, discriminant, g):
    score_cache.invalidate_class(query.cache, discriminant, g)


def drifted(seed, m, n_classes, drift, size, make, n_directions=0):
    """A query with scores from before its sample 2 and some classes moved, and the discriminant of now."""
    generator = np.random.default_rng(seed)
    Z = (size * samples(seed, 4, m)).astype(np.float32)
    discriminant = make(size * samples(seed + 1, n_classes, m))
    query = embedded(Z, discriminant, n_directions)
    score_all(query, 0)
    query.X[:4] += (drift * size * samples(seed + 2, 4, m)).astype(np.float32)
    for g in generator.integers(0, n_classes, 3):
        discriminant.beta[g] = query.X[2] * np.float32(generator.normal())
        if make is inner:
            discriminant.squared_norm[g] = (discriminant.beta[g].astype(float) ** 2).sum()
        move(query, discriminant, g)
    return query, discriminant


def scores_now(query, discriminant):
    z, B = query.X[2].astype(float), discriminant.beta.astype(float)
    return -((B - z) ** 2).sum(1) if isinstance(discriminant, discriminants.Distance) else B @ z


drifts = {
    "seed": st.integers(0, 10_000),
    "m": st.integers(1, 70),
    "n_classes": st.integers(2, 600),
    "drift": st.sampled_from([0.0, 1e-3, 0.1, 3.0]),
    "size": st.sampled_from([1e-2, 1.0, 1e3]),
    "make": st.sampled_from([inner, euclidean]),
    "n_directions": st.sampled_from([0, 1, 9, 64]),
}


@given(**drifts, rank=st.floats(0, 1), nudge=st.sampled_from([-1e-4, -1e-7, 0.0, 1e-7, 1e-4]))
def test_old_scores_miss_and_invent_no_violator(seed, m, n_classes, drift, size, make, n_directions, rank, nudge):
    """The very classes of which `exceeds` says so, also where the threshold is one of the scores but for rounding."""
    query, discriminant = drifted(seed, m, n_classes, drift, size, make, n_directions)
    f = scores_now(query, discriminant)
    threshold = np.quantile(f, rank, method="nearest") + nudge * np.abs(f).max()
    labels, expected = pattern([[0]], n_classes), np.empty(n_classes, bool)
    exceeding(discriminant, query, 2, labels, threshold, expected)
    count, _ = violators_by_score(discriminant, query, 2, labels, threshold)
    assert query.violators[:count].tolist() == np.flatnonzero(expected).tolist()


@given(**drifts, rank=st.floats(0, 1))
def test_kernel_violators_are_those_of_float64(seed, m, n_classes, drift, size, make, n_directions, rank):
    query, discriminant = drifted(seed, m, n_classes, drift, size, make, n_directions)
    f = scores_now(query, discriminant)
    threshold = np.quantile(f, rank)
    violates, close = f > threshold, np.abs(f - threshold) < 1e-5 * np.abs(f).max()
    count, _ = violators_by_score(discriminant, query, 2, pattern([[0]], n_classes), threshold)
    found = np.zeros(n_classes, bool)
    found[query.violators[:count]] = True
    assert not (found != violates)[1:][~close[1:]].any() and not found[0]


def ways(query, discriminant):
    """The ways of the search, as states of what it knows and expects before it begins."""
    yield "tries, then a look at all"
    query.costs[search.LOOKED] = np.inf
    yield "tries, then scores"
    score_all(query, 0)
    yield "scores from before"
    query.costs[search.DOUBTFUL] = np.inf
    yield "scores made anew"


@pytest.mark.parametrize("n_directions", [0, 3])
@pytest.mark.parametrize("make", [inner, euclidean])
@pytest.mark.parametrize("n_classes", [2, 40, 700])
@pytest.mark.parametrize("share", [0.0, 0.004, 0.1, 0.9])
def test_every_way_leads_to_the_naive_outcome(make, n_classes, share, n_directions):
    """The same violator after the same number of tries; sample 0 has two right classes, if there are as many."""
    query, discriminant = drifted(3, 8, n_classes, 0.0, 1.0, make, n_directions)
    query.X[2] += np.float32(0.01)
    f, state = scores_now(query, discriminant), new_state(1)
    labels = pattern([[0, 1] if n_classes > 2 else [0]], n_classes)
    threshold = np.quantile(f[2:] if n_classes > 2 else f, 1 - share) + (1e-3 if share == 0 else 0.0)
    none = found = 0
    for _ in range(50):
        naive = draw_naively(discriminant, query, 2, labels, threshold, state.copy())
        query.cache.first[0], query.costs[:] = score_cache.NONE, 0.0
        for way in ways(query, discriminant):
            assert draw(discriminant, query, 2, labels, threshold, state.copy()) == naive, way
        assert not query.marks.any()
        rng.next_word(state)
        none, found = none + (naive[0] < 0), found + (naive[0] >= 0)
    assert found == 0 if share == 0 else found > 0


@kernel
def draw_by(sampler, discriminant, query, b, labels, threshold, state):
    return draw_violator(sampler, discriminant, query, b, labels, 0, threshold, state)


@pytest.mark.parametrize("make", [inner, euclidean])
def test_the_worst_violator_has_the_highest_score_of_all_wrong_classes(make):
    query, discriminant = drifted(3, 8, 60, 0.1, 1.0, make)
    f = scores_now(query, discriminant)
    right = np.argsort(f)[-2:]
    labels, wrong = pattern([right.tolist()], 60), np.delete(np.arange(60), right)
    worst = wrong[f[wrong].argmax()]
    for threshold, expected in ((f[worst] - 1e-3, worst), (f.min() - 1, worst), (f[worst] + 1e-3, -1)):
        assert draw_by(Hardest(), discriminant, query, 2, labels, threshold, new_state(0)) == (expected, 58)


def test_few_tries_are_the_first_of_many():
    query, discriminant = drifted(3, 8, 60, 0.0, 1.0, euclidean)
    labels, threshold, found = pattern([[0]], 60), np.quantile(scores_now(query, discriminant), 0.9), set()
    for seed in range(60):
        g, tries = draw_by(Warp(), discriminant, query, 2, labels, threshold, new_state(seed))
        expected = (g, tries) if tries <= 5 else (-1, 5)
        assert draw_by(FewTries(5), discriminant, query, 2, labels, threshold, new_state(seed)) == expected
        assert draw_by(FewTries(60), discriminant, query, 2, labels, threshold, new_state(seed)) == (g, tries)
        found.add(tries <= 5)
    assert found == {True, False}


def test_scores_of_a_block_are_made_where_tries_have_cost_more():
    """From the second block on for all its samples, if none has violators; never, if all classes violate."""
    n_classes, Z = 4000, np.zeros((4, 2), np.float32)
    labels = pattern([[0]], n_classes)
    for distance, scored in ((9.0, True), (0.0, False)):
        beta = np.full((n_classes, 2), distance)
        discriminant, state = euclidean(beta), new_state(0)
        query = embedded(Z, discriminant)
        assert not search.begin_search(query)
        for b in range(BLOCK):
            draw(discriminant, query, b, labels, -1.0, state)
        assert (query.cache.first[0] != score_cache.NONE) == scored
        assert search.begin_search(query) == scored
