"""What the label trees share, however they are grown: prediction, ranking, and the counts of vector operations."""

import numpy as np
import scipy.sparse as sp
from scipy.stats import rankdata

from manyclass.kernels.label_tree.descent import raise_classes
from manyclass.methods.base.classifier import A_SCORE, ManyClassClassifier
from manyclass.methods.base.scores import SCORES_AT_A_TIME, rows_at_a_time
from manyclass.methods.base.trees.diagnostics import arrays, costs
from manyclass.methods.base.trees.nodes import NONE, LabelNodes, local_measures

# So many rows descend at a time that many meet at a node, but no more than so many paths; when classes are ranked, so
# many that their scores are few.
ROWS_AT_A_TIME, PATHS_AT_A_TIME = 2**13, 2**17


class LabelTreeClassifier(ManyClassClassifier):
    """Algorithm 1 of Deng et al. (2011) on a tree that subclasses grow.

    A sample descends from the root to a leaf, always to the child with the highest score, and is given the leaf's
    class. As printed, a leaf without labels answers NULL; implemented is an answer all the same, the first in the
    ranking of `decision_function`, as a classifier must give one.

    An option of ours, not in the documents: with ``beam`` > 1 the best paths so far are kept at every level, so many,
    and the sample is given the class that they speak for most. At a ``temperature`` T a path has the share of its leaf
    in the softmax of s / T at each node on the way, of the scores s of its children, and a class the sum of the shares
    of its leaves: scores of nodes that were trained apart may be on scales of their own, and to sum them can be worse
    than to keep one path. Without one a path scores the sum of s itself, and a class what the best path to it does. So
    with all paths kept a leaf is a class of a flat linear classifier, whose vector is the sum of the weights on its
    path; and no sum has an offset: every step of training adds to one child what it takes from a sibling, so that the
    weights of a node's children, which start at zero, sum to zero. `predict_topk` gives the classes at the ends of the
    paths first.

    Attributes
    ----------
    beam : int
        Paths kept at every level in prediction.
    temperature : float or None
        By which paths are compared where several are kept; None: by the sums of their scores.
    tree_ : LabelNodes
        The tree.
    training_counts_ : ndarray (n, 2) of int64
        Dot products and vector additions at nodes that each training sample took part in; without samples held out.
    kept_ : ndarray (n,) of bool
        Which of these samples came to a node that learnt its leaves; the others went where their class is not held.
    structure_operations_ : float or None
        Vector operations per training sample before the tree's own weights were trained; None where there are none.
    """

    beam: int = 1
    temperature: float | None = None
    tree_: LabelNodes
    training_counts_: np.ndarray
    kept_: np.ndarray
    structure_operations_: float | None = None

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Weights of all nodes, here as many as three a class, with copies; and the samples by node."""
        return 3 * 12 * n_classes * n_features + 64 * n_samples

    def scoring_bytes(self, n_classes) -> int:
        """Of more rows at a time."""
        return A_SCORE * max(SCORES_AT_A_TIME, n_classes)

    @property
    def node_labels_(self) -> list[np.ndarray]:
        """The classes in each node's label set, breadth first."""
        return [self.classes_[each] for each in np.split(self.tree_.labels.indices, self.tree_.labels.indptr[1:-1])]

    @property
    def training_operations_(self) -> float:
        """Vector operations per training sample, twice the dot products, as Deng et al. (2011) count them.

        An addition "always pairs with a dot product" (their footnote 1), although most are never made. Samples
        that were given up on the way cost nothing from there on; see `kept_operations_`.
        """
        return 2 * self._in_features(float(self.training_counts_[:, 0].mean()), self.n_iter_)

    @property
    def kept_operations_(self) -> float:
        """Vector operations per training sample that was not given up; nan where all were."""
        dots = float(self.training_counts_[self.kept_, 0].mean()) if self.kept_.any() else np.nan
        return 2 * self._in_features(dots, self.n_iter_)

    def paths(self, X) -> np.ndarray:
        """The nodes that each row of X (n, d) goes through: int32 (n, H + 1), `NONE` below its leaf."""
        return self.tree_.paths_to(self._leaves(self._validated(X)))

    def test_operations(self, X) -> float:
        """Mean number of dot products that predicting a row of X (n, d) takes, with the present ``beam``."""
        X = self._validated(X)
        counts = np.empty(X.shape[0], np.int64)
        self._search(lambda rows, *along: self.tree_.search(rows, *along)[1], X, counts)
        return self._in_features(float(counts.mean()), 1)

    def decision_path(self, X) -> sp.csr_array:
        """Which nodes each row of X (n, d) goes through, as `sklearn.tree` has it: indicator (n, V)."""
        paths = self.paths(X)
        rows, places = np.nonzero(paths != NONE)
        ones = np.ones(len(rows), np.int8)
        return sp.csr_array((ones, (rows, paths[rows, places])), shape=(len(paths), len(self.tree_.answers)))

    def local_measures(self, X, y) -> tuple[np.ndarray, np.ndarray]:
        """Local loss and local ambiguity at each depth (equations 1 and 2), of X (n, d) and labels y (n,).

        Float64 (H,) each, as in table 2: the loss over the samples that were right so far, those in a leaf not
        losing any more; the ambiguity over all that are not yet in a leaf. So ∏(1 - loss) is the share of samples
        whose leaf answers their label.
        """
        return local_measures(self.tree_, self.paths(X), np.searchsorted(self.classes_, y))

    def diagnostics(self, train, test) -> dict[str, object]:
        """``costs`` on the test samples, and the tree with their paths in arrays."""
        return {"costs": costs(self, test), **arrays(self, test)}

    def _leaves(self, X) -> np.ndarray:
        """The leaf of each row of X (n, d): int32 (n,)."""
        leaves = np.empty(X.shape[0], np.int32)
        return self._in_blocks(lambda rows: self.tree_.leaves(self._embedded(rows)), X, leaves, ROWS_AT_A_TIME)

    def _ranked(self, X, k):
        """First come the classes that are reached, by the scores of their paths; the others by those of `_ranks`."""
        if k > 1 and self.beam == 1:
            return super()._ranked(X, k)
        best = np.empty((X.shape[0], k), np.int64)
        self._search(lambda rows, *along: self.tree_.ranked(rows, k, *along), X, best)
        lacking = np.flatnonzero(best[:, -1] == NONE)
        if len(lacking):
            best[lacking] = super()._ranked(X[lacking], k)
        return best

    def _search(self, work, X, out):
        """Fill ``out`` (n, ...) with what ``work`` makes of embedded rows of X (n, d), the beam and its temperature."""
        if self.beam != 1:
            self._validate_params()  # it may have been set after training
        beam = min(self.beam, len(self.tree_.answers))
        most = max(1, min(ROWS_AT_A_TIME, PATHS_AT_A_TIME // beam))
        return self._in_blocks(lambda rows: work(self._embedded(rows), beam, self._temperature()), X, out, most)

    def _temperature(self) -> float:
        """By which paths are compared: inf where by the sums of their scores."""
        return np.inf if self.temperature is None else self.temperature

    def _check_weights(self) -> None:
        """Raise FloatingPointError if training has overflowed."""
        if not all(np.isfinite(array).all() for array in self._arrays()):
            raise FloatingPointError(f"step={self.step} is too large: the weights overflow; take a smaller step")

    def _max_depth(self, n_classes: int) -> int:
        """H, or where it is left open the smallest with Q^H ≥ G."""
        return self.depth or int(np.ceil(np.log(n_classes) / np.log(self.children) - 1e-9))

    def _embedded(self, X):
        """The rows that the tree's weights are for."""
        return X

    def _in_features(self, at_nodes: float, embedded: float) -> float:
        """Vector operations of d features, for those at nodes and for samples that were embedded so many times."""
        return at_nodes

    def _arrays(self):
        return [self.tree_.weights]

    def _rows_a_block(self):
        return rows_at_a_time(len(self.classes_))

    def _scorer(self, X):
        return self._ranks

    def _ranks(self, X):
        """Rank the classes by how far they go along with a sample: float32 (n, G).

        A class scores the depth of the last node on the sample's path that holds it, plus 1 - r/Q there, where r
        of the Q children score higher than the best one with the class, plus 0 if no child has it. Places, and not
        the scores themselves, as these have any scale. The answer of the leaf scores half a point more than the
        others in the leaf. With a ``beam`` the classes at the ends of its paths come before all others, each a
        whole point before the next.
        """
        X, tree, scores = self._embedded(X), self.tree_, np.zeros((X.shape[0], len(self.classes_)), np.float32)
        leaves = tree.leaves(X)
        for depth, node, rows, at_node, taken in tree.visits(X, leaves):
            values = np.float32(depth + 1 - places(at_node, taken) / at_node.shape[1])
            raise_classes(scores, rows, values, tree.starts[node], tree.labels.indptr, tree.labels.indices)
        answers = tree.answers[leaves]
        answered = np.flatnonzero(answers != NONE)
        scores[answered, answers[answered]] += 0.5
        if self.beam > 1:
            best = tree.ranked(X, min(self.beam, scores.shape[1]), self.beam, self._temperature())
            rows, ranks = np.nonzero(best != NONE)
            scores[rows, best[rows, ranks]] = tree.depths.max() + best.shape[1] + 1 - ranks
        return scores


def places(scores: np.ndarray, first: np.ndarray) -> np.ndarray:
    """How many of its row score higher than each of the scores (r, Q): (r, Q).

    The ``first`` int (r,) count as the highest, whatever they score, and what is not a number is last.
    """
    lower = np.nan_to_num(-scores, nan=np.inf)
    np.put_along_axis(lower, first[:, None], lower.min(axis=1, keepdims=True), axis=1)
    return rankdata(lower, method="min", axis=1) - 1


def hold_out(y: np.ndarray, fraction: float, seed: np.random.SeedSequence) -> tuple[np.ndarray, np.ndarray]:
    """Row numbers (ascending) that are trained on, and those on which a tree's structure is decided.

    Parameters
    ----------
    y : ndarray (n,) of int
        Class numbers.
    fraction : float
        Share of each class to hold out, rounded down; at least 0 and less than 1, so that no class is held out whole.
        Of a class that has two samples one at least, unless the share is 0: partitions give up a class of which they
        see none, as they do one that has a single sample.
    """
    shuffled = np.random.default_rng(seed).permutation(len(y))
    by_class = shuffled[np.argsort(y[shuffled], kind="stable")]
    sizes = np.bincount(y)
    least = (sizes > 1) & (fraction > 0)
    place = np.arange(len(y)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    is_held_out = place < np.repeat(np.maximum(least, np.floor(fraction * sizes)), sizes)
    return np.sort(by_class[~is_held_out]), np.sort(by_class[is_held_out])
