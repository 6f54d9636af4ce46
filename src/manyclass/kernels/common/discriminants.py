"""The discriminant f(x; g): an inner product with a class vector, or minus the squared distance to it."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
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


class Distance(NamedTuple):
    """f(z; g) = -‖β_g - z‖², for ``beta`` float32 (G, m) and dense z."""

    beta: np.ndarray


@by_type
def score(discriminant, rows, i, g):
    """f(x_i; g)."""


@by_type
def exceeds(discriminant, rows, i, g, threshold):
    """Whether f(x_i; g) > threshold, looking at no more of the class vector than it takes."""


@score.case(Inner)
def _score_inner(discriminant, rows, i, g):
    return discriminant.scale[g] * dot(rows, i, discriminant.beta[g])


@exceeds.case(Inner)
def _exceeds_inner(discriminant, rows, i, g, threshold):
    return discriminant.scale[g] * dot(rows, i, discriminant.beta[g]) > threshold


@kernel
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
