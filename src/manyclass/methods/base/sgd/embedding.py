"""What the embedding models share: class vectors in the space of z = Wx, and W learnt with them."""

from typing import NamedTuple

import numpy as np
from sklearn.neighbors import NearestNeighbors
from sklearn.utils.validation import check_is_fitted

from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.common.rows import Sparse
from manyclass.kernels.embedding.epoch import DRAWN, IGNORED, UPDATED, Embedded, epoch, new_workspace
from manyclass.kernels.embedding.projection import Embedding, EmbeddingByElement
from manyclass.kernels.sgd.rule import Rule
from manyclass.kernels.sgd.violator_sampling import LastViolators, Warp
from manyclass.methods.base.parameters import AT_LEAST_ONE, STOCHASTIC
from manyclass.methods.base.sgd.embedding_threads import epoch_in_threads, is_worth_threads
from manyclass.methods.base.sgd.steps import BY_ELEMENT, accumulators, rank_weights, steps
from manyclass.methods.base.sgd.stochastic import Problem, StochasticClassifier
from manyclass.methods.base.threads import n_threads

# How many are kept of each class (Gupta et al. 2014, table 7).
NEIGHBOURS = 5


class Carried(NamedTuple):
    """The last violators, and what the latest pass counted of each class: ``by_class`` int64 (G, 3)."""

    last: LastViolators
    by_class: np.ndarray


class EmbeddingClassifier(StochasticClassifier):
    """Trained by WARP steps; ``embedding_`` float32 (m, d) is W, ``prototypes_`` float32 (G, m) are the β_g.

    Subclasses give the initial vectors, the scores, and the parameters that are not theirs to choose.

    Attributes
    ----------
    last_violators_ : ndarray (G,) of int32
        The latest violator of each class, by number, -1 for none: the links of the chain of Gupta et al.
        (2014), section 6.3.
    updated_by_class_, ignored_by_class_, drawn_by_class_ : ndarray (G,) of int64
        For how many samples of the last pass each class was the right one that was drawn: of those that updated the
        model, of those that a last violator made go unused, and of all.
    """

    sampler: NamedTuple = Warp()
    adaptation = "fixed"
    rank_weight = "harmonic"
    costs: NamedTuple = ZeroOne()
    last_violators = 0
    burn_in = 0
    radius = np.inf
    _parameter_constraints = {**STOCHASTIC, "dimensions": [AT_LEAST_ONE]}

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """W and the class vectors in float32, first in float64; adagrad by element sums in float64 too."""
        bytes_each = 24 if self.adaptation == BY_ELEMENT else 16
        return bytes_each * self.dimensions * (n_features + n_classes) + 64 * n_classes

    def _problem(self, rows, labels):
        weights = rank_weights(labels.n_classes, self.rank_weight)
        rule = Rule(Hinge(float(self.margin)), self.sampler, weights, steps(self.step, self.adaptation), self.costs)
        return Problem(rows, labels, rule)

    def _initial_vectors(self, n_classes, for_prototypes, for_embedding) -> tuple[NamedTuple, np.ndarray]:
        """The discriminant of the prototypes, and W float32 (m, d), from these seeds."""
        raise NotImplementedError

    def _initial_model(self, problem, seed):
        n_classes = problem.labels.n_classes
        discriminant, W = self._initial_vectors(n_classes, *seed.spawn(2))
        V = np.ascontiguousarray(W.T) if isinstance(problem.rows, Sparse) else W
        by_element = self.adaptation == BY_ELEMENT
        kind = EmbeddingByElement if by_element else Embedding
        embedding = kind(
            V=V,
            scale=np.ones(len(W), np.float32),
            squared_norm=np.einsum("jr,jr->j", W, W, dtype=np.float64),
            alpha=np.zeros(V.shape) if by_element else accumulators(len(W), self.adaptation),
            radius=float(self.radius),
        )
        return Embedded(discriminant, accumulators(n_classes, self.adaptation), embedding)

    def _initially_carried(self, problem):
        n_classes = problem.labels.n_classes
        last = LastViolators(np.full(n_classes, -1, np.int32), int(self.last_violators))
        return Carried(last, np.zeros((n_classes, 3), np.int64))

    def _begin_pass(self, problem, state):
        state.carried = state.carried._replace(by_class=np.zeros_like(state.carried.by_class))

    def _epoch(self, problem, state, first):
        last = state.carried.last if state.n_passes >= self.burn_in else state.carried.last._replace(depth=0)
        workspace = new_workspace(problem.rows, state.model)
        arguments = problem.rows, problem.labels, state.model, problem.rule, last, first, state.generator, workspace
        if n_threads(self.n_jobs) > 1 and is_worth_threads(problem.labels.n_classes):
            counts = epoch_in_threads(*arguments, self.n_jobs)
        else:
            counts = epoch(*arguments)
        state.carried = state.carried._replace(by_class=state.carried.by_class + workspace.by_class)
        return counts

    def _publish(self, problem, state):
        V = state.model.embedding.V
        self.embedding_ = V.T if isinstance(problem.rows, Sparse) else V
        self.prototypes_ = state.model.discriminant.beta
        by_class = state.carried.by_class
        self.last_violators_ = state.carried.last.classes
        self.updated_by_class_ = by_class[:, UPDATED]
        self.ignored_by_class_ = by_class[:, IGNORED]
        self.drawn_by_class_ = by_class[:, DRAWN]

    def neighbours(self, k: int) -> np.ndarray:
        """The k classes whose prototypes lie nearest to each class's, nearest first: int64 (G, k) of class numbers."""
        check_is_fitted(self)
        return NearestNeighbors(n_neighbors=k).fit(self.prototypes_).kneighbors(return_distance=False)

    def diagnostics(self, train, test) -> dict[str, object]:
        """Also what each class is like.

        ``neighbours`` int32 (G, at most 5), nearest first; ``last_violators`` int32 (G,), -1 for none; and
        ``drawn_by_class``, ``updated_by_class`` and ``ignored_by_class``, int64 (G,), of the last pass.
        """
        return super().diagnostics(train, test) | {
            "neighbours": self.neighbours(min(NEIGHBOURS, len(self.classes_) - 1)).astype(np.int32),
            "last_violators": self.last_violators_,
            "drawn_by_class": self.drawn_by_class_,
            "updated_by_class": self.updated_by_class_,
            "ignored_by_class": self.ignored_by_class_,
        }

    def _arrays(self):
        return [self.embedding_, self.prototypes_]
