"""In which order a pass takes the samples: each at random, or all of them shuffled (Hazan & Singer, lecture 11)."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type
from manyclass.kernels.common.labels import draw_correct, draw_example
from manyclass.kernels.topk.sdca import shuffle


class WithReplacement(NamedTuple):
    """Any sample, each time."""


class Shuffled(NamedTuple):
    """Every sample once: ``order`` int64 (n,), shuffled anew before every pass."""

    order: np.ndarray


@by_type
def begin(order, state):
    """Done before every pass."""


@by_type
def example(order, labels, k, state):
    """The k-th sample of the pass, and y⁺, one of its correct classes."""


@begin.case(WithReplacement)
def _begin_random(order, state):
    pass


@example.case(WithReplacement)
def _example_random(order, labels, k, state):
    return draw_example(labels, state)


@begin.case(Shuffled)
def _begin_shuffled(order, state):
    shuffle(order.order, state)


@example.case(Shuffled)
def _example_shuffled(order, labels, k, state):
    i = order.order[k]
    return i, draw_correct(labels, i, state)
