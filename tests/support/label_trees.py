"""Trees made at random, and what they are asked, the slow way."""

import numpy as np

from manyclass.methods.base.trees.label_tree import LabelTreeClassifier
from manyclass.methods.base.trees.nodes import NONE, nodes_of


class FixedTree(LabelTreeClassifier):
    """A classifier around a tree that needs no training."""

    def __init__(self, tree=None):
        self.tree = tree

    @classmethod
    def around(cls, tree):
        made = cls(tree)
        made.tree_, made.n_features_in_ = tree, tree.weights.shape[1]
        made.classes_ = np.arange(tree.labels.shape[1])
        return made


def random_tree(seed, n_classes=12, d=5, depth=3):
    """Of irregular shape, with shared, dropped and missing classes, early leaves, and leaves of many or no labels."""
    rng = np.random.default_rng(seed)
    level, n_children, sets, answers, weights = [np.arange(n_classes)], [], [], [], []
    for below in range(depth, -1, -1):
        following = []
        for labels in level:
            n = 0 if not below or len(labels) < 2 or (below < depth and rng.random() < 0.2) else rng.integers(2, 5)
            n_children.append(n)
            sets.append(labels)
            answers.append(NONE if n or not len(labels) else rng.choice(labels))
            if n:
                weights.append(np.float32(rng.standard_normal((n, d))))
                following += [labels[rng.random(len(labels)) < 0.6] for _ in range(n)]
        level = following
    return nodes_of(n_children, sets, answers, weights, n_classes)


def layers(*widths):
    """Children of each node of a tree whose nodes have so many at each depth, breadth first."""
    counts, level = [], 1
    for width in widths:
        counts += [width] * level
        level *= width
    return counts + [0] * level


def descent(tree, x):
    """Algorithm 1 of Deng et al. (2011): the nodes from the root to the leaf, and the scores at each on the way."""
    node, path, scores = 0, [0], []
    while tree.starts[node] < tree.starts[node + 1]:
        children = range(tree.starts[node], tree.starts[node + 1])
        scores.append({c: float(tree.weights[c - 1].astype(np.float64) @ x) for c in children})
        node = max(scores[-1], key=scores[-1].get)
        path.append(node)
    return path, scores


def labels_of_node(tree, v):
    return set(tree.labels[[v]].indices.tolist())
