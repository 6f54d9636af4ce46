"""One against the rest: which other classes' binary problems a sample is used for, by type."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type
from manyclass.kernels.common.labels import draw_example, draw_wrong, is_correct
from manyclass.kernels.common.rng import uniform

NEITHER, POSITIVE, NEGATIVE = 0.0, 1.0, -1.0


class UniformNegatives(NamedTuple):
    """A negative of so many wrong classes on average, drawn uniformly (Gupta et al. 2014, section 8.3)."""

    balance: float


class BalancedNegatives(NamedTuple):
    """Negatives of all other samples, so that every class has equally many per positive, however large it is.

    For a class of N of the n samples to have β negatives per positive, uniform among its n - N, a draw of the
    pass must be one of them with probability β N / (n - N). Proposed are ``n_proposals`` classes on average, each
    that of a random sample, hence in proportion to N, and ``acceptance`` float64 (G,), in proportion to 1 / (n - N),
    is the probability with which a proposal is accepted.
    """

    n_proposals: float
    acceptance: np.ndarray


class AllClasses(NamedTuple):
    """All other classes: every sample is used for every binary problem."""


@inner_by_type
def n_proposals(negatives, labels, rng):
    """How many other classes to ask `draw_negative` for."""


@inner_by_type
def draw_negative(negatives, labels, i, positive, k, rng):
    """The k-th other class, and whether sample i is a POSITIVE or a NEGATIVE of its problem, or NEITHER.

    The sample is used for its correct class ``positive`` already.
    """


@n_proposals.case(UniformNegatives)
def _n_uniform(negatives, labels, rng):
    return int(negatives.balance + uniform(rng))


@draw_negative.case(UniformNegatives)
def _draw_uniform(negatives, labels, i, positive, k, rng):
    return draw_wrong(labels, i, rng), NEGATIVE


@n_proposals.case(BalancedNegatives)
def _n_balanced(negatives, labels, rng):
    return int(negatives.n_proposals + uniform(rng))


@draw_negative.case(BalancedNegatives)
def _draw_balanced(negatives, labels, i, positive, k, rng):
    _, g = draw_example(labels, rng)
    accepted = uniform(rng) < negatives.acceptance[g] and not is_correct(labels, i, g)
    return g, NEGATIVE if accepted else NEITHER


@n_proposals.case(AllClasses)
def _n_all(negatives, labels, rng):
    return labels.n_classes


@draw_negative.case(AllClasses)
def _draw_all(negatives, labels, i, positive, k, rng):
    g = np.int64(k)
    if g == positive:
        return g, NEITHER
    return g, POSITIVE if is_correct(labels, i, g) else NEGATIVE
