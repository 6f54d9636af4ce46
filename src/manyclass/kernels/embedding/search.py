"""WARP's search for a violator of an embedded sample: uniform tries, or scores of all classes, with one outcome.

The k-th try of a sample is drawn by number, so which class it is does not depend on how the search goes about it. It
may score the classes tried one by one; or list all violators, from the cached scores of the block or from a look at
all classes, and see which try is the first to hit one: none if the list is empty. What is cheaper decides how, not
what is found.

Costs are counted in tries. A scored class costs a share of a try (`SHARE`): as many multiply-adds, which a product of
matrices does at up to as many times the speed as a block has samples, since it reads a class vector once for all of
them. Its share is thus between 1 / BLOCK, where reading is all that counts, and 1; their geometric mean, 1 / √BLOCK, is
the one that is least wrong on any machine. As tries stop after as many as scores would have cost, and scores are
made anew after as many doubtful ones, a share that is off by a factor costs no more than about that factor.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import exceeds
from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.labels import is_correct
from manyclass.kernels.common.rng import next_word, numbered_below
from manyclass.kernels.common.rows import dot, dot_dense
from manyclass.kernels.embedding.block import BLOCK, Block
from manyclass.kernels.embedding.score_cache import (
    CHUNK,
    LINE,
    NONE,
    ScoreCache,
    embed_for_scores,
    list_violators,
    n_above,
    new_cache,
    score_bounds,
    score_classes,
)
from manyclass.kernels.sgd.violator_sampling import search_violator

SHARE = BLOCK**-0.5
EXPECTED, SPENT, LOOKED, DOUBTFUL = range(4)
WRONG, VIOLATOR, CORRECT = range(3)


class Query(NamedTuple):
    """The embedded samples of a block, as rows of which the b-th is right in the step of the b-th.

    ``X`` float32 (K, m) is ``block.Z``. ``violators`` int32 (G,) is room for a list of classes, and ``marks`` uint8
    (G,) for one mark each, all `WRONG` between searches.

    ``costs`` float64 (4,), in tries: expected of a block without scores; spent without them on this one, or what
    would have been; spent on looking at all classes; and on doubtful scores since they were made.
    """

    X: np.ndarray
    block: Block
    cache: ScoreCache
    violators: np.ndarray
    marks: np.ndarray
    costs: np.ndarray


@kernel
def new_query(block, discriminant):
    """For the samples of the block and the classes of the discriminant, `Inner` or `Distance`."""
    n_classes = discriminant.beta.shape[0]
    return Query(
        block.Z,
        block,
        new_cache(discriminant, block.Z.shape[1]),
        np.zeros(n_classes, np.int32),
        np.zeros(n_classes, np.uint8),
        np.zeros(4),
    )


@kernel
def begin_search(query):
    """Forget the last block's scores; whether those of all samples of this one are worth computing at once.

    If so, they are to be computed next, from what has been embedded here.
    """
    costs, cache = query.costs, query.cache
    costs[EXPECTED] = 0.5 * (costs[EXPECTED] + costs[SPENT])
    costs[SPENT] = costs[LOOKED] = costs[DOUBTFUL] = 0.0
    cache.first[0] = NONE
    if costs[EXPECTED] <= cost_of_scores(query, 0):
        return False
    embed_for_scores(cache, query.block, 0)
    return True


@inner_kernel
def cost_of_scores(query, r):
    """What it costs to score all classes for the samples ``r`` and after."""
    return SHARE * query.marks.shape[0] * (BLOCK - r)


@dot.case(Query)
def _dot(query, r, w):
    return dot_dense(query.X[r], w)


@search_violator.case(Query)
def _search_violator(query, discriminant, b, labels, i, threshold, rng):
    key, cache, costs, n_classes = next_word(rng), query.cache, query.costs, labels.n_classes
    violator, drawn, tries, limit = -1, 0, 0, int(SHARE * n_classes)
    if cache.first[0] == NONE:
        violator, drawn, tries = try_classes(query, discriminant, b, labels, i, threshold, key, limit)
    if violator < 0:
        if cache.first[0] == NONE and costs[LOOKED] + n_classes <= cost_of_scores(query, b):
            costs[LOOKED] += n_classes
            count = look_at_all(query, discriminant, b, labels, i, threshold)
        else:
            update_scores(query, discriminant, b)
            bounds = bounds_of(query, discriminant, b, threshold)
            n_chunks = n_above(cache.highest[b], bounds[0])
            if drawn == 0 and n_chunks > 0:
                stop = min(n_chunks, n_classes)
                violator, drawn, tries = try_scores(query, discriminant, b, labels, i, threshold, bounds, key, stop)
            count = 0
            if violator < 0 and n_chunks > 0:
                count, doubtful = list_violators(
                    cache, discriminant, query, b, labels, i, threshold, bounds, query.violators
                )
                costs[DOUBTFUL] += doubtful
        if violator < 0 and count > 0:
            violator, tries = try_list(query, labels, i, key, count, drawn, tries)
    costs[SPENT] += tries if violator >= 0 and tries <= limit else limit + n_classes
    return violator, tries if violator >= 0 else n_classes


@inner_kernel
def try_classes(query, discriminant, b, labels, i, threshold, key, stop):
    """Score the classes tried, until one violates or there have been so many.

    Returns
    -------
    violator, drawn, tries : int
        The class, or -1; how many have been drawn, and how many of these were wrong classes.
    """
    drawn = tries = 0
    while tries < stop:
        drawn += 1
        g = numbered_below(key, drawn, labels.n_classes)
        if not is_correct(labels, i, g):
            tries += 1
            if exceeds(discriminant, query, b, g, threshold):
                return g, drawn, tries
    return -1, drawn, tries


@inner_kernel
def try_scores(query, discriminant, b, labels, i, threshold, bounds, key, stop):
    """`try_classes` for a sample that has scores: only those in doubt are computed again."""
    cache, (possible, certain) = query.cache, bounds
    first = cache.first[0]
    drawn = tries = 0
    while tries < stop:
        drawn += 1
        g = numbered_below(key, drawn, labels.n_classes)
        if not is_correct(labels, i, g):
            tries += 1
            if cache.highest[b, g // CHUNK] > possible:
                score = cache.scores[g * (BLOCK - first) + b - first]
                if certain < score < np.inf:
                    return g, drawn, tries
                if score > possible and exceeds(discriminant, query, b, g, threshold):
                    return g, drawn, tries
    return -1, drawn, tries


@inner_kernel
def look_at_all(query, discriminant, b, labels, i, threshold):
    """List the violators, and return their number, without any scores."""
    count = 0
    for g in range(labels.n_classes):
        if exceeds(discriminant, query, b, g, threshold) and not is_correct(labels, i, g):
            query.violators[count] = g
            count += 1
    return count


@kernel
def update_scores(query, discriminant, b):
    """Score all classes if that has not been done, or once so many scores were in doubt as it costs."""
    r = b // LINE * LINE
    if query.cache.first[0] == NONE or query.costs[DOUBTFUL] > cost_of_scores(query, r):
        embed_for_scores(query.cache, query.block, r)
        score_classes(query.cache, discriminant, 0, query.marks.shape[0])
        query.costs[DOUBTFUL] = 0.0


@inner_kernel
def bounds_of(query, discriminant, b, threshold):
    """The `score_bounds` of sample b as it is now."""
    cache = query.cache
    return score_bounds(discriminant, query.X[b], cache.Z_scored[b], cache.longest[0], threshold)


@inner_kernel
def try_list(query, labels, i, key, count, drawn, tries):
    """The first try to come that hits one of the ``count`` violators listed: the class or -1, and its number."""
    marks, n_classes = query.marks, labels.n_classes
    mark_classes(query, labels, i, count, CORRECT, VIOLATOR)
    violator = -1
    while tries < n_classes:
        drawn += 1
        g = numbered_below(key, drawn, n_classes)
        tries += marks[g] != CORRECT
        if marks[g] == VIOLATOR:
            violator = g
            break
    mark_classes(query, labels, i, count, WRONG, WRONG)
    return violator, tries


@inner_kernel
def mark_classes(query, labels, i, count, of_correct, of_violators):
    """Mark the correct classes of sample i, and the violators listed."""
    for k in range(labels.indptr[i], labels.indptr[i + 1]):
        query.marks[labels.classes[k]] = of_correct
    for k in range(count):
        query.marks[query.violators[k]] = of_violators
