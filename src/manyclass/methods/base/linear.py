"""What the linear models share: G class vectors in the space of the features, inside a ball."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from manyclass.kernels.discriminants import Inner
from manyclass.kernels.linear import Linear, epoch
from manyclass.kernels.losses import Hinge
from manyclass.kernels.rng import new_state
from manyclass.kernels.rule import Rule
from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.initial import start
from manyclass.methods.base.samples import require, require_finite
from manyclass.methods.base.steps import accumulators, rank_weights, steps

def inner(beta: np.ndarray, radius: float) -> Inner:
    """The discriminant βᵀx of class vectors ``beta`` float32 (G, d), kept in the ball of this radius."""
    squared_norm = np.einsum("gj,gj->g", beta, beta, dtype=np.float64)
    return Inner(beta, np.ones(len(beta), np.float32), squared_norm, float(radius))


class LinearClassifier(ManyClassClassifier):
    """f(x; g) = β_gᵀx with ‖β_g‖ ≤ radius; ``coef_`` float32 (G, d) are the class vectors.

    ``history_`` lists the `Counts` of every pass. Subclasses give the pass.
    """

    adaptation = "adagrad"

    def passes(self, X, y) -> Iterator["LinearClassifier"]:
        """Train like `fit`, yielding the estimator, ready to predict, after every pass over the samples."""
        require(self, step=(0, np.inf), margin=(0, np.inf), radius=(1e-12, np.inf), max_iter=(1, np.inf))
        rows, labels = self._samples(X, y)
        n, n_classes = len(labels.indptr) - 1, labels.n_classes
        to_start, to_draw = self._seeds(2)
        self.coef_ = start(self.initial, (n_classes, self.n_features_in_), self.radius, to_start)
        model = Linear(inner(self.coef_, self.radius), accumulators(n_classes, self.adaptation))
        one_pass, state = self._one_pass(n_classes), new_state(to_draw)
        self.history_ = []
        for self.n_iter_ in range(1, self.max_iter + 1):
            self.history_.append(one_pass(rows, labels, model, (self.n_iter_ - 1) * n, state))
            require_finite(self, self.coef_)
            yield self

    def _one_pass(self, n_classes: int) -> Callable:
        """One pass, to be called with (rows, labels, model, number of the first step, state)."""
        raise NotImplementedError

    def _scores(self, X) -> np.ndarray:
        return X @ self.coef_.T


class RankingClassifier(LinearClassifier):
    """A linear model trained on pairs of a right and a wrong class; subclasses name the sampler and the weights."""

    sampler: NamedTuple
    rank_weight = "one"

    def _one_pass(self, n_classes: int) -> Callable:
        weights = rank_weights(n_classes, self.rank_weight)
        rule = Rule(Hinge(float(self.margin)), self.sampler, weights, steps(self.step, self.adaptation))
        return lambda rows, labels, model, first, state: epoch(rows, labels, model, rule, first, state)
