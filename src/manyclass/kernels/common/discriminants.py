"""The discriminant f(x; g): an inner product with a class vector, or minus the squared distance to it.

What a stochastic step does to each of these types stands in `manyclass.kernels.sgd.updates`.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel
from manyclass.kernels.common.rows import dot


class Inner(NamedTuple):
    """f(x; g) = scale_g · β_gᵀx, for ``beta`` float32 (G, d) and ``scale`` float32 (G,).

    The true class vector is scale_g · β_g: projecting it onto a ball changes one number. ``squared_norm``
    float64 (G,) is the squared length of the true vector, kept up to date by the updates; ``radius`` is the
    ball's, inf for none.
    """

    beta: np.ndarray
    scale: np.ndarray
    squared_norm: np.ndarray
    radius: float


class L2Regularised(NamedTuple):
    """f(x; g) = s · β_gᵀx + constant · bias_g, for ``beta`` float32 (G, d) and ``bias`` float32 (G,).

    The true class vector is s · β_g, so that decaying it by 1 - η · ``penalty`` changes one number. The bias,
    the weight of a constant feature, does not decay. ``scale`` float64 (P,) holds s, and ``n_steps`` int64 (P,)
    how many steps have been made, of each problem that is trained by itself: P = G where every class is one, and
    P = 1 where all of them are. In float32 a small penalty would be lost: 1 - 1e-8 is 1.
    """

    beta: np.ndarray
    bias: np.ndarray
    constant: float
    scale: np.ndarray
    n_steps: np.ndarray
    penalty: float


class Averaged(NamedTuple):
    """f(x; g) = β_gᵀx, for ``beta`` float32 (G, d), of which the mean over the steps is wanted.

    ``moved`` float32 (G, d) is Σ_t t Δβ_g of all changes made in step t = 0, 1, ... of class g, and ``n_steps``
    int64 (G,) counts these steps: the mean of β_g over them is β_g - moved_g / n_steps_g.
    """

    beta: np.ndarray
    moved: np.ndarray
    n_steps: np.ndarray


class Distance(NamedTuple):
    """f(z; g) = -‖β_g - z‖², for ``beta`` float32 (G, m) and dense z."""

    beta: np.ndarray


@inner_by_type
def score(discriminant, rows, i, g):
    """f(x_i; g), float32, of row ``i`` of ``rows``."""


@inner_by_type
def exceeds(discriminant, rows, i, g, threshold):
    """Whether f(x_i; g) > threshold, looking at no more of the class vector than it takes."""


@score.case(Inner)
def _score_inner(discriminant, rows, i, g):
    return discriminant.scale[g] * dot(rows, i, discriminant.beta[g])


@exceeds.case(Inner)
def _exceeds_inner(discriminant, rows, i, g, threshold):
    return discriminant.scale[g] * dot(rows, i, discriminant.beta[g]) > threshold


@inner_kernel
def problem_of(discriminant, g):
    """Which problem of `L2Regularised` class ``g`` belongs to: its own, or the one there is."""
    return g if discriminant.scale.shape[0] > 1 else 0


@score.case(L2Regularised)
def _score_l2(discriminant, rows, i, g):
    scale = np.float32(discriminant.scale[problem_of(discriminant, g)])
    return scale * dot(rows, i, discriminant.beta[g]) + discriminant.constant * discriminant.bias[g]


@exceeds.case(L2Regularised)
def _exceeds_l2(discriminant, rows, i, g, threshold):
    return score(discriminant, rows, i, g) > threshold


@score.case(Averaged)
def _score_averaged(discriminant, rows, i, g):
    return dot(rows, i, discriminant.beta[g])


@inner_kernel
def squared_distance(beta, z):
    """``‖β - z‖²`` of two float32 vectors of one length."""
    total = np.float32(0)
    for j in range(z.shape[0]):
        difference = beta[j] - z[j]
        total += difference * difference
    return total


@score.case(Distance)
def _score_distance(discriminant, rows, i, g):
    return -squared_distance(discriminant.beta[g], rows.X[i])


@exceeds.case(Distance)
def _exceeds_distance(discriminant, rows, i, g, threshold):
    return -squared_distance(discriminant.beta[g], rows.X[i]) > threshold
