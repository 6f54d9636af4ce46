"""The two top-k hinge losses of Lapin et al. (2015), and the sets in which their dual variables lie.

Of a sample with scores s and class y, h_j = 1 + s_j - s_y for the classes j ≠ y. As printed, equation (3) averages
over all G entries of h, of which h_y = 0 is one; implemented is the average over the G - 1 others, because only
that loss has the printed set as its dual's, so that the duality gap closes for k > 1.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type
from manyclass.kernels.topk.simplex import capped_simplex, top_k_simplex


class Alpha(NamedTuple):
    """C · max(0, mean of the k largest h_j) (equation 3), smoothed by ``gamma``."""

    k: int
    C: float
    gamma: float


class Beta(NamedTuple):
    """C · mean of the k largest max(0, h_j) (equation 5), smoothed by ``gamma``."""

    k: int
    C: float
    gamma: float


@inner_by_type
def project(loss, b, rho):
    """(depth, cap) of the biased projection of b onto the set of the loss's dual variables.

    Parameters
    ----------
    loss : Alpha or Beta
    b : float64 (m,)
        Sorted, the largest first.
    rho : float
        Weight of the bias; see `manyclass.kernels.topk.simplex`, whose results these are.
    """


@inner_by_type
def min_entries(loss):
    """How many of the largest entries of b it takes to know that the solution is zero."""


@inner_by_type
def min_threshold(loss):
    """What t never falls below: entries of b up to there play no part."""


@inner_by_type
def hinge(loss, largest):
    """The loss without smoothing, float64, of the k largest h_j: ``largest`` float64 (k,)."""


@project.case(Alpha)
def _project_alpha(loss, b, rho):
    return top_k_simplex(b, loss.k, loss.C, rho)


@min_entries.case(Alpha)
def _min_entries_alpha(loss):
    return loss.k


@min_threshold.case(Alpha)
def _min_threshold_alpha(loss):
    # The cap grows with the sum, so t < 0 may pay: more entries share in it.
    return -np.inf


@hinge.case(Alpha)
def _hinge_alpha(loss, largest):
    total = 0.0
    for j in range(loss.k):
        total += largest[j]
    return loss.C * max(0.0, total / loss.k)


@project.case(Beta)
def _project_beta(loss, b, rho):
    return capped_simplex(b, loss.k, loss.C, rho)


@min_entries.case(Beta)
def _min_entries_beta(loss):
    return 1


@min_threshold.case(Beta)
def _min_threshold_beta(loss):
    return 0.0


@hinge.case(Beta)
def _hinge_beta(loss, largest):
    total = 0.0
    for j in range(loss.k):
        total += max(0.0, largest[j])
    return loss.C * total / loss.k
