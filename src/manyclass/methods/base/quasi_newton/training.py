"""Training by quasi-Newton steps on the full gradient, with the duality gap as its certificate."""

import time
import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.base.dual.dual_ascent import Certificate
from manyclass.methods.base.quasi_newton.lbfgs import LBFGS, MEMORY
from manyclass.methods.base.quasi_newton.softmax_objective import COVARIANCE, SCORES_AT_A_TIME, SoftmaxObjective


class QuasiNewtonTraining:
    """What estimators with ``penalty``, ``tol`` and ``max_iter`` share that minimise a `SoftmaxObjective`.

    With ``warm_start`` a fit begins where the last one ended, along ``path``: at its class vectors, and with what it
    knew of the curvature there.
    """

    path = "penalty"
    warm_start = False
    _hessians: np.ndarray | None = None  # of the classes, where they were computed last; kept for a warm start alone

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """The pairs that L-BFGS keeps, what a step holds, a block of scores, and the inverse of a covariance."""
        columns = n_features + 1
        scores = scores_bytes(n_samples, n_classes)
        preconditions = density >= 1 and columns <= 2 * COVARIANCE * n_classes
        return 4 * (2 * MEMORY + 8) * n_classes * columns + scores + (28 * columns**2 if preconditions else 0)

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

    def _by_lbfgs(self, objective: SoftmaxObjective) -> Iterator[np.ndarray]:
        """Quasi-Newton steps, until none lowers the objective: the class vectors (G, D) after each.

        After as many steps as the Hessians of the classes cost they are computed anew, so that together these never
        take much longer than the better of having them and not.
        """
        started, start = time.process_time(), self._first_vectors(objective)
        solver = LBFGS(objective, start, objective.precondition(self._hessians))
        if not np.isfinite(solver.gradient).all():
            raise FloatingPointError("the features of X are too large for scores in float32; scale X down")
        seconds, falling, age = time.process_time() - started, True, 0
        for n_iter in range(1, self.max_iter + 1):
            started, age = time.process_time(), age + 1
            if age == objective.hessians_cost:
                hessians, age = objective.class_hessians(solver.W), 0
                solver.precondition = objective.precondition(hessians)
                self._hessians = hessians if self.warm_start else None
            falling = solver.step()
            seconds += time.process_time() - started
            self.n_iter_ = n_iter
            self._certify(seconds, objective, solver.value, solver.gradient)
            yield objective.class_vectors(solver.W)
            if not falling:
                return

    def _first_vectors(self, objective: SoftmaxObjective) -> np.ndarray:
        """Where to begin: at zero, or with ``warm_start`` at the last solution."""
        if not (self.warm_start and hasattr(self, "_beta")):
            self._hessians = None
            return np.zeros(objective.shape, np.float32)
        start = objective.laid_out(self._beta)
        if start.shape != objective.shape:
            raise ValueError("warm_start=True needs the classes and the features of the last fit")
        return start

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


def scores_bytes(n_samples: int, n_classes: int) -> int:
    """Bytes of the block of scores that a `SoftmaxObjective` has."""
    return 4 * n_classes * min(n_samples, max(1, SCORES_AT_A_TIME // n_classes))
