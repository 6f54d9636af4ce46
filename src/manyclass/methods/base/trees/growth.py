"""Growing a label tree from the root down: algorithm 2 of Deng et al. (2011), applied level by level."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.trees.node_weights import averaged_pass
from manyclass.methods.base.trees.nodes import NONE, LabelNodes, nodes_of

ROWS_AT_A_TIME = 512


class Plan(NamedTuple):
    """Q, H, T and what else a node needs; ``partition`` makes P (Q, K) of the counts n_qk (Q, K)."""

    children: int
    depth: int
    rounds: int
    leaf_passes: int
    step: float
    shards: int
    partition: Callable[[np.ndarray], np.ndarray]


class Group(NamedTuple):
    """A node to be split: κ, and the rows of training and of held-out samples that its ancestors send it.

    Only samples with a class of κ: the others are lost, whatever the node does.
    """

    labels: np.ndarray
    train: np.ndarray
    valid: np.ndarray


class Growth:
    """One tree on its way.

    Parameters
    ----------
    X : ndarray or csr_array (n, d) of float32
    y : ndarray (n,) of int32
        Class numbers.
    n_classes : int
    plan : Plan
    rng : numpy.random.Generator

    Attributes
    ----------
    counts : ndarray (n, 2) of int64
        See `manyclass.kernels.label_tree.node.epoch`.
    kept : ndarray (n,) of bool
        Which samples have not been given up, for want of their class where they were sent.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, plan: Plan, rng: np.random.Generator):
        """Keep the samples and the plan."""
        self.X, self.rows, self.y, self.n_classes = X, rows_of(X), y, n_classes
        self.plan, self.rng = plan, rng
        self.counts, self.kept = np.zeros((len(y), 2), np.int64), np.ones(len(y), bool)

    def grow(self, root: Group) -> LabelNodes:
        """Split the root, its children, and so on, breadth first."""
        level, depth = [root], 0
        n_children, label_sets, answers, weights = [], [], [], []
        while level:
            below = []
            for group in level:
                is_leaf = len(group.labels) < 2 or not len(group.train)
                w, P = (None, np.empty((0, 0))) if is_leaf else self._split(group, depth)
                n_children.append(len(P))
                label_sets.append(group.labels)
                answers.append(group.labels[0] if is_leaf and len(group.labels) else NONE)
                if not is_leaf:
                    weights.append(w)
                    below += self._send(group, w, P)
            level, depth = below, depth + 1
        return nodes_of(n_children, label_sets, answers, weights, self.n_classes)

    def _split(self, group, depth):
        """Weights float32 (Q, d) and partition bool (Q, K) of a node."""
        if depth == self.plan.depth - 1 or len(group.labels) < self.plan.children:
            return self._split_fully(group)
        P = np.zeros((self.plan.children, len(group.labels)), bool)
        P[np.arange(len(P)), self.rng.permutation(P.shape[1])[: len(P)]] = True
        last = np.zeros((len(P), self.X.shape[1]), np.float32)
        for _ in range(self.plan.rounds):
            last, w = self._train(group, P, last)
            P = self.plan.partition(self._counted(group, w))
        return w, P

    def _split_fully(self, group):
        P = np.eye(len(group.labels), dtype=bool)
        last = np.zeros((len(P), self.X.shape[1]), np.float32)
        for _ in range(self.plan.leaf_passes):
            last, w = self._train(group, P, last)
        return w, P

    def _train(self, group, P, w):
        """One pass over the samples of classes that some children hold and others don't (OP2)."""
        held = np.zeros((self.n_classes, len(P)), bool)
        held[group.labels] = P.T
        some = held.any(axis=1) & ~held.all(axis=1)
        order = self.rng.permutation(group.train[some[self.y[group.train]]])
        return averaged_pass(self.rows, order, self.y, held, self.plan.step, w, self.counts, self.plan.shards)

    def _counted(self, group, w):
        """n_qk int64 (Q, K) of the held-out samples, or of the training samples where none came."""
        rows = group.valid if len(group.valid) else group.train
        where = self._child(rows, w), np.searchsorted(group.labels, self.y[rows])
        counts = np.zeros((len(w), len(group.labels)), np.int64)
        np.add.at(counts, where, 1)
        return counts

    def _child(self, rows, w):
        """The child that each of the rows goes to; so many at a time that copies of them stay small."""
        parts = np.array_split(rows, range(ROWS_AT_A_TIME, len(rows), ROWS_AT_A_TIME))
        return np.concatenate([(self.X[part] @ w.T).argmax(axis=1) for part in parts])

    def _send(self, group, w, P) -> list[Group]:
        """The children, each with its classes and the samples of these that go there."""
        sent, ends = [], P.sum(axis=1).max() < 2  # leaves need no samples
        for rows in (group.train[:0], group.valid[:0]) if ends else (group.train, group.valid):
            child = self._child(rows, w)
            held = P[child, np.searchsorted(group.labels, self.y[rows])]
            self.kept[rows[~held]] = False
            sent.append([rows[held & (child == c)] for c in range(len(P))])
        return [Group(group.labels[P[c]], train, valid) for c, (train, valid) in enumerate(zip(*sent))]
