"""What the methods of Hazan & Singer's lecture 11 share: projected mini-batch descent with suffix averaging."""

from numbers import Real
from typing import NamedTuple

import numpy as np
from sklearn.utils._param_validation import Interval

from manyclass.kernels.common.labels import InTurn
from manyclass.kernels.common.rows import is_sparse
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.sgd.minibatch import Batch, BatchCounts, Descent, Shuffled, WithReplacement, epoch
from manyclass.kernels.sgd.projected import Projected
from manyclass.kernels.sgd.projected_columns import ProjectedColumns
from manyclass.methods.base.diagnostics import decision_lines
from manyclass.methods.base.parameters import AT_LEAST_ONE, NOT_NEGATIVE, RADIUS, STOCHASTIC
from manyclass.methods.base.samples import with_constant
from manyclass.methods.base.sgd.linear import LinearClassifier
from manyclass.methods.base.sgd.stochastic import Problem

# T0 of a training without averaging: later than any update.
NEVER = np.iinfo(np.int64).max


class ProjectedClassifier(LinearClassifier):
    """z_j = w_jᵀ(x, c) by steps η_t = η0 / t^power on a mini-batch's mean loss, from W = 0, kept in ‖w_j‖ ≤ ρ.

    Subclasses say with what weights a sample moves the classes (`_weights`). The output is W, or from update T0 on
    the average of the W^t with T0 < t ≤ T, which as printed leaves the last one out. The fewer samples that may
    remain for the last mini-batch of a pass are one too.
    """

    _counted = BatchCounts
    _parameter_constraints = {
        **{name: STOCHASTIC[name] for name in ("step", "max_iter", "random_state", "n_jobs")},
        "power": [Interval(Real, 0, 1, closed="both")],
        "radius": [RADIUS],
        "penalty": [NOT_NEGATIVE],
        "batch_size": [AT_LEAST_ONE],
        "replacement": ["boolean"],
        "average_from": [NOT_NEGATIVE, None],
        "intercept": [NOT_NEGATIVE],
    }

    def __init__(
        self,
        step=1.0,
        power=1.0,
        radius=np.inf,
        penalty=0.0,
        batch_size=10,
        replacement=False,
        average_from=None,
        intercept=0.0,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        self.step = step
        self.power = power
        self.radius = radius
        self.penalty = penalty
        self.batch_size = batch_size
        self.replacement = replacement
        self.average_from = average_from
        self.intercept = intercept
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Of averages also the last one, which is there until the next is."""
        last = 0 if self.average_from is None else 4 * n_classes * (n_features + 1)
        return super().training_bytes(n_samples, n_features, n_classes, density) + last

    def diagnostics(self, train, test) -> dict[str, object]:
        """``decision_lines``, of few classes in the plane."""
        return decision_lines(self.coef_, self.intercept_)

    def _weights(self, n_classes: int) -> NamedTuple:
        """The type of `manyclass.kernels.sgd.class_weights`."""
        raise NotImplementedError

    def _updates_a_pass(self, problem: Problem) -> int:
        """⌈n/B⌉."""
        return -(-problem.n_samples // int(self.batch_size))

    def _first_averaged(self, problem: Problem) -> int:
        """T0, in updates."""
        return NEVER if self.average_from is None else round(self.average_from * self._updates_a_pass(problem))

    def _problem(self, rows, labels):
        rule = self._weights(labels.n_classes), self._steps()
        return Problem(with_constant(rows, self.intercept), labels, rule)

    def _initial_model(self, problem, seed):
        n_classes, n_features = problem.labels.n_classes, self.n_features_in_ + bool(self.intercept)
        in_columns = is_sparse(problem.rows)
        shape = (n_features, n_classes) if in_columns else (n_classes, n_features)
        return (ProjectedColumns if in_columns else Projected)(
            W=np.zeros(shape, np.float32),
            radius=float(self.radius),
            penalty=float(self.penalty),
            total=np.zeros((0, shape[1]) if self.average_from is None else shape),
            average_from=self._first_averaged(problem),
        )

    def _initially_carried(self, problem):
        return WithReplacement() if self.replacement else Shuffled(np.arange(problem.n_samples))

    def _draws_a_step(self):
        return int(self.batch_size)

    def _begin_pass(self, problem, state):
        self._updates = state.n_passes * self._updates_a_pass(problem)  # so many before, also of each chunk

    def _drawn(self, n, generator):
        return super()._drawn(n, generator) if self.replacement else generator.permutation(n)

    def _epoch(self, problem, state, first):
        order = WithReplacement() if isinstance(problem.labels, InTurn) else state.carried
        size, n_classes = min(int(self.batch_size), problem.n_samples), problem.labels.n_classes
        batch = Batch(
            samples=np.zeros(size, np.int64),
            positive=np.zeros(size, np.int64),
            z=np.zeros((size, n_classes), np.float32),
            p=np.zeros((size, n_classes), np.float32),
        )
        descent, updates = Descent(order, *problem.rule), self._updates
        self._updates += self._updates_a_pass(problem)
        return epoch(problem.rows, problem.labels, state.model, descent, batch, updates, state.generator)

    def _publish(self, problem, state):
        """Show the average over the updates from T0 on, or W as it is where there are none yet."""
        averaged, W = state.n_passes * self._updates_a_pass(problem) - self._first_averaged(problem), state.model.W
        if averaged > 0:
            W = np.divide(state.model.total, averaged, out=np.empty_like(W), casting="same_kind")
        self._show(W.T if is_sparse(problem.rows) else W)

    def _steps(self) -> Steps:
        if self.step * self.penalty > 1:
            raise ValueError(f"step={self.step} times penalty={self.penalty} must be at most 1")
        return Steps(eta0=float(self.step), decay=1.0, power=float(self.power), by_gradient=0.0, by_count=0.0)
