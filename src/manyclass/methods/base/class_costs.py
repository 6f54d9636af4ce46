"""What errors cost, as users bring it: a matrix, or the class tree."""

import numpy as np

from manyclass.kernels.common.costs import CostMatrix, PathLength


def cost_matrix(costs, n_classes: int) -> CostMatrix:
    """Check Δ (G, G), a row a right class: 0 on the diagonal, positive elsewhere.

    Raises
    ------
    ValueError
        When it is none; one line.
    """
    delta = np.ascontiguousarray(costs, np.float32)
    if delta.shape != (n_classes, n_classes):
        raise ValueError(f"costs has shape {delta.shape}; it must be ({n_classes}, {n_classes}), a row a right class")
    right = np.eye(n_classes, dtype=bool)
    if not np.isfinite(delta).all() or delta[right].any() or (delta[~right] <= 0).any():
        raise ValueError("costs must be finite, 0 on the diagonal and positive elsewhere")
    return CostMatrix(delta)


def path_lengths(tree, n_classes: int) -> PathLength:
    """Check a class tree, given as the parent of each node.

    Parameters
    ----------
    tree : int array-like (nodes,)
        Parent of each node, -1 for the root. Nodes 0..G-1 are the classes, in the order of ``classes_``, and the
        tree's leaves.
    n_classes : int
        G.

    Raises
    ------
    ValueError
        When it is no tree, or its leaves are not the classes; one line.
    """
    parent = np.ascontiguousarray(tree)
    nodes = np.arange(len(parent))
    if parent.ndim != 1 or parent.dtype.kind not in "iu" or ((parent < -1) | (parent >= len(parent))).any():
        raise ValueError("tree must give the number of each node's parent, -1 for the root")
    if not np.array_equal(np.setdiff1d(nodes, parent), nodes[:n_classes]):
        raise ValueError(f"the leaves of tree must be its first {n_classes} nodes, the classes")
    depth, above = np.zeros(len(parent), np.int32), parent
    while (above >= 0).any() and depth.max() < len(parent):
        depth += above >= 0
        above = np.where(above >= 0, parent[above], -1)
    if (parent == -1).sum() != 1 or depth.max() == len(parent):
        raise ValueError("tree must have one root, -1, that is above all other nodes")
    return PathLength(parent.astype(np.int32), depth)
