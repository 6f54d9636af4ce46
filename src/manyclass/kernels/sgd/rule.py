"""What the ranking loops share: how a step is made, and what is counted."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import ZeroOne


class Rule(NamedTuple):
    """How a step is made: the loss, the sampler of wrong classes, the weight of a rank, the step sizes, the costs.

    ``rank_weight`` float32 (G,) is indexed by the rank r, ⌊(G-1)/tries⌋ if it is not counted; all ones give every
    violation the same weight, which is then multiplied by what ``costs`` says of the two classes.
    """

    loss: NamedTuple
    sampler: NamedTuple
    rank_weight: np.ndarray
    steps: NamedTuple
    costs: NamedTuple = ZeroOne()


class Counts(NamedTuple):
    """Of the n samples drawn in a pass, how many updated the model and how many were ignored.

    Ignored are those that a last violator violates again; the others had no violator. ``tries`` is how many
    wrong classes were tried in all.
    """

    updated: int
    ignored: int
    tries: int
