"""What the SVMs of Perronnin et al. (2012) share: an ℓ2 penalty, or none and early stopping; biases; zero to begin."""

from typing import NamedTuple

import numpy as np
from sklearn.utils._param_validation import StrOptions

from manyclass.kernels.common.class_vectors import memory_order
from manyclass.kernels.common.costs import ClassWeights, ZeroOne
from manyclass.kernels.common.discriminants import AveragedL2, L2Regularised
from manyclass.kernels.common.labels import Labels, Reweighted
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.sgd.linear import Linear, epoch
from manyclass.kernels.sgd.rule import Rule
from manyclass.methods.base.diagnostics import decision_lines
from manyclass.methods.base.parameters import NOT_NEGATIVE, STOCHASTIC, one_of
from manyclass.methods.base.sgd.steps import accumulators, rank_weights, steps
from manyclass.methods.base.sgd.stochastic import Problem, StochasticClassifier
from manyclass.methods.base.sgd.svm_objectives import svm_objectives

# The documents' hinges: the winner must lead by Δ = 1, a binary score must be beyond ±1.
HINGE = Hinge(1.0)


class PenalisedClassifier(StochasticClassifier):
    """f(x; g) = w_gᵀx + b_g by stochastic steps on ½ penalty · Σ ‖w_g‖² plus the mean loss, starting from 0.

    b_g is the weight of a constant feature times its value c, ``intercept``, and is not penalised.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors w_g.
    intercept_ : ndarray (G,) of float32
        The biases b_g.
    """

    adaptation = "fixed"
    _parameter_constraints = {
        **{name: STOCHASTIC[name] for name in ("step", "max_iter", "random_state", "n_jobs")},
        "penalty": [NOT_NEGATIVE],
        "schedule": one_of("fixed", "decreasing", "optimal"),
        "intercept": [NOT_NEGATIVE],
    }

    def _initial_model(self, problem, seed):
        n_classes = problem.labels.n_classes
        discriminant = L2Regularised(
            beta=np.zeros((n_classes, self.n_features_in_), np.float32, order=memory_order(problem.rows)),
            bias=np.zeros(n_classes, np.float32),
            constant=np.float32(self.intercept),
            scale=np.ones(1),
            n_steps=np.zeros(1, np.int64),
            penalty=float(self.penalty),
        )
        return Linear(discriminant, accumulators(n_classes, self.adaptation))

    def _publish(self, problem, state):
        self._show(state.model.discriminant.beta, state.model.discriminant.bias)

    def _show(self, coef: np.ndarray, bias: np.ndarray) -> None:
        """Set the attributes that tell of class vectors (G, d) and weights (G,) of the constant feature."""
        self.coef_, self.intercept_ = coef, np.float32(self.intercept) * bias  # zero without a constant
        self._learnt = [coef, bias[:, None]] if self.intercept else [coef]

    def _steps(self) -> Steps:
        """η_t = ``step``, or 1 / (λ (t + t0)) with the t0 for which η_0 is ``step`` or the heuristic's."""
        decreasing = self.schedule != "fixed"
        if decreasing and not self.penalty:
            raise ValueError(f"schedule={self.schedule!r} is 1 / (penalty · (t + t0)); it needs a penalty above 0")
        first = heuristic_step(self.penalty) if self.schedule == "optimal" else self.step
        if first * self.penalty >= 1:
            raise ValueError(f"step={first} times penalty={self.penalty} must be below 1, or a step leaves nothing")
        return steps(first, self.adaptation, first * self.penalty if decreasing else 0.0)

    def diagnostics(self, train, test) -> dict[str, object]:
        """``decision_lines``, of few classes in the plane, and with a penalty both `svm_objectives`: ``objective``."""
        objective = svm_objectives(self, self.penalty, train) if self.penalty else {}
        return super().diagnostics(train, test) | decision_lines(self.coef_, self.intercept_) | objective

    def _arrays(self):
        return self._learnt


class JointClassifier(PenalisedClassifier):
    """Trained for all classes jointly, by pairs of a right and a wrong one; subclasses name the sampler."""

    sampler: NamedTuple
    rank_weight = "one"
    _parameter_constraints = {
        **PenalisedClassifier._parameter_constraints,
        "reweight": ["boolean", StrOptions({"updates"})],
        "average": ["boolean"],
    }

    def __init__(self, step, penalty, schedule, reweight, intercept, average, max_iter, random_state, n_jobs):
        self.step = step
        self.penalty = penalty
        self.schedule = schedule
        self.reweight = reweight
        self.intercept = intercept
        self.average = average
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _initial_model(self, problem, seed):
        plain, alpha = super()._initial_model(problem, seed)
        if not self.average:
            return Linear(plain, alpha)
        total, total_bias = np.zeros_like(plain.beta), np.zeros_like(plain.bias)
        return Linear(AveragedL2(*plain, total, total_bias, elapsed=np.zeros(2)), alpha)

    def _publish(self, problem, state):
        f = state.model.discriminant
        if self.average:
            self._show(*(each / np.float32(f.n_steps[0]) for each in (f.total, f.total_bias)))
        else:
            self._show(f.beta, f.bias)

    def _problem(self, rows, labels):
        by_updates = self.reweight == "updates"
        costs = class_weights(labels) if by_updates else ZeroOne()
        rule = Rule(HINGE, self.sampler, rank_weights(labels.n_classes, self.rank_weight), self._steps(), costs)
        return Problem(rows, reweighted(labels) if self.reweight and not by_updates else labels, rule)

    def _epoch(self, problem, state, first):
        return epoch(problem.rows, problem.labels, state.model, problem.rule, first, state.generator)


def heuristic_step(penalty: float) -> float:
    """The first step of Bottou's heuristic for the hinge and samples of length one: the root of 1 / √λ.

    Vectors are at most 1 / √λ long where the objective is least; their typical length is taken to be the root of that,
    and the first step is as long. It stands in the code that Perronnin et al. (2012), section 4.2, begin with.
    """
    return float(penalty) ** -0.25


def class_weights(labels: Labels) -> ClassWeights:
    """Weights of the classes in inverse proportion to their sizes, of mean one over the samples."""
    sizes = np.bincount(labels.classes, minlength=labels.n_classes)
    weights = sizes.sum() / (np.count_nonzero(sizes) * np.maximum(sizes, 1))
    return ClassWeights(weights.astype(np.float32))


def reweighted(labels: Labels) -> Reweighted:
    """The same labels, to be drawn class by class."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(labels.classes, minlength=labels.n_classes))])
    samples = np.repeat(np.arange(len(labels.indptr) - 1, dtype=np.int32), np.diff(labels.indptr))
    by_class = samples[np.argsort(labels.classes, kind="stable")]
    return Reweighted(*labels, starts.astype(np.int32), by_class)
