"""WARP's search for a violator of an embedded sample: uniform tries, or scores of all classes, with one outcome.

The k-th try of a sample is drawn by number, so which class it is does not depend on how the search goes about it. It
may score the classes tried one by one; or list all violators, from the cached scores of the block or from a look at
all classes, and see which try is the first to hit one: none if the list is empty. What is cheaper decides how, not
what is found.

Costs are counted in tries. A scored class costs a share of a try (`SHARE`): as many multiply-adds, which a product of
matrices does at up to as many times the speed as a block has samples, since it reads a class vector once for all of
them. Its share is thus between 1 / BLOCK, where reading is all that counts, and 1; their geometric mean, 1 / √BLOCK, is
the one that is least wrong on any machine. Where the class vectors are more than a second cache holds, reading counts
for more, as a try then waits for memory: there it is half of that. As scores are made once tries and looks have cost as
much, and made anew after as many doubtful ones, a share that is off by a factor costs no more than about that factor.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import exceeds, score
from manyclass.kernels.common.dispatch import inner_kernel, written_out
from manyclass.kernels.common.exceeding import n_above
from manyclass.kernels.common.labels import is_correct
from manyclass.kernels.common.rng import next_word, numbered_below
from manyclass.kernels.common.rows import Dense, dot, dot_dense
from manyclass.kernels.embedding.block import BLOCK, EmbeddedSamples
from manyclass.kernels.embedding.score_cache import (
    LANES,
    LINE,
    NONE,
    ScoreCache,
    drift_bounds,
    embed_for_scores,
    list_violators,
    new_cache,
    score_bounds,
    score_classes,
)
from manyclass.kernels.sgd.violator_sampling import find_hardest, search_violator

SHARE = BLOCK**-0.5
CACHED = 2**20  # bytes of class vectors that stay in a second cache
# What a class costs in a look at all of them, many side by side and in order, so that no memory is waited for.
LOOK = 0.125
EXPECTED, SPENT, LOOKED, DOUBTFUL = range(4)
WRONG, VIOLATOR, CORRECT = np.arange(3, dtype=np.uint8)


class Query(NamedTuple):
    """The embedded samples of a block, as rows of which the b-th is right in the step of the b-th.

    ``X`` float32 (K, m) is the ``Z`` of the block. ``violators`` int32 (G,) is room for a list of classes, and
    ``marks`` uint8 (G,) for one mark each, all `WRONG` between searches.

    ``costs`` float64 (4,), in tries: expected of a block without scores; spent without them on this one, or what
    would have been; spent on looking at all classes; and on doubtful scores since they were made.
    """

    X: np.ndarray
    embedded: EmbeddedSamples
    cache: ScoreCache
    violators: np.ndarray
    marks: np.ndarray
    costs: np.ndarray


def new_query(block, beta, directions):
    """For the samples of the block and the class vectors ``beta``, which are to be measured by `measure_classes`.

    ``directions`` float32 (h, m) are those near which they lie, as `main_directions` has them; h = 0 for none.
    """
    violators, marks = np.zeros(len(beta), np.int32), np.zeros(len(beta), np.uint8)
    return Query(block.Z, block.embedded, new_cache(beta, directions), violators, marks, np.zeros(4))


@written_out
def begin_search(query):
    """Forget the last block's scores; whether those of all samples of this one are worth computing at once.

    If so, they are to be computed next, from what has been embedded here.
    """
    costs, cache, first = query.costs, query.cache, np.int64(0)  # a literal would compile what it is passed to again
    costs[EXPECTED] = 0.5 * (costs[EXPECTED] + costs[SPENT])
    costs[SPENT] = costs[LOOKED] = costs[DOUBTFUL] = 0.0
    cache.first[0] = NONE
    if costs[EXPECTED] < cost_of_scores(query, first):
        return False
    embed_for_scores(cache, query.embedded, first)
    return True


@inner_kernel
def cost_of_scores(query, r):
    """What it costs to score all classes for the samples ``r`` and after."""
    n_classes, m, width = query.marks.shape[0], query.X.shape[1], query.cache.points.shape[1]
    share = SHARE if 4 * n_classes * m <= CACHED else 0.5 * SHARE
    return share * n_classes * (BLOCK - r) * width / m


@dot.case(Query)
def _dot(query, r, w):
    return dot_dense(query.X[r], w)


@search_violator.case(Query)
def _search_violator(query, discriminant, b, labels, i, threshold, rng):
    key, n_classes = next_word(rng), labels.n_classes
    drawn = tries = 0
    if query.cache.first[0] == NONE:
        stop = int(LOOK * n_classes)
        violator, drawn, tries = try_classes(discriminant, Dense(query.X), b, labels, i, threshold, key, stop)
        if violator >= 0:
            query.costs[SPENT] += tries
            return violator, tries
    return search_all(query, discriminant, b, labels, i, threshold, key, drawn, tries)


@find_hardest.case(Query)
def _find_hardest(query, discriminant, b, labels, i, threshold):
    """All classes are scored, by the z of the sample's turn."""
    rows, hardest, highest = Dense(query.X), -1, threshold
    for g in range(labels.n_classes):
        f = score(discriminant, rows, b, g)
        if f > highest and not is_correct(labels, i, g):
            hardest, highest = g, f
    return hardest


