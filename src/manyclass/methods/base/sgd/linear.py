"""What the linear models share: G class vectors in the space of the features, inside a ball."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.class_vectors import memory_order
from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.common.discriminants import Inner
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.sgd.linear import Linear, epoch
from manyclass.kernels.sgd.rule import Rule
from manyclass.methods.base.diagnostics import decision_lines
from manyclass.methods.base.parameters import NOT_NEGATIVE, RADIUS, STOCHASTIC, one_of
from manyclass.methods.base.samples import with_constant
from manyclass.methods.base.sgd.initial import initial_values
from manyclass.methods.base.sgd.steps import accumulators, rank_weights, steps
from manyclass.methods.base.sgd.stochastic import Problem, StochasticClassifier


def inner(beta: np.ndarray, radius: float) -> Inner:
    """The discriminant βᵀx of class vectors ``beta`` float32 (G, d), kept in the ball of this radius."""
    squared_norm = np.einsum("gj,gj->g", beta, beta, dtype=np.float64)
    return Inner(beta, np.ones(len(beta), np.float32), squared_norm, float(radius))


class LinearClassifier(StochasticClassifier):
    """f(x; g) = β_gᵀ(x, c) with ‖β_g‖ ≤ radius, where c is the value ``intercept`` of a constant feature.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors, but for their last element.
    intercept_ : ndarray (G,) of float32
        Their last element times c.
    """

    _parameter_constraints = {
        **STOCHASTIC,
        "radius": [RADIUS],
        "intercept": [NOT_NEGATIVE],
        "initial": one_of("ball", "zeros"),
    }

    def _initial_vectors(self, n_classes, seed) -> np.ndarray:
        """Class vectors before the first step, with the weight of the constant: float32 (G, D)."""
        if self.initial == "zeros" and self.margin == 0:
            raise ValueError("margin=0: with initial='zeros' no class violates it, and none is ever moved; raise it")
        shape = n_classes, self.n_features_in_ + bool(self.intercept)
        return initial_values(self.initial, shape, self.radius, seed)

    def _initial_model(self, problem, seed):
        n_classes = problem.labels.n_classes
        in_order = np.asarray(self._initial_vectors(n_classes, seed), order=memory_order(problem.rows))
        return Linear(inner(in_order, self.radius), accumulators(n_classes, self.adaptation))

    def _publish(self, problem, state):
        self._show(state.model.discriminant.beta)

    def _show(self, beta: np.ndarray) -> None:
        """Set the attributes that tell of class vectors (G, D)."""
        self._beta, self.coef_ = beta, beta[:, : self.n_features_in_]
        self.intercept_ = np.float32(self.intercept) * beta[:, -1]  # zero without a constant

    def diagnostics(self, train, test) -> dict[str, object]:
        """Also ``decision_lines``, of few classes in the plane."""
        return super().diagnostics(train, test) | decision_lines(self.coef_, self.intercept_)

    def _arrays(self):
        return [self._beta]


class RankingClassifier(LinearClassifier):
    """A linear model trained on pairs of a right and a wrong class; subclasses name sampler and weights."""

    sampler: NamedTuple
    rank_weight = "one"
    costs: NamedTuple = ZeroOne()

    def __init__(self, step, margin, radius, intercept, initial, max_iter, random_state, n_jobs):
        self.step = step
        self.margin = margin
        self.radius = radius
        self.intercept = intercept
        self.initial = initial
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _problem(self, rows, labels):
        weights = rank_weights(labels.n_classes, self.rank_weight)
        rule = Rule(Hinge(float(self.margin)), self.sampler, weights, steps(self.step, self.adaptation), self.costs)
        return Problem(with_constant(rows, self.intercept), labels, rule)

    def _epoch(self, problem, state, first):
        return epoch(problem.rows, problem.labels, state.model, problem.rule, first, state.generator)
