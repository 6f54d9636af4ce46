"""Ranking methods for two classes, on the pairs of a sample and a class (Lapin, Hein & Schiele 2015, section 2)."""

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.base.certificate import Certificate
from manyclass.methods.base.certified import CertifiedClassifier, refuse_other_samples
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.pairs.problem import PairProblem
from manyclass.methods.base.pairs.projection import PairDuals
from manyclass.methods.base.pairs.solver import PairSolver
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, NOT_NEGATIVE, POSITIVE
from manyclass.methods.base.samples import one_class_each
from manyclass.methods.base.state import columns, from_columns, rebuilt


class PairRanking(CertifiedClassifier):
    """Base of methods that rank all n·G pairs in one list: subclasses give `_problem`.

    The pair (i, g) has the features φ(x_i, g) of length d·G, x_i at the place of class g and zeros elsewhere; it is
    positive if g is the class of x_i. A linear function of φ then is w_gᵀx_i, so that the features are never made: all
    that is needed of them are the scores X Wᵀ (n, G), which are held in memory.
    """

    path = "C"
    # Accuracy can fall for two decades and rise again for five: a climb from a few would stop at the first top.
    search = {"C": Ladder([0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10_000.0], reach=12)}
    resumable = True
    _parameter_constraints = {
        "C": [POSITIVE],
        "tol": [NOT_NEGATIVE],
        "max_iter": [AT_LEAST_ONE],
        "warm_start": ["boolean"],
        "n_jobs": N_JOBS,
    }

    def _passes(self, X, y, taken_up=None) -> Iterator["PairRanking"]:
        """Train, yielding after every step; ends at ``tol``."""
        X, Y = self._samples(X, y)
        y = one_class_each(Y)
        solver = PairSolver(self._problem(X, y, Y.shape[1]), self._start(y))
        self.certificates_, self.dual_gap_, self.n_iter_, self._training = [], np.inf, 0, None
        if taken_up is not None:
            self._go_on(solver, y, taken_up)
            yield self
        while self.n_iter_ < self.max_iter and self.dual_gap_ > self.tol:
            solver.step()
            self._publish(solver, y)
            if not np.isfinite(self.coef_).all():
                raise FloatingPointError(f"C={self.C:g} is too large for the features of X: scores overflow; scale X")
            yield self
        if self.dual_gap_ > self.tol:
            line = f"the relative gap is {self.dual_gap_:.2g} after max_iter={self.max_iter} steps, above tol"
            warnings.warn(f"{line}={self.tol:g}; more steps or a smaller C close it", ConvergenceWarning, stacklevel=4)

    def _publish(self, solver: PairSolver, y: np.ndarray) -> None:
        """Show the model as it is now."""
        self.certificates_, self.n_iter_ = solver.certificates, len(solver.certificates)
        self.dual_gap_ = self.certificates_[-1].gap
        self.coef_ = solver.best if self.dual_gap_ <= self.tol else solver.coef
        self._duals, self._y, self._training = solver.fitted, y, solver.tree()

    def _start(self, y: np.ndarray) -> PairDuals | None:
        """With ``warm_start``, the dual variables of the last fit."""
        if not (self.warm_start and hasattr(self, "_duals")):
            return None
        refuse_other_samples(self._y, y)
        return self._duals

    def _training_tree(self):
        return {"state": self._training, "certificates": columns(self.certificates_, Certificate)}

    def _go_on(self, solver: PairSolver, y: np.ndarray, arrays: dict[str, np.ndarray]) -> None:
        """Start from a `_training_tree`'s arrays, and show the model as it was then."""
        like = solver.tree()
        like.augmented.held = PairDuals(like.augmented.held.right, np.zeros(0, np.int64), np.zeros(0))
        certificates = from_columns(rebuilt(columns([], Certificate), arrays, "certificates"))
        solver.go_on(rebuilt(like, arrays, "state"), certificates)
        self._publish(solver, y)

    def _problem(self, X, y: np.ndarray, n_classes: int) -> PairProblem:
        """What is to be solved."""
        raise NotImplementedError
