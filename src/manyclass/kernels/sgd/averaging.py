"""Class vectors whose mean over the steps is wanted, each class trained by itself: averaged stochastic gradients."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.rows import add_to, dot
from manyclass.kernels.sgd.updates import length_of, own_time, push, refresh, shrink


class Averaging(NamedTuple):
    """f(x; g) = β_gᵀx, for ``beta`` float32 (G, d).

    ``moved`` float32 (G, d) is Σ_t t Δβ_g of all changes made in step t = 0, 1, ... of class g, and ``made`` int64
    (G,) counts these steps: the mean of β_g over them is β_g - moved_g / made_g.
    """

    beta: np.ndarray
    moved: np.ndarray
    made: np.ndarray


@score.case(Averaging)
def _score(discriminant, rows, i, g):
    return dot(rows, i, discriminant.beta[g])


@own_time.case(Averaging)
def _own_time(discriminant, g, t):
    return discriminant.made[g]


@shrink.case(Averaging)
def _shrink(discriminant, g, eta):
    discriminant.made[g] += 1


@length_of.case(Averaging)
def _length(discriminant, rows, r):
    return np.float32(0)  # there is no ball, and the steps are not adapted


@push.case(Averaging)
def _push(discriminant, rows, r, g, amount, length):
    add_to(rows, r, np.float32(amount), discriminant.beta[g])
    add_to(rows, r, np.float32(amount * (discriminant.made[g] - 1)), discriminant.moved[g])


@refresh.case(Averaging)
def _refresh(discriminant):
    pass
