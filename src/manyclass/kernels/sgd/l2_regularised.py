"""Class vectors that shrink as they are trained: ℓ2 regularisation as stochastic steps make it."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import exceeds, score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to, dot
from manyclass.kernels.sgd.updates import SMALLEST_SCALE, length_of, own_time, push, refresh, shrink


class Shrinking(NamedTuple):
    """f(x; g) = s · β_gᵀx + constant · bias_g, for ``beta`` float32 (G, d) and ``bias`` float32 (G,).

    The true class vector is s · β_g, so that shrinking it by 1 - η · ``penalty`` changes one number. The bias,
    the weight of a constant feature, does not shrink. ``scale`` float64 (P,) holds s, and ``made`` int64 (P,)
    how many steps have been made, of each problem that is trained by itself: P = G where every class is one, and
    P = 1 where all of them are. In float32 a small penalty would be lost: 1 - 1e-8 is 1.
    """

    beta: np.ndarray
    bias: np.ndarray
    constant: float
    scale: np.ndarray
    made: np.ndarray
    penalty: float


@kernel
def problem(discriminant, g):
    """Which problem class ``g`` belongs to: its own, or the one there is."""
    return g if discriminant.scale.shape[0] > 1 else 0


@score.case(Shrinking)
def _score(discriminant, rows, i, g):
    scale = np.float32(discriminant.scale[problem(discriminant, g)])
    return scale * dot(rows, i, discriminant.beta[g]) + discriminant.constant * discriminant.bias[g]


@exceeds.case(Shrinking)
def _exceeds(discriminant, rows, i, g, threshold):
    return score(discriminant, rows, i, g) > threshold


@own_time.case(Shrinking)
def _own_time(discriminant, g, t):
    return discriminant.made[problem(discriminant, g)]


@shrink.case(Shrinking)
def _shrink(discriminant, g, eta):
    p = problem(discriminant, g)
    discriminant.made[p] += 1
    discriminant.scale[p] *= 1.0 - eta * discriminant.penalty


@kernel
def multiply_out(discriminant, p):
    """Multiply the scale of problem ``p`` into the vectors of its classes."""
    if discriminant.scale[p] == 1.0:
        return
    alone = discriminant.scale.shape[0] > 1
    for g in range(p if alone else 0, p + 1 if alone else discriminant.beta.shape[0]):
        beta = discriminant.beta[g]
        for j in range(beta.shape[0]):
            beta[j] *= np.float32(discriminant.scale[p])
    discriminant.scale[p] = 1.0


@length_of.case(Shrinking)
def _length(discriminant, rows, r):
    return np.float32(0)  # there is no ball, and the steps are not adapted


@push.case(Shrinking)
def _push(discriminant, rows, r, g, amount, length):
    p = problem(discriminant, g)
    # Here and not in `shrink`, which is called for every inner product and must stay that small to be inlined. A scale
    # that has fallen to 0 meanwhile is that of a vector which is 0.
    if discriminant.scale[p] < SMALLEST_SCALE:
        multiply_out(discriminant, p)
    add_to(rows, r, np.float32(amount / discriminant.scale[p]), discriminant.beta[g])
    discriminant.bias[g] += np.float32(amount * discriminant.constant)


@refresh.case(Shrinking)
def _refresh(discriminant):
    for p in range(discriminant.scale.shape[0]):
        multiply_out(discriminant, p)
