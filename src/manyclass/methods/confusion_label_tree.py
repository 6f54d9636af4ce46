"""Label tree of classes that one-vs-all classifiers confuse, learnt jointly (Bengio, Weston & Grangier 2010)."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from manyclass.kernels.label_path import Paths, epoch
from manyclass.methods.base.confusion import confusion, highest
from manyclass.methods.base.held_out import hold_out
from manyclass.methods.base.label_nodes import NONE, LabelNodes, nodes_of
from manyclass.methods.base.label_tree import LabelTreeClassifier
from manyclass.methods.base.parameters import AT_LEAST_ONE, AT_LEAST_TWO, POSITIVE, PROPER_SHARE
from manyclass.methods.base.samples import one_class_each, rows_of
from manyclass.methods.base.spectral import affinity_of, groups


class ConfusionLabelTree(LabelTreeClassifier):
    """T_{Q,H}: the structure from the confusions of one-vs-all classifiers, then all weights jointly.

    One pass of stochastic gradients trains a classifier for each class against all others. Its confusions C on
    samples held out make (C + Cᵀ)/2 the affinity of two classes, by which spectral clustering splits them into Q
    disjoint groups, and each group again, down to depth H - 1 and to groups of fewer than Q classes, which are split
    fully. Then passes over the samples move, on the path to a sample's class, the one node and the sibling of it that
    violate max(0, 1 + w_sᵀx - w_rᵀx) most; the weights are the mean over all these steps.

    Where the document has a separate validation set, a share of each class's samples is held out here, the same as
    by `LabelTree`. Raises ValueError where a sample has several right classes.

    Parameters
    ----------
    children : int
        Q, at least 2.
    depth : int or None
        H, the depth of the leaves at most; None: the smallest with Q^H ≥ G.
    step : float
        η of the joint stochastic gradients, constant.
    first_step : float
        η of the one-vs-all classifiers'.
    validation_fraction : float
        Share of each class's samples on which confusions are counted.
    max_iter : int
        Joint passes.
    random_state : int, RandomState instance or None
        Orders, clusters, and which samples are held out.

    Attributes
    ----------
    confusion_ : csr_array (G, G) of int64
        Held-out samples of each class (row) by the class that one-vs-all gives them.
    structure_operations_ : float
        Vector operations per training sample of the one-vs-all pass, 2 G, which `training_operations_` leaves out.
    hands_on_ : dict
        ``max_ambiguity``: the mean ambiguity of the root on the samples held out, the cap that Deng et al. (2011)
        give their own tree; without such samples, 1 / Q.
    """

    citation = "Bengio, Weston & Grangier (2010), as described by Deng, Satheesh, Berg & Fei-Fei (2011)"
    search = {"step": [0.1, 0.3, 1.0]}
    properties = {
        "loss": "hinge between siblings, the worst of a path",
        "regularization": "averaged steps",
        "negatives": "worst sibling",
        "learning_rate": "fixed",
        "confusion_loss": "no",
        "discriminant": "β_cᵀx for the children c of a node",
    }
    _parameter_constraints = {
        "children": [AT_LEAST_TWO],
        "depth": [AT_LEAST_ONE, None],
        "step": [POSITIVE],
        "first_step": [POSITIVE],
        "validation_fraction": [PROPER_SHARE],
        "max_iter": [AT_LEAST_ONE],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        children=8,
        depth=None,
        step=0.3,
        first_step=0.3,
        validation_fraction=0.25,
        max_iter=2,
        random_state=None,
    ):
        self.children = children
        self.depth = depth
        self.step = step
        self.first_step = first_step
        self.validation_fraction = validation_fraction
        self.max_iter = max_iter
        self.random_state = random_state

    def passes(self, X, y) -> Iterator["ConfusionLabelTree"]:
        """Grow the tree, then train its weights; yields after every joint pass."""
        self._validate_params()
        X, Y = self._samples(X, y)
        y, n_classes = one_class_each(Y), Y.shape[1]
        to_hold_out, to_confuse, to_split, to_order = self._seeds(4)
        train, valid = hold_out(y, self.validation_fraction, to_hold_out)
        self.confusion_ = confusion(X, Y, train, valid, self.first_step, to_confuse)
        self.tree_ = self._grown(affinity_of(self.confusion_), np.random.default_rng(to_split), X.shape[1])
        self.structure_operations_ = 2.0 * n_classes
        rng, w = np.random.default_rng(to_order), self.tree_.weights.copy()
        counts, paths = np.zeros((len(y), 2), np.int64), paths_of(self.tree_)
        self.kept_ = np.ones(len(train), bool)
        for done in range(self.max_iter):
            moved = np.zeros_like(w)
            epoch(rows_of(X), rng.permutation(train), y, paths, np.float32(self.step), w, moved, counts)
            self.tree_ = replace(self.tree_, weights=w - moved / np.float32(len(train)))
            self._check_weights()
            self.training_counts_, self.n_iter_ = counts[train], done + 1
            self.hands_on_ = {"max_ambiguity": self._root_ambiguity(X, valid)}
            yield self

    def _grown(self, affinity, rng, d) -> LabelNodes:
        """The structure, breadth first, with weights of zero."""
        depth = self.depth or int(np.ceil(np.log(affinity.shape[0]) / np.log(self.children) - 1e-9))
        level, at = [np.arange(affinity.shape[0])], 0
        n_children, label_sets, answers = [], [], []
        while level:
            below = []
            for labels in level:
                parts = self._split(labels, affinity, at == depth - 1, rng)
                n_children.append(len(parts))
                answers.append(NONE if parts else labels[0])
                below += parts
            label_sets += level
            level, at = below, at + 1
        weights = np.zeros((len(label_sets) - 1, d), np.float32)
        return nodes_of(n_children, label_sets, answers, [weights], affinity.shape[0])

    def _split(self, labels, affinity, last, rng) -> list[np.ndarray]:
        """The label sets of a node's children, sorted; none for a leaf."""
        if len(labels) < 2:
            return []
        if last or len(labels) < self.children:
            return list(labels[:, None])
        found = groups(affinity[labels][:, labels], self.children, rng)
        return [labels[found == q] for q in range(self.children)]

    def _root_ambiguity(self, X, rows) -> float:
        """Mean share of the classes in the root's child that some rows of X go to; 1 / Q without rows."""
        if not len(rows):
            return 1 / self.children
        sizes = np.diff(self.tree_.partition().indptr)
        return float(sizes[highest(X, rows, self.tree_.weights[: len(sizes)])].mean() / len(self.classes_))


def paths_of(tree: LabelNodes) -> Paths:
    """The edges as the kernel follows them, from the leaf of each class up."""
    parents = np.full(len(tree.answers), -1, np.int32)
    parents[1:] = np.repeat(np.arange(len(parents), dtype=np.int32), tree.n_children)
    leaves = np.flatnonzero(tree.answers != NONE)
    leaf_of = np.empty(len(leaves), np.int32)
    leaf_of[tree.answers[leaves]] = leaves
    return Paths(parents, tree.starts, leaf_of)
