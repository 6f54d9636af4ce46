"""What a class's old score must have been if it violates now, after z has moved a little.

By the triangle inequality for distances, by that of Cauchy and Schwarz for inner products; with the rounding
of float32 on the safe side.
"""

import numpy as np

from manyclass.kernels.common.discriminants import Distance, Inner, squared_distance
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rows import dot_dense


@by_type
def affine(discriminant, g):
    """(a, c) with which a · (β_gᵀz) + c is what `limit` bounds."""


@by_type
def limit(discriminant, z, seen, threshold):
    """What the old score of a class that violates, f(z; g) > threshold, must exceed, rounding included."""


@kernel
def rounding(m):
    """Bound of the relative error of float32 inner products of length m."""
    return (m + 8) * 2e-7


@affine.case(Distance)
def _affine_distance(discriminant, g):
    beta = discriminant.beta[g]
    return np.float32(2), np.float32(-(1.0 - rounding(beta.shape[0])) * dot_dense(beta, beta))


@limit.case(Distance)
def _limit_distance(discriminant, z, seen, threshold):
    reach = np.sqrt(max(0.0, -threshold)) + np.sqrt(squared_distance(z, seen))
    slack = rounding(z.shape[0])
    return np.float32((1.0 - slack) * dot_dense(seen, seen) - (1.0 + slack) * reach * reach)


@affine.case(Inner)
def _affine_inner(discriminant, g):
    return discriminant.scale[g], np.float32(0)


@limit.case(Inner)
def _limit_inner(discriminant, z, seen, threshold):
    longest = 1.001 * np.sqrt(discriminant.squared_norm.max())
    drift = np.sqrt(squared_distance(z, seen)) + rounding(z.shape[0]) * np.sqrt(dot_dense(seen, seen))
    return np.float32(threshold - longest * drift * (1.0 + rounding(z.shape[0])) - abs(threshold) * 1e-6)
