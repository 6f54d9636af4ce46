"""What an error costs: the same for all pairs of classes, or less for those that are often confused."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.dispatch import by_type


class Equal(NamedTuple):
    """Every error costs 1: the empirical loss (Gupta et al. 2014, equation 5)."""


class Unconfused(NamedTuple):
    """Choosing h instead of g costs 1 - P̂(h|g): the class-confusion loss (Gupta et al. 2014, equation 7).

    P̂ (G, G) is a CSR matrix: ``data`` float32 and ``indices`` int32 (nnz,), sorted within rows, and ``indptr``
    int32 (G + 1,). Row g holds the few classes that samples of g are taken for.
    """

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


@by_type
def cost(costs, right, wrong):
    """What choosing class ``wrong`` instead of ``right`` costs: float32 in [0, 1]."""


@cost.case(Equal)
def _cost_equal(costs, right, wrong):
    return np.float32(1)


@cost.case(Unconfused)
def _cost_unconfused(costs, right, wrong):
    first, end = costs.indptr[right], costs.indptr[right + 1]
    place = first + np.searchsorted(costs.indices[first:end], wrong)
    if place < end and costs.indices[place] == wrong:
        return np.float32(1) - costs.data[place]
    return np.float32(1)
