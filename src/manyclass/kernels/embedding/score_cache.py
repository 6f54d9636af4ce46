"""Scores of all classes for the samples of a block, a little out of date, and what they still say for certain.

One matrix product scores every class for every sample of a block in a fraction of the time that the classes take one
by one. The steps in between move z and a few class vectors. A class that has not moved lies within ‖z - z_scored‖ of
where its score says (triangle and Cauchy-Schwarz inequalities): by that it violates now for certain, or not, or is in
doubt. Only those in doubt, and those that have moved, are scored again, so the violators found are the true ones.

Where class vectors lie near fewer directions than they have elements, the product is of their coordinates in these
alone, and of one more: the length of the rest. So is that of z, which makes a score an upper bound, too high by no more
than twice the product of both rests (Cauchy-Schwarz).

Scores are worked on by panels of classes, each by itself, so that several threads may share them; whatever is
computed from a panel's scores is computed while they are in cache.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import (
    Distance,
    DistanceByElement,
    DistanceInBall,
    Inner,
    exceeds,
    squared_distance,
)
from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel
from manyclass.kernels.common.labels import is_correct
from manyclass.kernels.common.rows import dot_dense
from manyclass.kernels.embedding.block import BLOCK, embed_sample, rows_by_rows

# Classes whose highest score is kept: a search skips them all if that is too low.
CHUNK = 16
# Classes per matrix product: large beside the samples of a block, while its scores leave room in the second cache.
CLASS_PANEL = 32 * CHUNK
# Classes of which one sample's scores are computed side by side.
LANES = 32
# Samples that are scored together fill whole cache lines.
LINE = 16
NONE = -1


class ScoreCache(NamedTuple):
    """Scores of the samples ``first[0]``.. of a block, if there are any.

    ``first`` int64 (1,) is `NONE` before they are computed. ``Z_scored`` float32 (K, m) are the embedded samples as
    they were then, ``scores`` float32 (G · K,), to be read as (G, K - first), the scores: infinite for a class that
    has moved since. ``highest`` float32 (K, chunks) is the highest of every chunk of classes.

    Products are of ``vectors`` float32 (G, w), the classes, and ``points`` float32 (K, w), the samples: the β_g and
    ``Z_scored`` themselves if ``directions`` float32 (h, m) has none, else h = w - 1 coordinates and the length of the
    rest.

    ``slope`` and ``offset`` float32 (G,) make scores of inner products, slope_g · β_gᵀz - offset_g; ``longest``
    float64 (1,) is at least the length of every class vector, and ``longest_rest`` at least that of every rest, times
    its slope, 0 without directions. ``room`` float32 (panels, K) is for the work on each.

    ``side_by_side`` float32 (⌈G / LANES⌉, m, LANES) are the β_g again, as many as there are lanes in columns, and
    ``products`` float32 (LANES,) is for the inner products of one sample with them.
    """

    first: np.ndarray
    Z_scored: np.ndarray
    scores: np.ndarray
    highest: np.ndarray
    directions: np.ndarray
    vectors: np.ndarray
    points: np.ndarray
    slope: np.ndarray
    offset: np.ndarray
    longest: np.ndarray
    longest_rest: np.ndarray
    room: np.ndarray
    side_by_side: np.ndarray
    products: np.ndarray


@inner_by_type
def measure_class(discriminant, cache, g):
    """``cache.slope`` and ``cache.offset`` of class g as it is now; returns the square of its length."""


@inner_by_type
def drift_bounds(discriminant, z, z_scored, longest, threshold):
    """Two scores of z_scored, float32: f(z; g) > threshold for certain above the second, and only above the first.

    They hold for every class that has not moved, f being what `exceeds` computes, rounding included.
    """


def new_cache(beta, directions):
    """No scores yet of the classes ``beta`` float32 (G, m), which are to be measured, by the ``directions``."""
    (n_classes, m), h = beta.shape, len(directions)
    Z_scored = np.zeros((BLOCK, m), np.float32)
    return ScoreCache(
        np.full(1, NONE),
        Z_scored,
        np.zeros(n_classes * BLOCK, np.float32),
        np.zeros((BLOCK, (n_classes + CHUNK - 1) // CHUNK), np.float32),
        directions,
        np.zeros((n_classes, h + 1), np.float32) if h else beta,
        np.zeros((BLOCK, h + 1), np.float32) if h else Z_scored,
        np.zeros(n_classes, np.float32),
        np.zeros(n_classes, np.float32),
        np.zeros(1),
        np.zeros(1),
        np.zeros(((n_classes + CLASS_PANEL - 1) // CLASS_PANEL, BLOCK), np.float32),
        np.zeros(((n_classes + LANES - 1) // LANES, m, LANES), np.float32),
        np.zeros(LANES, np.float32),
    )


@inner_kernel
def measure_classes(cache, discriminant):
    """All classes as they are now, before the first scores."""
    for g in range(cache.slope.shape[0]):
        _measure(cache, discriminant, g)


@inner_kernel
def _measure(cache, discriminant, g):
    """Class g as it is now. One that shrinks leaves the bounds of all too high, which is no error."""
    squared_norm = measure_class(discriminant, cache, g)
    cache.longest[0] = max(cache.longest[0], 1.001 * np.sqrt(squared_norm))
    beta, columns = discriminant.beta[g], cache.side_by_side[g // LANES]
    for j in range(beta.shape[0]):
        columns[j, g % LANES] = beta[j]
    if cache.directions.shape[0] > 0:
        rest = compute_coordinates(cache.directions, discriminant.beta[g], cache.vectors[g])
        cache.longest_rest[0] = max(cache.longest_rest[0], 1.001 * cache.slope[g] * rest)


@inner_kernel
def compute_coordinates(directions, v, coordinates):
    """``coordinates`` float32 (h + 1,) of ``v`` float32 (m,): by directions, then the length of the rest.

    Returns
    -------
    float
        The last of them, which is at least that long in spite of rounding, that of the directions included.
    """
    h, squared_norm, within = directions.shape[0], dot_dense(v, v), 0.0
    for k in range(h):
        along = dot_dense(directions[k], v)
        coordinates[k] = along
        within += along * along
    coordinates[h] = np.sqrt(max(0.0, squared_norm - within) + rounding(v.shape[0]) * squared_norm)
    return coordinates[h]


@inner_kernel
def invalidate_class(cache, discriminant, g):
    """Class ``g`` has moved: what its scores were says nothing any more."""
    _measure(cache, discriminant, g)
    first = cache.first[0]
    if first != NONE:
        width = BLOCK - first
        for k in range(g * width, (g + 1) * width):
            cache.scores[k] = np.inf
        for b in range(first, BLOCK):
            cache.highest[b, g // CHUNK] = np.inf


@inner_kernel
def embed_for_scores(cache, embedded, r):
    """What the scores of the samples ``r`` and after are to be computed from."""
    cache.first[0] = r
    for b in range(r, BLOCK):
        embed_sample(embedded, b, cache.Z_scored[b])
        if cache.directions.shape[0] > 0:
            compute_coordinates(cache.directions, cache.Z_scored[b], cache.points[b])


@inner_kernel
def score_bounds(cache, discriminant, z, b, threshold):
    """`drift_bounds` for the scores of sample b, which ``z`` float32 (m,) is now, and may be too high by the rests."""
    possible, certain = drift_bounds(discriminant, z, cache.Z_scored[b], cache.longest[0], threshold)
    rest = cache.points[b, cache.points.shape[1] - 1]
    return possible, np.float32(certain + 2.002 * rest * cache.longest_rest[0])  # twice, and some room for rounding


@inner_kernel
def score_classes(cache, first, last):
    """Score the classes first..last-1, one panel after the other; ``first`` is where a panel begins."""
    r = cache.first[0]
    width, n_classes = BLOCK - r, cache.slope.shape[0]
    scores = cache.scores[: n_classes * width].reshape(n_classes, width)
    for start in range(first, last, CLASS_PANEL):
        stop = min(start + CLASS_PANEL, last)
        rows_by_rows(cache.vectors[start:stop], cache.points[r:], scores[start:stop])
        for chunk in range(start // CHUNK, (stop + CHUNK - 1) // CHUNK):
            _finish_chunk(cache, scores, chunk, stop, cache.room[start // CLASS_PANEL])


@inner_kernel
def _finish_chunk(cache, scores, chunk, stop, highest):
    """Scores from inner products, and the highest of them for every sample."""
    for k in range(highest.shape[0]):
        highest[k] = -np.inf
    for g in range(chunk * CHUNK, min((chunk + 1) * CHUNK, stop)):
        of_class, slope, offset = scores[g], cache.slope[g], cache.offset[g]
        for k in range(of_class.shape[0]):
            score = slope * of_class[k] - offset
            of_class[k] = score
            highest[k] = max(highest[k], score)  # a store on a condition would take four times as long
    r = cache.first[0]
    for k in range(scores.shape[1]):
        cache.highest[r + k, chunk] = highest[k]


@inner_kernel
def list_violators(cache, discriminant, rows, b, labels, i, threshold, bounds, violators):
    """``violators`` int32 (G,) receives all of sample b in order; ``rows`` `Dense` holds its z as of now.

    Returns
    -------
    n_violators, n_doubtful : int
        How many there are, and how many classes had to be scored again.
    """
    possible, certain = bounds
    first, n_classes = cache.first[0], labels.n_classes
    highest, width = cache.highest[b], BLOCK - first
    count = doubtful = 0
    for chunk in range(highest.shape[0]):
        if highest[chunk] > possible:
            for g in range(chunk * CHUNK, min((chunk + 1) * CHUNK, n_classes)):
                score = cache.scores[g * width + b - first]
                if score > possible and not is_correct(labels, i, g):
                    in_doubt = not certain < score < np.inf
                    doubtful += in_doubt
                    if not in_doubt or exceeds(discriminant, rows, b, g, threshold):
                        violators[count] = g
                        count += 1
    return count, doubtful


@inner_kernel
def rounding(m):
    """Bound of the relative error of float32 sums of m products, in any order, with some room."""
    return (m + 8) * 2e-7


@measure_class.case(Distance)
@measure_class.case(DistanceInBall)
@measure_class.case(DistanceByElement)
def _measure_class_distance(discriminant, cache, g):
    """The score is ‖z‖² + f(z; g), if not for the room for the rounding errors of ‖β_g‖² and of the product."""
    beta = discriminant.beta[g]
    squared_norm = dot_dense(beta, beta)
    cache.slope[g], cache.offset[g] = 2.0, (1.0 - rounding(beta.shape[0])) * squared_norm
    return squared_norm


@drift_bounds.case(Distance)
@drift_bounds.case(DistanceInBall)
@drift_bounds.case(DistanceByElement)
def _drift_bounds_distance(discriminant, z, z_scored, longest, threshold):
    """A violator lies within √-threshold of z, so within that and the drift of z_scored; one that lies within the
    difference of the two of z_scored violates."""
    slack, squared_norm = rounding(z.shape[0]), dot_dense(z_scored, z_scored)
    radius, drift = np.sqrt(max(0.0, -threshold)), np.sqrt(squared_distance(z, z_scored))
    reach = radius + drift
    possible = np.float32((1.0 - slack) * squared_norm - (1.0 + slack) * reach * reach)
    reach = (1.0 - slack) * radius - (1.0 + slack) * drift
    if reach <= 0.0:
        return possible, np.float32(np.inf)
    return possible, np.float32((1.0 + slack) * squared_norm + 2.0 * slack * longest * longest - reach * reach)


@measure_class.case(Inner)
def _measure_class_inner(discriminant, cache, g):
    cache.slope[g] = discriminant.scale[g]
    return discriminant.squared_norm[g]


@drift_bounds.case(Inner)
def _drift_bounds_inner(discriminant, z, z_scored, longest, threshold):
    slack = rounding(z.shape[0])
    drift = np.sqrt(squared_distance(z, z_scored)) + slack * np.sqrt(dot_dense(z_scored, z_scored))
    change = longest * drift * (1.0 + slack) + abs(threshold) * 1e-6
    return np.float32(threshold - change), np.float32(threshold + change)
