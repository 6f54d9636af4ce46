"""Training by quasi-Newton steps on the full gradient, with the duality gap as its certificate."""

import time
import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.base.dual.dual_ascent import Certificate
from manyclass.methods.base.quasi_newton.lbfgs import LBFGS, LBFGSState
from manyclass.methods.base.quasi_newton.softmax_objective import SoftmaxObjective
from manyclass.methods.base.state import columns, from_columns, rebuilt


class QuasiNewtonState(NamedTuple):
    """All that an iteration takes over: whether the last one lowered the objective, and CPU seconds of training."""

    solver: LBFGSState
    n_iter: int
    falling: bool
    seconds: float


class QuasiNewtonTraining:
    """What estimators with ``penalty``, ``tol`` and ``max_iter`` share that minimise a `SoftmaxObjective`."""

    resumable = True

    def _until_certified(self, steps: Iterator[np.ndarray]) -> Iterator["QuasiNewtonTraining"]:
        """Publish the class vectors (G, D) of each step, until the duality gap is at most ``tol``, if that is given."""
        self.certificates_, self.dual_gap_ = [], np.inf
        for beta in steps:
            self._beta, self.coef_ = beta, beta[:, : self.n_features_in_]
            yield self
            if self.tol is not None and self.dual_gap_ <= self.tol:
                return
        if self.tol is not None:
            gap = f"the relative duality gap is {self.dual_gap_:.2g} after {self.n_iter_} passes"
            warnings.warn(f"{gap}, above tol={self.tol:g}; {self._advice()}", ConvergenceWarning, stacklevel=5)

    def _by_lbfgs(self, objective: SoftmaxObjective, taken_up=None) -> Iterator[np.ndarray]:
        """Quasi-Newton steps from W = 0, until none lowers the objective: the class vectors (G, D) after each.

        Of a training that is taken up, those that it had reached come first.
        """
        started = time.process_time()
        solver = LBFGS(objective, np.zeros(objective.shape, np.float32), objective.precondition())
        if not np.isfinite(solver.gradient).all():
            raise FloatingPointError("the features of X are too large for scores in float32; scale X down")
        state = QuasiNewtonState(solver.state(), 0, True, time.process_time() - started)
        self._training = None
        if taken_up is not None:
            self._training = state
            state = self._go_on(rebuilt(self._training_tree(), taken_up))
            solver.go_on(state.solver)
            yield objective.class_vectors(solver.W)
        while state.falling and state.n_iter < self.max_iter:
            started = time.process_time()
            falling = solver.step()
            seconds = state.seconds + time.process_time() - started
            self.n_iter_ = state.n_iter + 1
            self._certify(seconds, objective, solver.value, solver.gradient)
            self._training = state = QuasiNewtonState(solver.state(), self.n_iter_, falling, seconds)
            yield objective.class_vectors(solver.W)

    def _training_tree(self):
        return {"state": self._training, "certificates": columns(self.certificates_, Certificate)}

    def _go_on(self, tree) -> QuasiNewtonState:
        """Show what was known after the iterations of a tree such as that of `_training_tree`."""
        self._training, self.n_iter_ = tree["state"], tree["state"].n_iter
        self._show_certificates(from_columns(tree["certificates"]))
        return self._training

    def _show_certificates(self, certificates: list[Certificate]) -> None:
        self.certificates_, self.dual_gap_ = certificates, certificates[-1].gap if certificates else np.inf

    def _certify(self, seconds: float, objective: SoftmaxObjective, value: float, gradient: np.ndarray) -> None:
        """Add a certificate of the published W from its objective and gradient, where the penalty makes it one."""
        if self.penalty > 0:
            dual = max([value - objective.dual_gap(gradient), *(each.dual for each in self.certificates_[-1:])])
            self.certificates_.append(Certificate(self.n_iter_, seconds, value, dual))
            self.dual_gap_ = self.certificates_[-1].gap

    def _advice(self) -> str:
        if self.n_iter_ < self.max_iter:
            return "rounding to float32 leaves no step that lowers the objective"
        return "more passes or a larger penalty close it"
