"""Training by quasi-Newton steps on the full gradient, with the duality gap as its certificate."""

import time
import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.base.certificate import Certificate
from manyclass.methods.base.quasi_newton.lbfgs import LBFGS, MEMORY, LBFGSState
from manyclass.methods.base.quasi_newton.softmax_objective import (
    CLASSES,
    COVARIANCE,
    ROWS,
    SoftmaxObjective,
    hessians_cost,
)
from manyclass.methods.base.scores import rows_at_a_time
from manyclass.methods.base.state import columns, from_columns, rebuilt


class QuasiNewtonState(NamedTuple):
    """All that an iteration takes over.

    ``age`` is how many iterations ago the Hessians were computed, or all began, and ``curved_at`` at which W, without
    rows where there are none. Then whether the last iteration lowered the objective, and CPU seconds of training.
    """

    solver: LBFGSState
    n_iter: int
    age: int
    curved_at: np.ndarray
    falling: bool
    seconds: float


class QuasiNewtonTraining:
    """What estimators share that minimise a `SoftmaxObjective`: ``penalty``, ``intercept``, ``tol`` and ``max_iter``.

    With ``warm_start`` a fit begins where the last one ended, along ``path``: at its class vectors, and with what it
    knew of the curvature there.
    """

    path = "penalty"
    warm_start = False
    _hessians: np.ndarray | None = None  # of the classes, where they were computed last; kept for a warm start alone
    _curved_at: np.ndarray | None = None  # the W of these
    resumable = True

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """The pairs that L-BFGS keeps, what a step holds, a block of scores, and inverses of what preconditions it."""
        n_columns, dense = n_features + 1, density >= 1
        covariance = 28 * n_columns**2 if dense and n_columns <= 2 * COVARIANCE * n_classes else 0
        scores, vectors = scores_bytes(n_samples, n_classes), 4 * (2 * MEMORY + 8) * n_classes * n_columns
        by_class = dense and hessians_cost(n_samples, n_columns, n_classes)
        numbers = 12 * n_classes + 6 * min(n_samples, ROWS) + 24 * min(n_classes, CLASSES)
        return vectors + scores + covariance + (numbers * n_columns**2 + 2 * scores if by_class else 0)

    def _until_certified(self, steps: Iterator[np.ndarray]) -> Iterator["QuasiNewtonTraining"]:
        """Publish the class vectors (G, D) of each step, until the duality gap is at most ``tol``, if that is given."""
        self.certificates_, self.dual_gap_ = [], np.inf
        for beta in steps:
            self._beta, self.coef_ = beta, beta[:, : self.n_features_in_]
            self.intercept_ = np.float32(self.intercept) * beta[:, -1]  # zero without a constant
            yield self
            if self.tol is not None and self.dual_gap_ <= self.tol:
                return
        if self.tol is not None:
            gap = f"the relative duality gap is {self.dual_gap_:.2g} after {self.n_iter_} passes"
            warnings.warn(f"{gap}, above tol={self.tol:g}; {self._advice()}", ConvergenceWarning, stacklevel=5)

    def _by_lbfgs(self, objective: SoftmaxObjective, taken_up=None) -> Iterator[np.ndarray]:
        """Quasi-Newton steps, until none lowers the objective: the class vectors (G, D) after each.

        After as many steps as the Hessians of the classes cost they are computed anew, so that together these never
        take much longer than the better of having them and not. Of a training that is taken up, the class vectors that
        it had reached come first.
        """
        started, start = time.process_time(), self._first_vectors(objective)
        solver = LBFGS(objective, start, objective.precondition(self._hessians))
        if not np.isfinite(solver.gradient).all():
            raise FloatingPointError("the features of X are too large for scores in float32; scale X down")
        curved_at = start[:0] if self._curved_at is None else self._curved_at
        state = QuasiNewtonState(solver.state(), 0, 0, curved_at, True, time.process_time() - started)
        self._training = None
        if taken_up is not None:
            state = self._go_on(state._replace(curved_at=start[:0]), taken_up)
            solver.go_on(state.solver)
            self._know_curvature(objective, solver, state.curved_at)
            yield objective.class_vectors(solver.W)
        while state.falling and state.n_iter < self.max_iter:
            started, age, curved_at = time.process_time(), state.age + 1, state.curved_at
            if age == objective.hessians_cost:
                age, curved_at = 0, solver.W
                self._know_curvature(objective, solver, curved_at)
            falling = solver.step()
            seconds = state.seconds + time.process_time() - started
            self.n_iter_ = state.n_iter + 1
            self._certify(seconds, objective, solver.value, solver.gradient)
            self._training = state = QuasiNewtonState(solver.state(), self.n_iter_, age, curved_at, falling, seconds)
            yield objective.class_vectors(solver.W)

    def _know_curvature(self, objective: SoftmaxObjective, solver: LBFGS, W: np.ndarray) -> None:
        """Have the solver know the Hessians of the classes at W; without rows, none."""
        hessians = objective.class_hessians(W) if len(W) else None
        solver.precondition = objective.precondition(hessians)
        self._hessians, self._curved_at = (hessians, W) if self.warm_start and len(W) else (None, None)

    def _training_tree(self):
        return {"state": self._training, "certificates": columns(self.certificates_, Certificate)}

    def _go_on(self, like: QuasiNewtonState, arrays: dict[str, np.ndarray]) -> QuasiNewtonState:
        """Show what was known after the iterations of a `_training_tree`, from its arrays."""
        self._training = like
        tree = rebuilt(self._training_tree(), arrays)
        self._training, self.n_iter_ = tree["state"], tree["state"].n_iter
        self._show_certificates(from_columns(tree["certificates"]))
        return self._training

    def _show_certificates(self, certificates: list[Certificate]) -> None:
        self.certificates_, self.dual_gap_ = certificates, certificates[-1].gap if certificates else np.inf

    def _first_vectors(self, objective: SoftmaxObjective) -> np.ndarray:
        """Where to begin: at zero, or with ``warm_start`` at the last solution."""
        if not (self.warm_start and hasattr(self, "_beta")):
            self._hessians = self._curved_at = None
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
    return 4 * n_classes * min(n_samples, rows_at_a_time(n_classes))
