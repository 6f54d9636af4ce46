"""Scores of all classes for a whole block of samples, a little out of date, and what makes them exact.

Where hardly a class violates, a step looks through all of them. One matrix product scores every class for
every sample of a block in a fraction of the time; the steps in between move z and a few class vectors, and a
class that has not moved can only violate now if its cached score was within ‖z - z_scored‖ of doing so (triangle
and Cauchy-Schwarz inequalities). Those few are scored again, so the violators found are the true ones.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import Distance, Inner, exceeds, squared_distance
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.labels import is_correct, n_correct
from manyclass.kernels.common.rng import below
from manyclass.kernels.common.rows import dot, dot_dense
from manyclass.kernels.embedding.block import copy
from manyclass.kernels.sgd.violator_sampling import max_tries, sample_violator

# Classes per matrix product: scores are transposed while they are still in the fastest cache.
PANEL = 256
# What scoring a class for one more sample costs, in uniform tries.
SCORE_COST = 0.25
FEWEST_TRIES = 4

MAX_TRIES, SCORED, SPENT, SAVED = range(4)


class ScoreCache(NamedTuple):
    """The embedded samples of a block, and what their scores were when they were last computed.

    ``X`` float32 (K, m) are the embedded samples as of now, ``X_scored`` as of when ``scores`` float32 (K, G)
    were computed.

    ``cost_counters`` float64 (4,): the number of uniform tries before the scores are looked at, whether they have
    been computed for this block, what that has cost, and what it has saved, both in uniform tries.
    """

    X: np.ndarray
    X_scored: np.ndarray
    scores: np.ndarray
    cost_counters: np.ndarray


@by_type
def score_coefficients(discriminant, g):
    """(a, c) with which a · (β_gᵀz) + c is the score that `least_score` bounds."""


@by_type
def least_score(discriminant, z, z_scored, threshold):
    """What the cached score of a class that violates now, f(z; g) > threshold, must exceed, rounding included."""


@kernel
def new_cache(Z, n_classes):
    """No scores yet, for the samples embedded as the rows of ``Z`` float32 (K, m)."""
    counters = np.zeros(4)
    counters[MAX_TRIES] = n_classes // 4
    return ScoreCache(Z, np.zeros_like(Z), np.zeros((Z.shape[0], n_classes), np.float32), counters)


@kernel
def reset(cache):
    """Forget the block's scores; double the tries before them if they cost more than they saved, or halve them."""
    counters = cache.cost_counters
    if counters[SCORED]:
        counters[MAX_TRIES] *= 0.5 if counters[SAVED] > counters[SPENT] else 2.0
        most = 3 * cache.scores.shape[1] // 4  # so that scores after it are no dearer than the tries they save
        counters[MAX_TRIES] = min(max(counters[MAX_TRIES], FEWEST_TRIES), most)
    counters[SCORED] = counters[SPENT] = counters[SAVED] = 0.0


@kernel
def invalidate(cache, g):
    """Class ``g`` has moved: what its scores were says nothing any more."""
    if cache.cost_counters[SCORED]:
        for b in range(cache.scores.shape[0]):
            cache.scores[b, g] = np.inf


@kernel
def score_block(cache, discriminant, r):
    """Score all classes for the samples ``r`` and after, as they stand now."""
    n_samples, n_classes = cache.scores.shape
    for b in range(r, n_samples):
        copy(cache.X[b], cache.X_scored[b])
    slope, offset = np.empty(PANEL, np.float32), np.empty(PANEL, np.float32)
    for first in range(0, n_classes, PANEL):
        last = min(first + PANEL, n_classes)
        inner = np.dot(discriminant.beta[first:last], cache.X_scored[r:].T)
        for k in range(last - first):
            slope[k], offset[k] = score_coefficients(discriminant, first + k)
        for b in range(r, n_samples):
            scores = cache.scores[b, first:last]
            for k in range(last - first):
                scores[k] = slope[k] * inner[k, b - r] + offset[k]
    cache.cost_counters[SCORED] = 1.0
    cache.cost_counters[SPENT] = SCORE_COST * (n_samples - r) * n_classes


@dot.case(ScoreCache)
def _dot(cache, r, w):
    return dot_dense(cache.X[r], w)


@max_tries.case(ScoreCache)
def _max_tries(cache, n_classes):
    return int(cache.cost_counters[MAX_TRIES])


@sample_violator.case(ScoreCache)
def _sample_violator(cache, discriminant, r, labels, i, threshold, rng):
    if not cache.cost_counters[SCORED]:
        score_block(cache, discriminant, r)
    least = least_score(discriminant, cache.X[r], cache.X_scored[r], threshold)
    scores = cache.scores[r]
    violator, count = -1, 0
    for first in range(0, labels.n_classes, PANEL):
        last = min(first + PANEL, labels.n_classes)
        if n_above(scores[first:last], least) == 0:
            continue
        for g in range(first, last):
            if scores[g] > least and exceeds(discriminant, cache, r, g, threshold) and not is_correct(labels, i, g):
                count += 1
                if below(rng, count) == 0:  # reservoir sampling
                    violator = g
    left, wrong = labels.n_classes - cache.cost_counters[MAX_TRIES], labels.n_classes - n_correct(labels, i)
    cache.cost_counters[SAVED] += min(left, wrong / count) if count else left
    return violator, count


@kernel
def n_above(scores, least):
    """How many of the scores exceed ``least``: counting runs in vector registers, a search would not."""
    count = 0
    for k in range(scores.shape[0]):
        count += scores[k] > least
    return count


@kernel
def rounding(m):
    """Bound of the relative error of float32 inner products of length m."""
    return (m + 8) * 2e-7


@score_coefficients.case(Distance)
def _score_coefficients_distance(discriminant, g):
    beta = discriminant.beta[g]
    return np.float32(2), np.float32(-(1.0 - rounding(beta.shape[0])) * dot_dense(beta, beta))


@least_score.case(Distance)
def _least_score_distance(discriminant, z, z_scored, threshold):
    reach = np.sqrt(max(0.0, -threshold)) + np.sqrt(squared_distance(z, z_scored))
    slack = rounding(z.shape[0])
    return np.float32((1.0 - slack) * dot_dense(z_scored, z_scored) - (1.0 + slack) * reach * reach)


@score_coefficients.case(Inner)
def _score_coefficients_inner(discriminant, g):
    return discriminant.scale[g], np.float32(0)


@least_score.case(Inner)
def _least_score_inner(discriminant, z, z_scored, threshold):
    longest = 1.001 * np.sqrt(discriminant.squared_norm.max())
    drift = np.sqrt(squared_distance(z, z_scored)) + rounding(z.shape[0]) * np.sqrt(dot_dense(z_scored, z_scored))
    return np.float32(threshold - longest * drift * (1.0 + rounding(z.shape[0])) - abs(threshold) * 1e-6)
