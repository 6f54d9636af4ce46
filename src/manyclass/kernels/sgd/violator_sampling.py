"""How a wrong class is chosen: by a uniform draw, WARP's search, or among all; and the chain of last violators."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import exceeds, score
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.labels import draw_wrong, is_correct, n_correct
from manyclass.kernels.common.rng import below, geometric
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant


class Uniform(NamedTuple):
    """AUC sampling (Grangier & Bengio 2008; Gupta et al. 2014, section 5.1): a single uniform try."""


class Warp(NamedTuple):
    """WARP sampling (Weston et al. 2011; Gupta et al. 2014, section 5.2): tries until one violates."""


class Hardest(NamedTuple):
    """The wrong class of the highest score (Crammer & Singer 2001; Perronnin et al. 2012, table 1: MUL)."""


class LastViolators(NamedTuple):
    """The last violator of each class, ``of`` int32 (G,), -1 for none, and how far its chain is followed.

    ``depth`` is the order Q of Gupta et al. (2014), equation 15; 0 ignores nothing.
    """

    of: np.ndarray
    depth: int


@by_type
def draw_violator(sampler, discriminant, rows, r, labels, i, threshold, state):
    """A wrong class with f > threshold and the number of tries it took; class -1 when none was found.

    Scores are those of row ``r`` of ``rows``, which is sample ``i`` itself or its embedding.
    """


@draw_violator.case(Uniform)
def _single_try(sampler, discriminant, rows, r, labels, i, threshold, state):
    g = draw_wrong(labels, i, state)
    if exceeds(discriminant, rows, r, g, threshold):
        return g, 1
    return -1, 1


@draw_violator.case(Warp)
def _until_one_violates(sampler, discriminant, rows, r, labels, i, threshold, state):
    """G uniform tries at the most, in distribution; a few of them drawn, the rest replaced by one survey.

    With H violators among the wrong classes, the tries still to come are geometric with p = H / #wrong, and
    the violator they end at is uniform among the H. The patience may depend on all that has been, not on what
    comes.
    """
    limit = min(patience(rows, labels.n_classes), labels.n_classes)
    for tries in range(1, limit + 1):
        g = draw_wrong(labels, i, state)
        if exceeds(discriminant, rows, r, g, threshold):
            return g, tries
    g, count = survey(rows, discriminant, r, labels, i, threshold, state)
    if count == 0:
        return -1, labels.n_classes
    tries = limit + geometric(state, count / (labels.n_classes - n_correct(labels, i)))
    if tries > labels.n_classes:
        return -1, labels.n_classes
    return g, tries


@draw_violator.case(Hardest)
def _highest_of_all(sampler, discriminant, rows, r, labels, i, threshold, state):
    """Of equal ones the first; all wrong classes count as tried."""
    chosen, highest = -1, threshold
    for g in range(labels.n_classes):
        f = score(discriminant, rows, r, g)
        if f > highest and not is_correct(labels, i, g):
            chosen, highest = g, f
    return chosen, labels.n_classes - n_correct(labels, i)


@by_type
def patience(rows, n_classes):
    """Uniform tries before the survey: about as many as cost what it costs."""


@by_type
def survey(rows, discriminant, r, labels, i, threshold, state):
    """A violator drawn uniformly from all of them, -1 for none, and their number."""


@patience.case(Dense)
@patience.case(Sparse)
@patience.case(WithConstant)
def _patience(rows, n_classes):
    return 4 + n_classes // 8


@survey.case(Dense)
@survey.case(Sparse)
@survey.case(WithConstant)
def _survey(rows, discriminant, r, labels, i, threshold, state):
    chosen, count = -1, 0
    for g in range(labels.n_classes):
        if exceeds(discriminant, rows, r, g, threshold) and not is_correct(labels, i, g):
            count += 1
            if below(state, count) == 0:  # reservoir sampling
                chosen = g
    return chosen, count


@kernel
def is_ignored(last, discriminant, rows, r, labels, i, positive, threshold):
    """Whether a last violator of ``positive``, of order 1..Q, violates again (Gupta et al. 2014, eq. 15).

    The chain v¹ = last(y⁺), v^q = last(v^(q-1)) ends at an empty link. A member that is itself in ``Y_i`` is
    no violator: read literally, y⁺ would violate itself by the margin, and mutual confusions be ignored for
    ever.
    """
    g = positive
    for _ in range(last.depth):
        g = np.int64(last.of[g])
        if g < 0:
            return False
        if exceeds(discriminant, rows, r, g, threshold) and not is_correct(labels, i, g):
            return True
    return False
