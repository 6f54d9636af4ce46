"""One against the rest: which other classes' binary problems a sample is used for, by type."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import part_of_loop_by_type
from manyclass.kernels.common.labels import draw_class, draw_wrong, is_correct
from manyclass.kernels.common.rng import uniform


class UniformNegatives(NamedTuple):
    """A negative of so many wrong classes on average, drawn uniformly (Gupta et al. 2014, section 8.3)."""

    n_proposals: float


class BalancedNegatives(NamedTuple):
    """Negatives of all other samples, so that every class has equally many per positive, however large it is.

    For a class of N of the n samples to have β negatives per positive, uniform among its n - N, a draw of the
    pass must be one of them with probability β N / (n - N). Proposed are ``n_proposals`` classes on average, each
    that of a random sample, hence in proportion to N, and ``acceptance`` float64 (G,), in proportion to 1 / (n - N),
    is the probability with which a proposal is accepted.
    """

    n_proposals: float
    acceptance: np.ndarray


@part_of_loop_by_type
def draw_negative(negatives, labels, i, rng):
    """Another class whose problem uses sample i as a negative, or -1 if the one proposed does not."""


@draw_negative.case(UniformNegatives)
def _draw_uniform(negatives, labels, i, rng):
    return draw_wrong(labels, i, rng)


@draw_negative.case(BalancedNegatives)
def _draw_balanced(negatives, labels, i, rng):
    g = draw_class(labels, rng)
    accepted = uniform(rng) < negatives.acceptance[g] and not is_correct(labels, i, g)
    return g if accepted else np.int64(-1)


def max_uses(negatives) -> int:
    """The problems, at most, that one draw of a sample is used for: its own class's and those of all proposals."""
    return 2 + int(negatives.n_proposals)
