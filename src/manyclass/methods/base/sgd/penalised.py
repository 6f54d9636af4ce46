"""What the SVMs of Perronnin et al. (2012) share: an ℓ2 penalty, or none and early stopping; biases; zero to begin."""

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.common.discriminants import L2Regularised
from manyclass.kernels.common.labels import Labels, Reweighted
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.sgd.linear import Linear, epoch
from manyclass.kernels.sgd.rule import Rule
from manyclass.methods.base.diagnostics import decision_lines
from manyclass.methods.base.parameters import NOT_NEGATIVE, STOCHASTIC, one_of
from manyclass.methods.base.scores import inner_products
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
        "schedule": one_of("fixed", "decreasing"),
        "intercept": [NOT_NEGATIVE],
    }

    def _n_problems(self, n_classes: int) -> int:
        """Problems that are trained each by itself: one for all classes, or one a class."""
        raise NotImplementedError

    def _initial_model(self, problem, seed):
        n_classes, n_problems = problem.labels.n_classes, self._n_problems(problem.labels.n_classes)
        discriminant = L2Regularised(
            beta=np.zeros((n_classes, self.n_features_in_), np.float32),
            bias=np.zeros(n_classes, np.float32),
            constant=np.float32(self.intercept),
            scale=np.ones(n_problems),
            n_steps=np.zeros(n_problems, np.int64),
            penalty=float(self.penalty),
        )
        return Linear(discriminant, accumulators(n_classes, self.adaptation))

    def _publish(self, problem, state):
        self.coef_, self._bias = state.model.discriminant.beta, state.model.discriminant.bias

    def _steps(self) -> Steps:
        """η_t = ``step``, or 1 / (λ (t + t0)) with the t0 for which η_0 is ``step``."""
        decreasing = self.schedule == "decreasing"
        if decreasing and not self.penalty:
            raise ValueError("schedule='decreasing' is 1 / (penalty · (t + t0)); it needs a penalty above 0")
        if self.step * self.penalty >= 1:
            raise ValueError(f"step={self.step} times penalty={self.penalty} must be below 1, or a step leaves nothing")
        return steps(self.step, self.adaptation, self.step * self.penalty if decreasing else 0.0)

    @property
    def intercept_(self) -> np.ndarray:
        """The biases; zero without a constant feature."""
        return np.float32(self.intercept) * self._bias

    def diagnostics(self, train, test) -> dict[str, object]:
        """``decision_lines``, of few classes in the plane, and with a penalty both `svm_objectives`: ``objective``."""
        objective = svm_objectives(self, self.penalty, train) if self.penalty else {}
        return super().diagnostics(train, test) | decision_lines(self.coef_, self.intercept_) | objective

    def _arrays(self):
        return [self.coef_, self._bias[:, None]] if self.intercept else [self.coef_]

    def _scorer(self, X):
        return inner_products(sp.issparse(X), self.coef_, self.intercept_)


class JointClassifier(PenalisedClassifier):
    """Trained for all classes jointly, by pairs of a right and a wrong one; subclasses name the sampler."""

    sampler: NamedTuple
    rank_weight = "one"
    _parameter_constraints = {**PenalisedClassifier._parameter_constraints, "reweight": ["boolean"]}

    def __init__(self, step, penalty, schedule, reweight, intercept, max_iter, random_state, n_jobs):
        self.step = step
        self.penalty = penalty
        self.schedule = schedule
        self.reweight = reweight
        self.intercept = intercept
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _n_problems(self, n_classes):
        return 1

    def _problem(self, rows, labels):
        rule = Rule(HINGE, self.sampler, rank_weights(labels.n_classes, self.rank_weight), self._steps())
        return Problem(unsigned(rows), reweighted(labels) if self.reweight else labels, rule)

    def _epoch(self, problem, state, first):
        return epoch(problem.rows, problem.labels, state.model, problem.rule, first, state.generator)


def unsigned(rows: Dense | Sparse) -> Dense | Sparse:
    """The same rows, sparse ones with column numbers of which no kernel asks whether they are negative.

    Inner products then take half the time; no number is copied.
    """
    return rows._replace(indices=rows.indices.view(np.uint32)) if isinstance(rows, Sparse) else rows


def reweighted(labels: Labels) -> Reweighted:
    """The same labels, to be drawn class by class."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(labels.classes, minlength=labels.n_classes))])
    samples = np.repeat(np.arange(len(labels.indptr) - 1, dtype=np.int32), np.diff(labels.indptr))
    by_class = samples[np.argsort(labels.classes, kind="stable")]
    return Reweighted(*labels, starts.astype(np.int32), by_class)
