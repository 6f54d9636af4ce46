"""The label tree that recursive spectral clustering of the classes makes (Bengio, Weston & Grangier 2010)."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.label_tree.path import Paths
from manyclass.methods.base.trees.nodes import NONE, LabelNodes, nodes_of
from manyclass.methods.base.trees.spectral import groups


def grouped(affinity: sp.csr_array, children: int, depth: int, width: int, rng: np.random.Generator) -> LabelNodes:
    """The structure, breadth first, with weights of zero.

    Parameters
    ----------
    affinity : csr_array (G, G)
        Of the classes to each other, symmetric.
    children, depth : int
        Q and H: a node above depth H - 1 with at least Q classes is split into Q groups, others fully.
    width : int
        Weights of a node.
    rng : numpy.random.Generator
        For the clusters.
    """
    level, at = [np.arange(affinity.shape[0])], 0
    n_children, label_sets, answers = [], [], []
    while level:
        below = []
        for labels in level:
            parts = _split(labels, affinity, children, at == depth - 1, rng)
            n_children.append(len(parts))
            answers.append(NONE if parts else labels[0])
            below += parts
        label_sets += level
        level, at = below, at + 1
    weights = np.zeros((len(label_sets) - 1, width), np.float32)
    return nodes_of(n_children, label_sets, answers, [weights], affinity.shape[0])


def _split(labels, affinity, children, last, rng) -> list[np.ndarray]:
    """The label sets of a node's children, sorted; none for a leaf."""
    if len(labels) < 2:
        return []
    if last or len(labels) < children:
        return list(labels[:, None])
    found = groups(affinity[labels][:, labels], children, rng)
    return [labels[found == q] for q in range(children)]


def paths_of(tree: LabelNodes) -> Paths:
    """The edges as the kernel follows them, from the leaf of each class up."""
    leaves = np.flatnonzero(tree.answers != NONE)
    leaf_of = np.empty(len(leaves), np.int32)
    leaf_of[tree.answers[leaves]] = leaves
    return Paths(tree.parents, tree.starts, leaf_of)
