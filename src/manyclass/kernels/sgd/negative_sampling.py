"""One against the rest: which other classes' binary problems a sample is used for, by type."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type
from manyclass.kernels.common.labels import draw_example, draw_wrong, is_correct
from manyclass.kernels.common.rng import uniform

NEITHER, POSITIVE, NEGATIVE = 0.0, 1.0, -1.0


class UniformRest(NamedTuple):
    """A negative of so many wrong classes on average, drawn uniformly (Gupta et al. 2014, section 8.3)."""

    balance: float


class BalancedRest(NamedTuple):
    """Negatives of all other samples, so that every class has equally many per positive, however large it is.

    For a class of N of the n samples to have β negatives per positive, uniform among its n - N, a draw of the
    pass must be one of them with probability β N / (n - N). Proposed are ``tries`` classes on average, each that
    of a random sample, hence in proportion to N, and ``chance`` float64 (G,), in proportion to 1 / (n - N), says
    how often the proposal is taken.
    """

    tries: float
    chance: np.ndarray


class WholeRest(NamedTuple):
    """All other classes: every sample is used for every binary problem."""


@inner_by_type
def n_others(rest, labels, state):
    """How many other classes to ask `other` for."""


@inner_by_type
def other(rest, labels, i, positive, k, state):
    """The k-th other class, and whether sample i is a POSITIVE or a NEGATIVE of its problem, or NEITHER.

    The sample is used for its correct class ``positive`` already.
    """


@n_others.case(UniformRest)
def _n_uniform(rest, labels, state):
    return int(rest.balance + uniform(state))


@other.case(UniformRest)
def _other_uniform(rest, labels, i, positive, k, state):
    return draw_wrong(labels, i, state), NEGATIVE


@n_others.case(BalancedRest)
def _n_balanced(rest, labels, state):
    return int(rest.tries + uniform(state))


@other.case(BalancedRest)
def _other_balanced(rest, labels, i, positive, k, state):
    _, g = draw_example(labels, state)
    taken = uniform(state) < rest.chance[g] and not is_correct(labels, i, g)
    return g, NEGATIVE if taken else NEITHER


@n_others.case(WholeRest)
def _n_all(rest, labels, state):
    return labels.n_classes


@other.case(WholeRest)
def _other_all(rest, labels, i, positive, k, state):
    g = np.int64(k)
    if g == positive:
        return g, NEITHER
    return g, POSITIVE if is_correct(labels, i, g) else NEGATIVE
