"""What the methods of Hazan & Singer's lecture 11 share: projected mini-batch descent with suffix averaging."""

from numbers import Real
from typing import NamedTuple

import numpy as np
from sklearn.utils._param_validation import Interval

from manyclass.kernels.common.rows import WithConstant
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.sgd.minibatch import Batch, Descent, Projected, epoch
from manyclass.kernels.sgd.sample_order import Shuffled, WithReplacement
from manyclass.methods.base.diagnostics import decision_lines
from manyclass.methods.base.parameters import AT_LEAST_ONE, NOT_NEGATIVE, RADIUS, STOCHASTIC
from manyclass.methods.base.sgd.penalised import unsigned
from manyclass.methods.base.sgd.stochastic import StochasticClassifier

# T0 of a training without averaging: later than any update.
NEVER = np.iinfo(np.int64).max


class ProjectedClassifier(StochasticClassifier):
    """z_j = w_jᵀ(x, c) by steps η_t = η0 / t^power on a mini-batch's mean loss, from W = 0, kept in ‖w_j‖ ≤ ρ.

    Subclasses say with what weights a sample moves the classes (`_weights`). The output is W, or from update T0 on
    the average of the W^t with T0 < t ≤ T, which as printed leaves the last one out. The fewer samples that may
    remain for the last mini-batch of a pass are one too.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors w_j, but for their last element.
    intercept_ : ndarray (G,) of float32
        Their last element times c.
    """

    _parameter_constraints = {
        **{name: STOCHASTIC[name] for name in ("step", "max_iter", "random_state")},
        "power": [Interval(Real, 0, 1, closed="both")],
        "radius": [RADIUS],
        "penalty": [NOT_NEGATIVE],
        "batch_size": [AT_LEAST_ONE],
        "replacement": ["boolean"],
        "average_from": [NOT_NEGATIVE, None],
        "intercept": [NOT_NEGATIVE],
    }

    def _weights(self, n_classes: int) -> NamedTuple:
        """The type of `manyclass.kernels.sgd.class_weights`."""
        raise NotImplementedError

    def _begin(self, rows, labels, seed):
        n, n_classes = len(labels.indptr) - 1, labels.n_classes
        per_pass = -(-n // int(self.batch_size))
        model = self._first_values(n_classes, per_pass)
        order = WithReplacement() if self.replacement else Shuffled(np.arange(n))
        descent = Descent(order, self._weights(n_classes), self._steps())
        rows = unsigned(rows)
        if self.intercept:
            rows = WithConstant(rows, np.float32(self.intercept))
        size = min(int(self.batch_size), n)
        batch = Batch(*_zeros(size, n_classes))

        def one_pass(first, state):
            updates = first // n * per_pass
            counts = epoch(rows, labels, model, descent, batch, updates, state)
            self._output(model, updates + per_pass)
            return counts

        return one_pass

    def _first_values(self, n_classes: int, per_pass: int) -> Projected:
        """The kernel's view of the class vectors: zeros."""
        shape = (n_classes, self.n_features_in_ + bool(self.intercept))
        self._first = NEVER if self.average_from is None else round(self.average_from * per_pass)
        total = np.zeros((0 if self.average_from is None else n_classes, shape[1]))
        since = np.full(n_classes, self._first)
        return Projected(np.zeros(shape, np.float32), float(self.radius), float(self.penalty), total, since)

    def _steps(self) -> Steps:
        if self.step * self.penalty > 1:
            raise ValueError(f"step={self.step} times penalty={self.penalty} must be at most 1")
        return Steps(eta0=float(self.step), decay=1.0, power=float(self.power), by_gradient=0.0, by_count=0.0)

    def _output(self, model: Projected, updates: int) -> None:
        """The average over the updates from T0 on, or W as it is where there are none yet."""
        averaged = updates - self._first
        self._beta = (model.total / averaged).astype(np.float32) if averaged > 0 else model.W
        self.coef_ = self._beta[:, : self.n_features_in_]

    @property
    def intercept_(self) -> np.ndarray:
        """What the constant feature adds to every score."""
        return np.float32(self.intercept) * self._beta[:, -1]  # zero without a constant

    def diagnostics(self, train, test) -> dict[str, object]:
        """Also ``decision_lines``, of few classes in the plane."""
        return super().diagnostics(train, test) | decision_lines(self.coef_, self.intercept_)

    def _arrays(self):
        return [self._beta]

    def _scores(self, X):
        return X @ self.coef_.T + self.intercept_


def _zeros(size: int, n_classes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The members of a `Batch` of ``size`` samples."""
    return np.zeros(size, np.int64), np.zeros(n_classes, np.float32), np.zeros((size, n_classes), np.float32)