@written_out
def search_all(query, discriminant, b, labels, i, threshold, key, drawn, tries):
    """The search goes on with the help of a list of all violators, or of scores."""
    rows, cache, costs, n_classes = Dense(query.X), query.cache, query.costs, labels.n_classes
    violator, look = -1, LOOK * n_classes
    if cache.first[0] == NONE and costs[LOOKED] + look <= cost_of_scores(query, b):
        costs[LOOKED] += look
        count = list_by_looking(cache, discriminant, rows, b, labels, i, threshold, query.violators)
    else:
        update_scores(query, discriminant, b)
        bounds = score_bounds(cache, discriminant, query.X[b], b, threshold)
        count = n_above(cache.highest[b], 0, cache.highest.shape[1], bounds[0])
        if drawn == 0:  # some tries before a list: as many as there are chunks to look through
            stop = min(count, n_classes)
            violator, drawn, tries = try_scores(
                discriminant, rows, b, labels, i, threshold, key, stop, bounds, cache.first[0], cache.scores
            )
        if count > 0 and violator < 0:
            count, doubtful = list_violators(
                cache, discriminant, rows, b, labels, i, threshold, bounds, query.violators
            )
            costs[DOUBTFUL] += doubtful
    if violator < 0:
        if count == 0:
            tries = n_classes
        else:
            violator, tries = try_list(query.violators[:count], query.marks, labels, i, key, drawn, tries)
    costs[SPENT] += tries if tries < look else 2.0 * look
    return violator, tries


@inner_kernel
def try_classes(discriminant, rows, b, labels, i, threshold, key, stop):
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
            if exceeds(discriminant, rows, b, g, threshold):
                return g, drawn, tries
    return -1, drawn, tries


@inner_kernel
def try_scores(discriminant, rows, b, labels, i, threshold, key, stop, bounds, first, scores):
    """`try_classes` for a sample that has scores: only those in doubt are computed again."""
    possible, certain = bounds
    drawn = tries = 0
    while tries < stop:
        drawn += 1
        g = numbered_below(key, drawn, labels.n_classes)
        if not is_correct(labels, i, g):
            tries += 1
            score = scores[g * (BLOCK - first) + b - first]
            if certain < score < np.inf:
                return g, drawn, tries
            if score > possible and exceeds(discriminant, rows, b, g, threshold):
                return g, drawn, tries
    return -1, drawn, tries


@inner_kernel
def list_by_looking(cache, discriminant, rows, b, labels, i, threshold, violators):
    """List all violators in ``violators`` int32 (G,), and return their number, without the scores of the block.

    Scores of the sample alone, many classes at once, say which they may be.
    """
    z, products, count = rows.X[b], cache.products, 0
    possible = drift_bounds(discriminant, z, z, cache.longest[0], threshold)[0]
    for panel in range(cache.side_by_side.shape[0]):
        multiply_columns(cache.side_by_side[panel], z, products)
        first = panel * LANES
        slope, offset = cache.slope[first : first + LANES], cache.offset[first : first + LANES]
        for c in range(slope.shape[0]):
            products[c] = slope[c] * products[c] - offset[c]
        if n_above(products, 0, slope.shape[0], possible) == 0:
            continue
        for c in range(slope.shape[0]):
            g = first + c
            if products[c] > possible and exceeds(discriminant, rows, b, g, threshold) and not is_correct(labels, i, g):
                violators[count] = g
                count += 1
    return count


@inner_kernel
def multiply_columns(columns, z, products):
    """``products`` float32 (LANES,) = columnsᵀ z, of ``columns`` float32 (m, LANES)."""
    m = z.shape[0]
    for c in range(LANES):
        products[c] = 0.0
    for j in range(0, m - 3, 4):
        v, z0, z1, z2, z3 = columns[j : j + 4], z[j], z[j + 1], z[j + 2], z[j + 3]
        for c in range(LANES):
            products[c] += (z0 * v[0, c] + z1 * v[1, c]) + (z2 * v[2, c] + z3 * v[3, c])
    for j in range(m // 4 * 4, m):
        v, z0 = columns[j], z[j]
        for c in range(LANES):
            products[c] += z0 * v[c]


@written_out
def update_scores(query, discriminant, b):
    """Score all classes if that has not been done, or once so many scores were in doubt as it costs."""
    r, n_classes = b // LINE * LINE, query.marks.shape[0]
    if query.cache.first[0] == NONE or query.costs[DOUBTFUL] > cost_of_scores(query, r):
        embed_for_scores(query.cache, query.embedded, r)
        score_classes(query.cache, 0, n_classes)
        query.costs[DOUBTFUL] = 0.0


@inner_kernel
def try_list(violators, marks, labels, i, key, drawn, tries):
    """The first try to come that hits one of these violators: the class, or -1, and its number, or G."""
    mark_classes(marks, violators, labels, i, VIOLATOR, CORRECT)
    violator, n_classes = -1, labels.n_classes
    while tries < n_classes:
        while tries + LINE <= n_classes and all_wrong(marks, key, drawn):
            drawn += LINE
            tries += LINE
        drawn += 1
        g = numbered_below(key, drawn, n_classes)
        tries += marks[g] != CORRECT
        if marks[g] == VIOLATOR:
            violator = g
            break
    mark_classes(marks, violators, labels, i, WRONG, WRONG)
    return violator, min(tries, n_classes)


@inner_kernel
def all_wrong(marks, key, drawn):
    """Whether the next few tries hit neither a violator nor a correct class; without a branch for each."""
    found = marks[0] & np.uint8(0)
    for k in range(1, LINE + 1):
        found |= marks[numbered_below(key, drawn + k, marks.shape[0])]
    return found == 0


@inner_kernel
def mark_classes(marks, violators, labels, i, of_violators, of_correct):
    """Mark these violators, and the correct classes of sample i."""
    for k in range(violators.shape[0]):
        marks[violators[k]] = of_violators
    for k in range(labels.indptr[i], labels.indptr[i + 1]):
        marks[labels.classes[k]] = of_correct
