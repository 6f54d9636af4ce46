"""Label tree of classes that one-vs-all classifiers confuse, learnt jointly (Bengio, Weston & Grangier 2010)."""

from collections.abc import Iterator

import numpy as np

from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE, AT_LEAST_TWO, N_JOBS, POSITIVE, PROPER_SHARE, one_of
from manyclass.methods.base.samples import class_means, one_class_each
from manyclass.methods.base.trees.clusters import balanced_clusters
from manyclass.methods.base.trees.confusion import confusion, highest
from manyclass.methods.base.trees.joint import JointState, first_embedding, joint_pass
from manyclass.methods.base.trees.label_tree import LabelTreeClassifier, hold_out
from manyclass.methods.base.trees.node_by_node import node_pass
from manyclass.methods.base.trees.spectral import affinity_of, groups
from manyclass.methods.base.trees.splits import split_tree

# Bytes that finding eigenvectors and clusters takes for however few classes.
CLUSTERING = 2**18


class ConfusionLabelTree(LabelTreeClassifier):
    """T_{Q,H}: the structure from the confusions of one-vs-all classifiers, then all weights jointly.

    One pass of stochastic gradients trains a classifier for each class against all others, the mean over its steps,
    with a threshold, of which the document says nothing. Its confusions C on samples held out make (C + Cᵀ)/2 the
    affinity of two classes, by which spectral clustering splits them into Q disjoint groups, and each group again, down
    to depth H - 1 and to groups of fewer than Q classes, which are split fully. Then passes over the samples move, on
    the path to a sample's class, the one node and the sibling of it that violate max(0, 1 + w_sᵀx - w_rᵀx) most; the
    weights are the mean over the steps of the last pass.

    With ``dimensions`` the nodes see Wx instead of x, and every step moves W too, down the same slack. W starts as a
    random projection that keeps lengths on average, Gaussian with variance 1/m, and is averaged like the weights.
    Both factors move, so that smaller steps are called for than without. Counted are operations on vectors of d
    features: a sample costs m for Wx, and m/d for each product at a node.

    To tell the structure from the weights, either can be had by other means: ``splits`` and ``learning``.

    Where the document has a separate validation set, a share of each class's samples is held out here, the same as
    by `LabelTree`. Raises ValueError where a sample has several right classes, and for an embedding without joint
    learning.

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
    dimensions : int or None
        m, the rows of W; None: no embedding.
    scaling : {"rows", "degrees"}
        Of the classes' rows of eigenvectors in spectral clustering: to length one, as in the algorithm of Ng, Jordan
        and Weiss that Bengio et al. (2010) prescribe, or by the classes' degrees, as Shi and Malik have it.
    splits : {"confusion", "means", "random"}
        What decides the structure: confusions; or, at no counted cost, clusters of equal size of the means of the
        classes' training samples, or chance, groups of equal size.
    learning : {"joint", "independent", "filtered"}
        How weights are learnt: jointly; or each node's by themselves, by the node learner of Deng et al. (2011), on all
        samples of its classes or on those that its ancestors send there.
    random_state : int, RandomState instance or None
        Orders, clusters, the first embedding, and which samples are held out.
    beam : int
        Paths kept at every level in prediction, at least 1, the greedy descent of the document. An option of ours.
    temperature : float or None
        Of the softmax by which paths are compared where there are several; None: by the sums of their nodes' scores.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    confusion_ : csr_array (G, G) of int64, or None
        Held-out samples of each class (row) by the class that one-vs-all gives them; None where other things decide.
    embedding_ : ndarray (m, d) of float32, or None
        W.
    kept_ : ndarray (n,) of bool
        All samples: those that ``learning="filtered"`` gives up on the way are not told from the others.
    structure_operations_ : float or None
        Vector operations per training sample of the one-vs-all pass, 2 G, which `training_operations_` leaves out; None
        where there is none.
    outputs_ : dict
        ``max_ambiguity``: the mean ambiguity of the root on the samples held out, the cap that Deng et al. (2011)
        give their own tree; without such samples, 1 / Q.
    """

    citation = "Bengio, Weston & Grangier (2010), as described by Deng, Satheesh, Berg & Fei-Fei (2011)"
    # Accuracy may have two peaks over the step of the classifiers that it begins with, the higher one where they are
    # hardly trained: they then confuse more, and what they confuse tells more of the classes.
    search = [{"step": Ladder([0.1, 0.3, 1.0])}, {"first_step": Ladder([1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0])}]
    _parameter_constraints = {
        "children": [AT_LEAST_TWO],
        "depth": [AT_LEAST_ONE, None],
        "step": [POSITIVE],
        "first_step": [POSITIVE],
        "validation_fraction": [PROPER_SHARE],
        "max_iter": [AT_LEAST_ONE],
        "dimensions": [AT_LEAST_ONE, None],
        "scaling": one_of("rows", "degrees"),
        "splits": one_of("confusion", "means", "random"),
        "learning": one_of("joint", "independent", "filtered"),
        "random_state": ["random_state"],
        "beam": [AT_LEAST_ONE],
        "temperature": [POSITIVE, None],
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        children=8,
        depth=None,
        step=0.3,
        first_step=0.3,
        validation_fraction=0.25,
        max_iter=2,
        dimensions=None,
        scaling="rows",
        splits="confusion",
        learning="joint",
        random_state=None,
        beam=1,
        temperature=None,
        n_jobs=None,
    ):
        self.children = children
        self.depth = depth
        self.step = step
        self.first_step = first_step
        self.validation_fraction = validation_fraction
        self.max_iter = max_iter
        self.dimensions = dimensions
        self.scaling = scaling
        self.splits = splits
        self.learning = learning
        self.random_state = random_state
        self.beam = beam
        self.temperature = temperature
        self.n_jobs = n_jobs

    def _passes(self, X, y) -> Iterator["ConfusionLabelTree"]:
        """Grow the tree, then train its weights; yields after every joint pass."""
        if self.dimensions is not None and self.learning != "joint":
            raise ValueError(f"learning={self.learning!r}: an embedding (dimensions) is learnt jointly only")
        X, Y = self._samples(X, y)
        y, n_classes = one_class_each(Y), Y.shape[1]
        to_hold_out, to_confuse, to_split, to_order, to_embed = self._seeds(5)
        train, valid = hold_out(y, self.validation_fraction, to_hold_out)
        split = self._split(X, Y, train, valid, to_confuse, np.random.default_rng(to_split))
        width = self.dimensions or X.shape[1]
        self.tree_ = split_tree(n_classes, self.children, self._max_depth(n_classes), width, split)
        self.kept_ = np.ones(len(train), bool)
        embedding = first_embedding(self.dimensions, X.shape[1], to_embed)
        counts = np.zeros((len(y), 2), np.int64)
        state = JointState(self.tree_.weights.copy(), embedding, np.random.default_rng(to_order), counts)
        for done in range(self.max_iter):
            self._pass(X, y, train, state)
            self._check_weights()
            self.training_counts_, self.n_iter_ = state.counts[train], done + 1
            self.outputs_ = {"max_ambiguity": self._root_ambiguity(X, valid)}
            yield self

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Beside the tree what confusions take: one-vs-all, and what groups are made of."""
        tree = super().training_bytes(n_samples, n_features, n_classes, density)
        of_confusions = 16 * n_classes * n_features + 32 * n_classes**2 + CLUSTERING
        return tree + (of_confusions if self.splits == "confusion" else 0)

    def _split(self, X, Y, train, valid, to_confuse, rng):
        """What puts the classes of a node into groups, see `split_tree`."""
        self.confusion_, self.structure_operations_ = None, None
        if self.splits == "random":
            return lambda labels: rng.permutation(np.arange(len(labels)) % self.children)
        if self.splits == "means":
            means = class_means(X, train, Y.indices[train], Y.shape[1])
            return lambda labels: balanced_clusters(means[labels], self.children, rng)
        self.confusion_ = confusion(X, Y, train, valid, self.first_step, to_confuse, self.n_jobs)
        self.structure_operations_ = 2.0 * Y.shape[1]
        affinity = affinity_of(self.confusion_)
        return lambda labels: groups(affinity[labels][:, labels], self.children, rng, self.scaling)

    def _pass(self, X, y, train, state):
        """Train all weights once more."""
        if self.learning == "joint":
            self.tree_, self.embedding_ = joint_pass(X, y, train, self.tree_, self.step, state)
        else:
            filtered = self.learning == "filtered"
            self.tree_, self.embedding_ = node_pass(X, y, train, self.tree_, self.step, state, filtered), None

    def _root_ambiguity(self, X, rows) -> float:
        """Mean share of the classes in the root's child that some rows of X go to; 1 / Q without rows."""
        if not len(rows):
            return 1 / self.children
        sizes = np.diff(self.tree_.partition().indptr)
        w = self.tree_.weights[: len(sizes)]
        w = w if self.embedding_ is None else w @ self.embedding_
        return float(sizes[highest(X, rows, w)].mean() / len(self.classes_))

    def _embedded(self, X):
        return X if self.embedding_ is None else X @ self.embedding_.T

    def _in_features(self, at_nodes, embedded):
        if self.embedding_ is None:
            return at_nodes
        m, d = self.embedding_.shape
        return m * embedded + m / d * at_nodes

    def _arrays(self):
        return [self.tree_.weights] if self.embedding_ is None else [self.embedding_, self.tree_.weights]
