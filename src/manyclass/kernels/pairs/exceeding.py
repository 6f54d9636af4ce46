"""Which of all pairs have a score above a level as they move."""

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel


@inner_kernel
def _exceeds(score, move, first, last, level):
    return (score + first * move > level) | (score + last * move > level)


@inner_kernel
def _count(scores, moves, first, last, level):
    """How many do: without a branch, so that it is done in vector registers."""
    count = 0
    for g in range(scores.shape[0]):
        count += _exceeds(scores[g], moves[g], first, last, level)
    return count


@kernel
def exceeding(scores, moves, first, last, level):
    """Rising places, int64, whose score exceeds the level after the ``first`` or the ``last`` share of its move.

    ``scores`` and ``moves`` are float64 (n, G), C-ordered; a place is i·G + g. Not a number exceeds no level.
    """
    n, n_classes = scores.shape
    places, found = np.empty(n, np.int64), 0
    for i in range(n):
        count = _count(scores[i], moves[i], first, last, level)
        if count == 0:
            continue
        if found + count > places.shape[0]:
            more = np.empty(2 * (found + count), np.int64)
            more[:found] = places[:found]
            places = more
        for g in range(n_classes):
            if _exceeds(scores[i, g], moves[i, g], first, last, level):
                places[found] = i * n_classes + g
                found += 1
    return places[:found].copy()
