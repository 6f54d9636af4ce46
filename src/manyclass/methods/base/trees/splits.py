"""Label trees whose structure is decided before their weights: disjoint children, by whatever splits the classes."""

from collections.abc import Callable

import numpy as np

from manyclass.methods.base.trees.nodes import NONE, LabelNodes, nodes_of


def split_tree(
    n_classes: int, children: int, depth: int, width: int, split: Callable[[np.ndarray], np.ndarray]
) -> LabelNodes:
    """The structure, breadth first, with weights of zero.

    Parameters
    ----------
    n_classes : int
        G.
    children, depth : int
        Q and H: a node above depth H - 1 with at least Q classes is split into Q groups, others fully.
    width : int
        Weights of a node.
    split : callable
        Puts the classes of a node, int (K,), sorted, into groups 0 to Q - 1, of which none is empty: int (K,).
    """
    level, at = [np.arange(n_classes)], 0
    n_children, label_sets, answers = [], [], []
    while level:
        below = []
        for labels in level:
            parts = _parts(labels, children, at == depth - 1, split)
            n_children.append(len(parts))
            answers.append(NONE if parts else labels[0])
            below += parts
        label_sets += level
        level, at = below, at + 1
    weights = np.zeros((len(label_sets) - 1, width), np.float32)
    return nodes_of(n_children, label_sets, answers, [weights], n_classes)


def _parts(labels, children, last, split) -> list[np.ndarray]:
    """The label sets of a node's children, sorted; none for a leaf."""
    if len(labels) < 2:
        return []
    if last or len(labels) < children:
        return list(labels[:, None])
    group = split(labels)
    return [labels[group == q] for q in range(children)]
