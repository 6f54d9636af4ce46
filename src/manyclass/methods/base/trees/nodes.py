"""A trained label tree: the label sets and weights of its nodes, and the greedy descent.

The trees of Bengio, Weston & Grangier (2010) and of Deng et al. (2011) differ in how they are grown, not in what
they are: algorithm 1 is the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.label_tree.answers import answers_by_share, distinct_answers
from manyclass.kernels.label_tree.beam import Beam, search
from manyclass.kernels.label_tree.descent import descend
from manyclass.methods.base.samples import rows_of

# Where there is no node, above the root and below a leaf in a path; where there is no class, in the answer of a leaf
# without labels.
NONE = -1


class Visit(NamedTuple):
    """Some rows at an inner node, int64 (r,), the scores float32 (r, Q) of its children, and the one each goes to.

    The children ``taken`` int32 (r,) are numbered from 0; by a rounding another may score as much, or more.
    """

    depth: int
    node: int
    rows: np.ndarray
    scores: np.ndarray
    taken: np.ndarray


@dataclass(frozen=True)
class LabelNodes:
    """Nodes 0 (the root) to V - 1, breadth first, so that the children of a node are neighbours.

    Parameters
    ----------
    starts : ndarray (V + 1,) of int32
        The children of node v are nodes ``starts[v]`` to ``starts[v + 1] - 1``; a leaf has none.
    labels : csr_array (V, G) of int8
        κ(v), the label set of each node; a child's is part of its parent's.
    answers : ndarray (V,) of int32
        The class that a leaf answers; `NONE` for inner nodes and for leaves without labels.
    weights : ndarray (V - 1, d) of float32
        Row c - 1 is w_c of node c.
    """

    starts: np.ndarray
    labels: sp.csr_array
    answers: np.ndarray
    weights: np.ndarray

    @property
    def n_children(self) -> np.ndarray:
        """Children of each node, int32 (V,)."""
        return np.diff(self.starts)

    @property
    def depths(self) -> np.ndarray:
        """Distance of each node from the root, int32 (V,)."""
        depths = np.zeros(len(self.answers), np.int32)
        for v in np.flatnonzero(self.n_children):
            depths[self.starts[v] : self.starts[v + 1]] = depths[v] + 1
        return depths

    @property
    def parents(self) -> np.ndarray:
        """The node above each node, int32 (V,); `NONE` above the root."""
        return np.repeat(np.arange(-1, len(self.answers), dtype=np.int32), np.append(1, self.n_children))

    def partition(self, v: int = 0) -> sp.csr_array:
        """P int8 (Q, G) of node v: which child holds which class."""
        return self.labels[self.starts[v] : self.starts[v + 1]]

    def leaves(self, X) -> np.ndarray:
        """The leaf that each row of X (n, d) ends in, following the child of the highest score: int32 (n,)."""
        leaves = np.empty(X.shape[0], np.int32)
        descend(rows_of(X), self.starts, self.weights, leaves)
        return leaves

    def search(self, X, beam: int, temperature: float = np.inf) -> tuple[np.ndarray, np.ndarray]:
        """Keep the ``beam`` best paths of each row of X (n, d) at every level, at a ``temperature`` above 0.

        Returns the leaves they end in, int32 (n, B), best first, `NONE` where there are no more, and the dot products
        that each row took, int64 (n,).
        """
        counts = np.empty(X.shape[0], np.int64)
        if beam == 1:
            leaves = self.leaves(X)
            above = self.paths_to(leaves)[:, :-1]
            counts[:] = np.where(above == NONE, 0, self.n_children[above]).sum(axis=1)
            return leaves[:, None], counts
        return self._best_paths(X, beam, temperature, counts).nodes, counts

    def _best_paths(self, X, beam, temperature, counts) -> Beam:
        shape = X.shape[0], min(beam, int((self.n_children == 0).sum()))
        best = Beam(np.empty(shape, np.int32), np.empty(shape, np.float32))
        search(rows_of(X), self.starts, self.weights, np.float32(temperature), best, counts)
        return best

    def ranked(self, X, k: int, beam: int, temperature: float = np.inf) -> np.ndarray:
        """The k classes that the best paths of each row of X (n, d) lead to, best first, each but once: int32 (n, k).

        At a temperature by the sum of the shares of all paths to a class, else by the best of them. `NONE` where there
        are no more.
        """
        if beam == 1 and k == 1:
            return self.answers[self.leaves(X)][:, None]
        ranked, n_classes = np.empty((X.shape[0], k), np.int32), self.labels.shape[1]
        if beam > 1 and np.isfinite(temperature):
            best = self._best_paths(X, beam, temperature, np.empty(X.shape[0], np.int64))
            answers_by_share(best, self.answers, np.float32(temperature), n_classes, ranked)
        else:
            distinct_answers(self.search(X, beam)[0], self.answers, n_classes, ranked)
        return ranked

    def visits(self, X, leaves: np.ndarray) -> Iterator[Visit]:
        """Score the rows of X (n, d) at each inner node on the way to their leaves, one matrix product a node."""
        paths = self.paths_to(leaves)
        for depth in range(paths.shape[1] - 1):
            rows = np.flatnonzero(paths[:, depth + 1] != NONE)
            rows = rows[np.argsort(paths[rows, depth], kind="stable")]
            starts = np.flatnonzero(np.diff(paths[rows, depth], prepend=NONE))
            for group in np.split(rows, starts)[1:]:
                first, end = self.starts[(v := paths[group[0], depth]) : v + 2]
                scores = X[group] @ self.weights[first - 1 : end - 1].T
                yield Visit(depth, int(v), group, scores, paths[group, depth + 1] - first)

    def paths_to(self, leaves: np.ndarray) -> np.ndarray:
        """The nodes on the way to each of the leaves, int32 (n,): int32 (n, depth of the tree + 1)."""
        depths, parents, at = self.depths, self.parents, leaves
        paths = np.full((len(at), depths.max() + 1), NONE, np.int32)
        for depth in range(depths.max(), -1, -1):
            there = depths[at] >= depth
            paths[there, depth] = at[there]
            at = np.where(there, parents[at], at)
        return paths


def nodes_of(n_children, label_sets, answers, weights, n_classes: int) -> LabelNodes:
    """Put a tree together from what is known of each node, breadth first.

    Parameters
    ----------
    n_children : sequence of V int
        0 for a leaf.
    label_sets : sequence of V arrays
        κ(v), sorted.
    answers : sequence of V int
        See `LabelNodes`.
    weights : sequence of arrays (Q, d) of float32
        One for each inner node: those of its children.
    n_classes : int
        G.
    """
    starts = np.cumsum([1, *n_children], dtype=np.int32)
    indptr = np.cumsum([0, *map(len, label_sets)])
    ones = np.ones(indptr[-1], np.int8)
    labels = sp.csr_array((ones, np.concatenate(label_sets), indptr), shape=(len(label_sets), n_classes))
    return LabelNodes(starts, labels, np.asarray(answers, np.int32), np.concatenate(weights))


def local_measures(tree: LabelNodes, paths: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Local loss and ambiguity at each depth, float64 (H,) each; see `LabelTreeClassifier.local_measures`.

    ``paths`` int32 (n, H + 1) are those of samples of classes ``y`` int (n,).
    """
    sizes, leaf = np.diff(tree.labels.indptr), tree.n_children == 0
    right, loss, ambiguity = np.ones(len(y), bool), [], []
    for here, below in zip(paths.T[:-1], paths.T[1:]):
        moved = below != NONE
        parents, children, of = here[moved], below[moved], y[moved]
        before = right.sum()
        in_child = np.asarray(tree.labels[children, of]).ravel() > 0
        right[moved] &= np.where(leaf[children], tree.answers[children] == of, in_child)
        loss.append(1 - right.sum() / before if before else np.nan)
        ambiguity.append((sizes[children] / sizes[parents]).mean() if moved.any() else np.nan)
    return np.array(loss), np.array(ambiguity)
