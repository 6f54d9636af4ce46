"""Growing a label tree from the root down: algorithm 2 of Deng et al. (2011), applied level by level."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.label_tree.node import epoch
from manyclass.methods.base.samples import rows_of
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


class OpenNode(NamedTuple):
    """A node to be split: κ, and the rows of training and of held-out samples that its ancestors send it.

    Only samples with a class of κ: the others are lost, whatever the node does.
    """

    labels: np.ndarray
    train: np.ndarray
    valid: np.ndarray


@dataclass
class GrowthState:
    """A tree on its way: what splitting a level changes.

    Parameters
    ----------
    level : list of OpenNode
        The nodes at the present depth; none when the tree is grown.
    rng : numpy.random.Generator
        First partitions and orders.
    counts : ndarray (n, 2) of int64
        See `manyclass.kernels.label_tree.node.epoch`.
    kept : ndarray (n,) of bool
        Which samples have not been given up, for want of their class where they were sent.
    depth : int
        Levels that are split.
    n_children, label_sets, answers, weights : list
        Of the nodes above, as `nodes_of` takes them.
    """

    level: list[OpenNode]
    rng: np.random.Generator
    counts: np.ndarray
    kept: np.ndarray
    depth: int = 0
    n_children: list[int] = field(default_factory=list)
    label_sets: list[np.ndarray] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    weights: list[np.ndarray] = field(default_factory=list)


class Growth:
    """Splits the nodes of one tree, breadth first.

    Parameters
    ----------
    X : ndarray or csr_array (n, d) of float32
    y : ndarray (n,) of int32
        Class numbers.
    n_classes : int
    plan : Plan
    root : OpenNode
    rng : numpy.random.Generator

    Attributes
    ----------
    state : GrowthState
        Changed by every level.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, plan: Plan, root: OpenNode, rng: np.random.Generator):
        self._X, self._rows, self._y, self._n_classes, self._plan = X, rows_of(X), y, n_classes, plan
        self.state = GrowthState([root], rng, np.zeros((len(y), 2), np.int64), np.ones(len(y), bool))

    def grow(self) -> LabelNodes:
        """Split level after level, until only leaves are left."""
        while self.state.level:
            self.split_level()
        state = self.state
        return nodes_of(state.n_children, state.label_sets, state.answers, state.weights, self._n_classes)

    def split_level(self) -> None:
        """Split the nodes of the present level; their children are the next."""
        state, children = self.state, []
        for node in state.level:
            is_leaf = len(node.labels) < 2 or not len(node.train)
            w, P = (None, np.empty((0, 0))) if is_leaf else self._split(node)
            state.n_children.append(len(P))
            state.label_sets.append(node.labels)
            state.answers.append(node.labels[0] if is_leaf and len(node.labels) else NONE)
            if not is_leaf:
                state.weights.append(w)
                children += self._children(node, w, P)
        state.level, state.depth = children, state.depth + 1

    def _split(self, node):
        """Weights float32 (Q, d) and partition bool (Q, K) of a node."""
        if self.state.depth == self._plan.depth - 1 or len(node.labels) < self._plan.children:
            return self._split_fully(node)
        P = np.zeros((self._plan.children, len(node.labels)), bool)
        P[np.arange(len(P)), self.state.rng.permutation(P.shape[1])[: len(P)]] = True
        last = np.zeros((len(P), self._X.shape[1]), np.float32)
        for _ in range(self._plan.rounds):
            last, w = self._train(node, P, last)
            P = self._plan.partition(self._child_counts(node, w))
        return w, P

    def _split_fully(self, node):
        """The same with a child for each class."""
        P = np.eye(len(node.labels), dtype=bool)
        last = np.zeros((len(P), self._X.shape[1]), np.float32)
        for _ in range(self._plan.leaf_passes):
            last, w = self._train(node, P, last)
        return w, P

    def _train(self, node, P, w):
        """One pass over the samples of classes that some children hold and others don't (OP2)."""
        membership = np.zeros((self._n_classes, len(P)), bool)
        membership[node.labels] = P.T
        in_some = membership.any(axis=1) & ~membership.all(axis=1)
        order = self.state.rng.permutation(node.train[in_some[self._y[node.train]]])
        settings = self._plan.step, w, self.state.counts, self._plan.shards
        return averaged_pass(self._rows, order, self._y, membership, *settings)

    def _child_counts(self, node, w):
        """n_qk int64 (Q, K) of the held-out samples, or of the training samples where none came."""
        rows = node.valid if len(node.valid) else node.train
        counts = np.zeros((len(w), len(node.labels)), np.int64)
        np.add.at(counts, (self._child(rows, w), np.searchsorted(node.labels, self._y[rows])), 1)
        return counts

    def _child(self, rows, w):
        """The child that each of the rows goes to; so many at a time that copies of them stay small."""
        parts = np.array_split(rows, range(ROWS_AT_A_TIME, len(rows), ROWS_AT_A_TIME))
        return np.concatenate([(self._X[part] @ w.T).argmax(axis=1) for part in parts])

    def _children(self, node, w, P) -> list[OpenNode]:
        """The children, each with its classes and the samples of these that go there."""
        parts, are_leaves = [], P.sum(axis=1).max() < 2  # leaves need no samples
        for rows in (node.train[:0], node.valid[:0]) if are_leaves else (node.train, node.valid):
            child = self._child(rows, w)
            kept = P[child, np.searchsorted(node.labels, self._y[rows])]
            self.state.kept[rows[~kept]] = False
            parts.append([rows[kept & (child == c)] for c in range(len(P))])
        return [OpenNode(node.labels[P[c]], train, valid) for c, (train, valid) in enumerate(zip(*parts))]


def averaged_pass(
    rows: Dense | Sparse,
    order: np.ndarray,
    classes: np.ndarray,
    membership: np.ndarray,
    step: float,
    w: np.ndarray,
    counts: np.ndarray,
    shards: int = 1,
) -> tuple[np.ndarray, np.ndarray]:
    """One pass over the samples ``order``; see `manyclass.kernels.label_tree.node.epoch`, whose arguments these are.

    Parameters
    ----------
    w : ndarray (Q, d) of float32
        Weights to start from; not changed.
    shards : int
        So many parts of the samples are trained on separately, each in a thread, and what they end with is
        averaged (Zinkevich et al. 2010).

    Returns
    -------
    last, mean : ndarray (Q, d) of float32
        The weights after the last step, and their mean over all steps.
    """

    def run(part):
        last, moved = w.copy(), np.zeros_like(w)
        epoch(rows, part, classes, membership, np.float32(step), last, moved, counts)
        return last, last - moved / np.float32(max(len(part), 1))

    if shards == 1:
        return run(order)
    with ThreadPoolExecutor(shards) as threads:
        ends = list(threads.map(run, np.array_split(order, shards)))
    return tuple(np.mean(each, axis=0, dtype=np.float32) for each in zip(*ends))
