"""Label tree whose splits and weights are learnt together (Deng, Satheesh, Berg & Fei-Fei 2011)."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE, AT_LEAST_TWO, N_JOBS, POSITIVE, PROPER_SHARE, one_of
from manyclass.methods.base.samples import one_class_each
from manyclass.methods.base.trees.growth import Growth, OpenNode, Plan
from manyclass.methods.base.trees.label_tree import LabelTreeClassifier, hold_out
from manyclass.methods.base.trees.partition import least_ambiguity, least_disjoint_loss, least_loss

# δ where none is given, as a multiple of what a balanced split without overlap has.
SLACK = 1.25


class LabelTree(LabelTreeClassifier):
    """T_{Q,H}: every node learns which of its classes each child holds, together with the children's weights.

    At each node ``rounds`` times: for a fixed partition one pass of averaged stochastic gradients on OP2, without
    its ℓ2 term, for which the document prints no weight; for fixed weights the partition of least loss (OP3') or of
    least ambiguity (OP3) on samples held out. Children may share classes, and a class may be dropped. Nodes at
    depth H - 1 and nodes with fewer than Q classes are split fully, a child for each class.

    Where the document has a separate validation set, a share of each class's samples is held out here. A sample
    whose class is in none of the children, or in all, teaches nothing about them: it is passed over at no cost.
    So are, in OP3 and OP3', the samples that no partition can classify, since no child may hold their class.

    Raises ValueError where a sample has several right classes, and for children without overlap whose loss is capped.

    Parameters
    ----------
    children : int
        Q, at least 2.
    depth : int or None
        H, the depth of the leaves at most; None: the smallest with Q^H ≥ G.
    rounds : int
        T of algorithm 2.
    formulation : {"efficiency", "accuracy"}
        What is constrained: the ambiguity, by ``max_ambiguity`` (OP3'), or the loss, by ``max_loss`` (OP3).
    max_ambiguity : float or None
        δ; None: 1.25 / Q.
    max_loss : float
        ε.
    overlap : bool
        Whether children may share classes. Without it, ours, OP3' is solved for children that do not.
    first_partition : {"random", "means"}
        Of every node: the document's, a random class for each child; or, ours, every class in one child, by clusters of
        equal size of the means of the classes' training samples.
    step : float
        η of the stochastic gradients, constant.
    leaf_passes : int
        Passes at nodes that are split fully; the last is averaged.
    validation_fraction : float
        Share of each class's samples on which partitions are chosen.
    shards : int
        Parts of a pass that are trained separately and averaged.
    random_state : int, RandomState instance or None
        First partitions, orders, and which samples are held out.
    beam : int
        Paths kept at every level in prediction, at least 1, the greedy descent of the document. An option of ours.
    temperature : float or None
        Of the softmax by which paths are compared where there are several; None: by the sums of their nodes' scores.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    ambiguity_drifts_ : ndarray (T - 1,) of float64
        By which share of itself the ambiguity of a node changed, up or down, while its weights were trained, in each
        round from the second on: mean over the held-out samples at all nodes that have one. nan where none has.
    """

    citation = "Deng, Satheesh, Berg & Fei-Fei (2011)"
    # A node that is split fully has nothing to decide, so that the document's rounds leave it one pass or up to T.
    search = [{"step": Ladder([0.1, 0.3, 1.0])}, {"leaf_passes": Ladder([1, 2, 3], low=1, high=3, whole=True)}]
    _parameter_constraints = {
        "children": [AT_LEAST_TWO],
        "depth": [AT_LEAST_ONE, None],
        "rounds": [AT_LEAST_ONE],
        "formulation": one_of("efficiency", "accuracy"),
        "max_ambiguity": [POSITIVE, None],
        "max_loss": [PROPER_SHARE],
        "overlap": ["boolean"],
        "first_partition": one_of("random", "means"),
        "step": [POSITIVE],
        "leaf_passes": [AT_LEAST_ONE],
        "validation_fraction": [PROPER_SHARE],
        "shards": [AT_LEAST_ONE],
        "random_state": ["random_state"],
        "beam": [AT_LEAST_ONE],
        "temperature": [POSITIVE, None],
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        children=8,
        depth=None,
        rounds=3,
        formulation="efficiency",
        max_ambiguity=None,
        max_loss=0.3,
        overlap=True,
        first_partition="random",
        step=0.3,
        leaf_passes=3,
        validation_fraction=0.25,
        shards=1,
        random_state=None,
        beam=1,
        temperature=0.5,
        n_jobs=None,
    ):
        self.children = children
        self.depth = depth
        self.rounds = rounds
        self.formulation = formulation
        self.max_ambiguity = max_ambiguity
        self.max_loss = max_loss
        self.overlap = overlap
        self.first_partition = first_partition
        self.step = step
        self.leaf_passes = leaf_passes
        self.validation_fraction = validation_fraction
        self.shards = shards
        self.random_state = random_state
        self.beam = beam
        self.temperature = temperature
        self.n_jobs = n_jobs

    def _passes(self, X, y) -> Iterator["LabelTree"]:
        """Grow the tree, in one go."""
        X, Y = self._samples(X, y)
        y, n_classes = one_class_each(Y), Y.shape[1]
        to_hold_out, to_grow = self._seeds(2)
        train, valid = hold_out(y, self.validation_fraction, to_hold_out)
        root = OpenNode(np.arange(n_classes), train, valid)
        growth = Growth(X, y, n_classes, self._plan(n_classes), root, to_grow)
        self.tree_ = growth.grow()
        self._check_weights()
        self.training_counts_, self.kept_ = growth.state.counts[train], growth.state.kept[train]
        self.ambiguity_drifts_ = _mean_drifts(growth.state, self.rounds)
        self.n_iter_ = 1
        yield self

    def _plan(self, n_classes: int) -> Plan:
        """The parameters, those left open filled in."""
        if self.formulation == "efficiency":
            cap = SLACK / self.children if self.max_ambiguity is None else self.max_ambiguity
            partition = partial(least_loss if self.overlap else least_disjoint_loss, max_ambiguity=cap)
        elif self.overlap:
            partition = partial(least_ambiguity, max_loss=self.max_loss)
        else:
            raise ValueError("overlap=False: children that share no class are for formulation='efficiency' only")
        passes = self.rounds, self.leaf_passes, self.step, self.shards
        return Plan(self.children, self._max_depth(n_classes), *passes, partition, self.first_partition, self.n_jobs)

    def diagnostics(self, train, test) -> dict[str, object]:
        """What `LabelTreeClassifier` says, and ``ambiguity_drifts``, a list."""
        return {**super().diagnostics(train, test), "ambiguity_drifts": self.ambiguity_drifts_.tolist()}


def _mean_drifts(state, rounds):
    """Mean over the nodes of a `GrowthState`, each weighed by its held-out samples: float64 (rounds - 1,)."""
    if not state.drifts:
        return np.full(rounds - 1, np.nan)
    drifts = np.ma.masked_invalid(state.drifts)
    return np.ma.average(drifts, axis=0, weights=state.drift_samples).filled(np.nan)
