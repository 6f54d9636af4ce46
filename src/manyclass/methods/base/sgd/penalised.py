"""What the SVMs of Perronnin et al. (2012) share: an ℓ2 penalty, or none and early stopping; biases; zero to begin."""

from functools import partial
from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.labels import Labels, Reweighted
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.sgd.l2_regularised import Shrinking
from manyclass.kernels.sgd.linear import Linear, epoch
from manyclass.kernels.sgd.rule import Rule
from manyclass.methods.base.diagnostics import decision_lines
from manyclass.methods.base.parameters import NOT_NEGATIVE, STOCHASTIC, one_of
from manyclass.methods.base.sgd.steps import accumulators, rank_weights, steps
from manyclass.methods.base.sgd.stochastic import StochasticClassifier
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
        **{name: STOCHASTIC[name] for name in ("step", "max_iter", "random_state")},
        "penalty": [NOT_NEGATIVE],
        "schedule": one_of("fixed", "decreasing"),
        "intercept": [NOT_NEGATIVE],
    }

    def _first_values(self, n_classes: int, n_problems: int) -> Linear:
        """The kernel's view of ``coef_`` and the biases, which it sets: zeros."""
        self.coef_ = np.zeros((n_classes, self.n_features_in_), np.float32)
        self._bias = np.zeros(n_classes, np.float32)
        scale, made = np.ones(n_problems), np.zeros(n_problems, np.int64)
        constant = np.float32(self.intercept)
        discriminant = Shrinking(self.coef_, self._bias, constant, scale, made, float(self.penalty))
        return Linear(discriminant, accumulators(n_classes, self.adaptation))

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

    def _scores(self, X):
        return X @ self.coef_.T + self.intercept_


class JointClassifier(PenalisedClassifier):
    """Trained for all classes jointly, by pairs of a right and a wrong one; subclasses name the sampler."""

    sampler: NamedTuple
    rank_weight = "one"
    _parameter_constraints = {**PenalisedClassifier._parameter_constraints, "reweight": ["boolean"]}

    def _begin(self, rows, labels, seed):
        weights = rank_weights(labels.n_classes, self.rank_weight)
        rule = Rule(HINGE, self.sampler, weights, self._steps())
        model = self._first_values(labels.n_classes, n_problems=1)
        return partial(epoch, unsigned(rows), reweighted(labels) if self.reweight else labels, model, rule)


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
