"""Growing a label tree from the root down: algorithm 2 of Deng et al. (2011), applied level by level."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.label_tree.descent import send
from manyclass.kernels.label_tree.node import epoch
from manyclass.methods.base.samples import class_means, rows_of
from manyclass.methods.base.threads import cuts, in_threads
from manyclass.methods.base.trees.clusters import balanced_clusters
from manyclass.methods.base.trees.nodes import NONE, LabelNodes, nodes_of
from manyclass.methods.base.trees.partition import ambiguity

# A piece worth a thread.
ROWS_AT_A_TIME = 2**13


class Plan(NamedTuple):
    """Q, H, T and what else a node needs; ``partition`` makes P (Q, K) of the counts n_qk (Q, K).

    ``first_partition`` is the first P: "random", or "means".
    """

    children: int
    depth: int
    rounds: int
    leaf_passes: int
    step: float
    shards: int
    partition: Callable[[np.ndarray], np.ndarray]
    first_partition: str
    n_jobs: int | None


class OpenNode(NamedTuple):
    """A node to be split: κ, and the rows of training and of held-out samples that its ancestors send it.

    Only samples with a class of κ: the others are lost, whatever the node does. ``place`` says which child of the
    root it is below, which child of that, and so on.
    """

    labels: np.ndarray
    train: np.ndarray
    valid: np.ndarray
    place: tuple[int, ...] = ()


class Split(NamedTuple):
    """What a node has become: weights float32 (Q, d) of its children, and these; of a leaf neither.

    ``drifts`` float64 (T - 1,), of a node whose partition was learnt: by which share of itself the ambiguity changed
    while the weights were trained, round by round from the second on; ``samples``, on so many held out.
    """

    w: np.ndarray | None
    children: list[OpenNode]
    drifts: np.ndarray | None = None
    samples: int = 0


@dataclass
class GrowthState:
    """A tree on its way: what splitting a level changes.

    Parameters
    ----------
    level : list of OpenNode
        The nodes at the present depth; none when the tree is grown.
    counts : ndarray (n, 2) of int64
        See `manyclass.kernels.label_tree.node.epoch`.
    kept : ndarray (n,) of bool
        Which samples have not been given up, for want of their class where they were sent.
    local : ndarray (n,) of int32
        The place of each sample's class among the classes of the node where it is.
    depth : int
        Levels that are split.
    n_children, label_sets, answers, weights : list
        Of the nodes above, as `nodes_of` takes them.
    drifts, drift_samples : list
        Of those among them whose partition was learnt, see `Split`.
    """

    level: list[OpenNode]
    counts: np.ndarray
    kept: np.ndarray
    local: np.ndarray
    depth: int = 0
    n_children: list[int] = field(default_factory=list)
    label_sets: list[np.ndarray] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    weights: list[np.ndarray] = field(default_factory=list)
    drifts: list[np.ndarray] = field(default_factory=list)
    drift_samples: list[int] = field(default_factory=list)


class Growth:
    """Splits the nodes of one tree, breadth first.

    A sample is at one node of a level, and a node draws from a generator of its own: the nodes of a level are split in
    any order, or at the same time. A node takes time in proportion to its samples and to its own classes, not to G.

    Parameters
    ----------
    X : ndarray or csr_array (n, d) of float32
    y : ndarray (n,) of int32
        Class numbers.
    n_classes : int
    plan : Plan
    root : OpenNode
    seed : SeedSequence
        First partitions and orders.

    Attributes
    ----------
    state : GrowthState
        Changed by every level.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, plan: Plan, root: OpenNode, seed: np.random.SeedSequence):
        self._X, self._rows, self._y, self._n_classes, self._plan, self._seed = X, rows_of(X), y, n_classes, plan, seed
        self._n_features, n = X.shape[1], len(y)
        self.state = GrowthState([root], np.zeros((n, 2), np.int64), np.ones(n, bool), np.empty(n, np.int32))

    def grow(self) -> LabelNodes:
        """Split level after level, until only leaves are left."""
        while self.state.level:
            self.split_level()
        state = self.state
        return nodes_of(state.n_children, state.label_sets, state.answers, state.weights, self._n_classes)

    def split_level(self) -> None:
        """Split the nodes of the present level; their children are the next."""
        state, below = self.state, []
        splits = in_threads(self._split, state.level, self._plan.n_jobs)
        for node, split in zip(state.level, splits):
            children = split.children
            state.n_children.append(len(children))
            state.label_sets.append(node.labels)
            state.answers.append(node.labels[0] if not children and len(node.labels) else NONE)
            state.weights += [split.w] if children else []
            if split.drifts is not None:
                state.drifts.append(split.drifts)
                state.drift_samples.append(split.samples)
            below += children
        state.level, state.depth = below, state.depth + 1

    def _split(self, node):
        """What a node becomes."""
        if len(node.labels) < 2 or not len(node.train):
            return Split(None, [])
        for rows in (node.train, node.valid):
            self.state.local[rows] = np.searchsorted(node.labels, self._y[rows])
        place = (*self._seed.spawn_key, *node.place)
        rng = np.random.default_rng(np.random.SeedSequence(self._seed.entropy, spawn_key=place))
        fully = self.state.depth == self._plan.depth - 1 or len(node.labels) < self._plan.children
        if fully:
            w, P = self._learn_leaves(node, rng)
            return Split(w, self._children(node, w, P))
        w, P, drifts = self._learn(node, rng)
        return Split(w, self._children(node, w, P), drifts, len(self._held_out(node)))

    def _learn(self, node, rng):
        """Weights float32 (Q, d) and partition bool (Q, K) of a node's children, and drifts as in `Split`."""
        P, ambiguities = self._first_partition(node, rng), []
        last = np.zeros((len(P), self._n_features), np.float32)
        for _ in range(self._plan.rounds):
            last, w = self._train(node, P, last, rng)
            counts, before = self._child_counts(node, w), P
            P = self._plan.partition(counts)
            ambiguities.append((ambiguity(before, counts), ambiguity(P, counts)))
        after, before = np.array(ambiguities)[1:, 0], np.array(ambiguities)[:-1, 1]
        return w, P, np.abs(np.divide(after, before, out=np.full(len(after), np.nan), where=before > 0) - 1)

    def _first_partition(self, node, rng):
        """A random class for each child; or every class, where the clusters of their means are of equal size."""
        P = np.zeros((self._plan.children, len(node.labels)), bool)
        if self._plan.first_partition == "random":
            P[np.arange(len(P)), rng.permutation(P.shape[1])[: len(P)]] = True
        else:
            means = class_means(self._X, node.train, self.state.local[node.train], P.shape[1])
            P[balanced_clusters(means, len(P), rng), np.arange(P.shape[1])] = True
        return P

    def _learn_leaves(self, node, rng):
        """The same with a child for each class."""
        P = np.eye(len(node.labels), dtype=bool)
        last = np.zeros((len(P), self._n_features), np.float32)
        for _ in range(self._plan.leaf_passes):
            last, w = self._train(node, P, last, rng)
        return w, P

    def _train(self, node, P, w, rng):
        """One pass over the samples of classes that some children hold and others don't (OP2)."""
        holders = P.sum(axis=0)
        in_some = (holders > 0) & (holders < len(P))
        order = rng.permutation(node.train[in_some[self.state.local[node.train]]])
        settings = self._plan.step, w, self.state.counts, self._plan.shards, self._plan.n_jobs
        return averaged_pass(self._rows, order, self.state.local, np.ascontiguousarray(P.T), *settings)

    def _child_counts(self, node, w):
        """n_qk int64 (Q, K) of the held-out samples, or of the training samples where none came."""
        rows, shape = self._held_out(node), (len(w), len(node.labels))
        cells = np.ravel_multi_index((self._child(rows, w), self.state.local[rows]), shape)
        return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)

    def _held_out(self, node):
        return node.valid if len(node.valid) else node.train

    def _child(self, rows, w):
        """The child that each of the rows goes to, int32 (r,)."""
        children = np.empty(len(rows), np.int32)
        parts = cuts(len(rows), ROWS_AT_A_TIME)
        in_threads(lambda part: send(self._rows, rows[part], w, children[part]), parts, self._plan.n_jobs)
        return children

    def _children(self, node, w, P) -> list[OpenNode]:
        """The children, each with its classes and the samples of these that go there."""
        label_sets, parts = [node.labels[held] for held in P], []
        leaves = max(map(len, label_sets)) < 2  # which need no samples
        for rows in (node.train[:0], node.valid[:0]) if leaves else (node.train, node.valid):
            child = self._child(rows, w)
            kept = P[child, self.state.local[rows]]
            self.state.kept[rows[~kept]] = False
            rows, child = rows[kept], child[kept]
            by_child = rows[np.argsort(child, kind="stable")]
            ends = np.cumsum(np.bincount(child, minlength=len(P))).tolist()
            parts.append([by_child[first:end] for first, end in zip([0, *ends], ends)])
        return [OpenNode(*each, (*node.place, c)) for c, each in enumerate(zip(label_sets, *parts))]


def averaged_pass(
    rows: Dense | Sparse,
    order: np.ndarray,
    classes: np.ndarray,
    membership: np.ndarray,
    step: float,
    w: np.ndarray,
    counts: np.ndarray,
    shards: int = 1,
    n_jobs: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """One pass over the samples ``order``; see `manyclass.kernels.label_tree.node.epoch`, whose arguments these are.

    Parameters
    ----------
    w : ndarray (Q, d) of float32
        Weights to start from; not changed.
    shards : int
        So many parts of the samples are trained on separately, and what they end with is averaged (Zinkevich et al.
        2010).
    n_jobs : int or None
        Threads for these parts.

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
    ends = in_threads(run, np.array_split(order, shards), n_jobs)
    return tuple(np.mean(each, axis=0, dtype=np.float32) for each in zip(*ends))
