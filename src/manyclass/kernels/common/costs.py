"""What an error costs: the same for all, by the right class, less for pairs often confused, by a matrix or a tree."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type


class ZeroOne(NamedTuple):
    """Every error costs 1: the empirical loss (Gupta et al. 2014, equation 5)."""


class ClassWeights(NamedTuple):
    """An error on a sample of class g costs ``weights[g]``, float32 (G,) (Perronnin et al. 2012, equation 4)."""

    weights: np.ndarray


class ConfusionDiscounted(NamedTuple):
    """Choosing h instead of g costs 1 - P̂(h|g): the class-confusion loss (Gupta et al. 2014, equation 7).

    P̂ (G, G) is a CSR matrix: ``data`` float32 and ``indices`` int32 (nnz,), sorted within rows, and ``indptr``
    int32 (G + 1,). Row g holds the few classes that samples of g are taken for.
    """

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


class CostMatrix(NamedTuple):
    """Choosing h instead of g costs Δ(g, h): ``delta`` float32 (G, G)."""

    delta: np.ndarray


class PathLength(NamedTuple):
    """Choosing h instead of g costs the edges between them in a tree (Hazan & Singer, lecture 11).

    ``parent`` int32 (nodes,) is -1 for the root, and ``depth`` int32 (nodes,) counts the edges below it; nodes
    0..G-1 are the classes. Nothing of size (G, G) is needed.
    """

    parent: np.ndarray
    depth: np.ndarray


@inner_by_type
def cost(costs, right, wrong):
    """What choosing class ``wrong`` instead of ``right`` costs: float32, not negative."""


@cost.case(ZeroOne)
def _cost_zero_one(costs, right, wrong):
    return np.float32(1)


@cost.case(ClassWeights)
def _cost_class_weights(costs, right, wrong):
    return costs.weights[right]


@cost.case(ConfusionDiscounted)
def _cost_confusion_discounted(costs, right, wrong):
    first, end = costs.indptr[right], costs.indptr[right + 1]
    at = first + np.searchsorted(costs.indices[first:end], wrong)
    if at < end and costs.indices[at] == wrong:
        return np.float32(1) - costs.data[at]
    return np.float32(1)


@cost.case(CostMatrix)
def _cost_matrix(costs, right, wrong):
    return costs.delta[right, wrong]


@cost.case(PathLength)
def _cost_path_length(costs, right, wrong):
    """Climb from the deeper of the two until they meet."""
    g, h, edges = np.int64(right), np.int64(wrong), 0
    while g != h:
        if costs.depth[g] >= costs.depth[h]:
            g = np.int64(costs.parent[g])
        else:
            h = np.int64(costs.parent[h])
        edges += 1
    return np.float32(edges)
