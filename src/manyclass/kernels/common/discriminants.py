"""The discriminant f(x; g): an inner product with a class vector, or minus the squared distance to it.

What a stochastic step does to each of these types stands in `manyclass.kernels.sgd.updates`; in which order class
vectors lie in memory, in `manyclass.kernels.common.class_vectors`.
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
    the weight of a constant feature, does not decay. ``scale`` float64 (1,) holds s, as in float32 a small penalty
    would be lost: 1 - 1e-8 is 1. ``n_steps`` int64 (1,) counts the steps.
    """

    beta: np.ndarray
    bias: np.ndarray
    constant: float
    scale: np.ndarray
    n_steps: np.ndarray
    penalty: float


class AveragedL2(NamedTuple):
    """`L2Regularised`, of whose true class vectors and biases the sum over the steps is wanted as well.

    With C_t the sum of s over steps, Σ_t s_t β_t is C_T β_T - Σ_t C_(t-1) Δβ_t: a step adds to ``total`` float32 (G, d)
    what it adds to β, times -C. ``total_bias`` float32 (G,) is the same of the biases, and ``elapsed`` float64 (2,)
    holds C and the number of steps. Renormalising adds the missing part, and begins both anew.
    """

    beta: np.ndarray
    bias: np.ndarray
    constant: float
    scale: np.ndarray
    n_steps: np.ndarray
    penalty: float
    total: np.ndarray
    total_bias: np.ndarray
    elapsed: np.ndarray


class Distance(NamedTuple):
    """f(z; g) = -‖β_g - z‖², for ``beta`` float32 (G, m) and dense z."""

    beta: np.ndarray


class DistanceInBall(NamedTuple):
    """`Distance` with ‖β_g‖ ≤ ``radius``."""

    beta: np.ndarray
    radius: float


class DistanceByElement(NamedTuple):
    """`DistanceInBall`, inf for no ball, with a step size for every element of β.

    ``alpha`` float64 (G, m) are the accumulators of adaptive steps, in the place of one scalar a class.
    """

    beta: np.ndarray
    alpha: np.ndarray
    radius: float


@inner_by_type
def score(discriminant, rows, i, g):
    """f(x_i; g), float32, of row ``i`` of ``rows``."""


@inner_by_type
def to_scores(discriminant, products, scores):
    """``scores`` float32 (G,) = f(x; g) of all classes, by their ``products`` β_gᵀx float32 (G,), another array."""


@inner_by_type
def stored_scale(discriminant, g):
    """What ``beta[g]`` is to be multiplied by, to be the true class vector."""


@inner_by_type
def exceeds(discriminant, rows, i, g, threshold):
    """Whether f(x_i; g) > threshold, looking at no more of the class vector than it takes."""


@score.case(Inner)
def _score_inner(discriminant, rows, i, g):
    return discriminant.scale[g] * dot(rows, i, discriminant.beta[g])


@to_scores.case(Inner)
def _to_scores_inner(discriminant, products, scores):
    for g in range(products.shape[0]):
        scores[g] = discriminant.scale[g] * products[g]


@stored_scale.case(Inner)
def _stored_scale_inner(discriminant, g):
    return discriminant.scale[g]


@exceeds.case(Inner)
def _exceeds_inner(discriminant, rows, i, g, threshold):
    return discriminant.scale[g] * dot(rows, i, discriminant.beta[g]) > threshold


@score.case(L2Regularised)
@score.case(AveragedL2)
def _score_l2(discriminant, rows, i, g):
    scale = np.float32(discriminant.scale[0])
    return scale * dot(rows, i, discriminant.beta[g]) + discriminant.constant * discriminant.bias[g]


@to_scores.case(L2Regularised)
@to_scores.case(AveragedL2)
def _to_scores_l2(discriminant, products, scores):
    scale = np.float32(discriminant.scale[0])
    for g in range(products.shape[0]):
        scores[g] = scale * products[g] + discriminant.constant * discriminant.bias[g]


@stored_scale.case(L2Regularised)
@stored_scale.case(AveragedL2)
def _stored_scale_l2(discriminant, g):
    return discriminant.scale[0]


@exceeds.case(L2Regularised)
@exceeds.case(AveragedL2)
def _exceeds_l2(discriminant, rows, i, g, threshold):
    return score(discriminant, rows, i, g) > threshold


@inner_kernel
def squared_distance(beta, z):
    """``‖β - z‖²`` of two float32 vectors of one length."""
    total = np.float32(0)
    for j in range(z.shape[0]):
        difference = beta[j] - z[j]
        total += difference * difference
    return total


@score.case(Distance)
@score.case(DistanceInBall)
@score.case(DistanceByElement)
def _score_distance(discriminant, rows, i, g):
    return -squared_distance(discriminant.beta[g], rows.X[i])


@exceeds.case(Distance)
@exceeds.case(DistanceInBall)
@exceeds.case(DistanceByElement)
def _exceeds_distance(discriminant, rows, i, g, threshold):
    return -squared_distance(discriminant.beta[g], rows.X[i]) > threshold
