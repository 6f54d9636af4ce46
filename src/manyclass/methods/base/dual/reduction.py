"""Ranking methods for two classes, on the pairs of a sample and a class (Lapin, Hein & Schiele 2015, section 2)."""

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.base.dual.certified import CertifiedClassifier
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, NOT_NEGATIVE, POSITIVE
from manyclass.methods.base.samples import one_class_each


class PairRanking(CertifiedClassifier):
    """Base of methods that rank all n·G pairs in one list: subclasses give `_solver`.

    The pair (i, g) has the features φ(x_i, g) of length d·G, x_i at the place of class g and zeros elsewhere; it is
    positive if g is the class of x_i. A linear function of φ then is w_gᵀx_i, so that the features are never made: all
    that is needed of them are the scores X Wᵀ (n, G), which are held in memory.
    """

    _parameter_constraints = {
        "C": [POSITIVE],
        "tol": [NOT_NEGATIVE],
        "max_iter": [AT_LEAST_ONE],
        "n_jobs": N_JOBS,
    }

    def _passes(self, X, y) -> Iterator["PairRanking"]:
        """Train, yielding after every look at all samples; ends at ``tol``."""
        X, Y = self._samples(X, y)
        solver = self._solver(X, one_class_each(Y), Y.shape[1])
        self.certificates_, self.dual_gap_, self.n_iter_ = solver.certificates, np.inf, 0
        while self.n_iter_ < self.max_iter and self.dual_gap_ > self.tol:
            self.n_iter_ += 1
            solver.step(last=self.n_iter_ == self.max_iter)
            self.coef_ = solver.coef
            if solver.certificates:
                self.dual_gap_ = solver.certificates[-1].gap
            if self.dual_gap_ <= self.tol:
                self.coef_ = solver.best
            if not np.isfinite(self.coef_).all():
                raise FloatingPointError(f"C={self.C:g} is too large for the features of X: scores overflow; scale X")
            yield self
        if self.dual_gap_ > self.tol:
            line = f"the relative gap is {self.dual_gap_:.2g} after max_iter={self.max_iter} steps, above tol"
            warnings.warn(f"{line}={self.tol:g}; more steps or a smaller C close it", ConvergenceWarning, stacklevel=4)

    def _solver(self, X, y: np.ndarray, n_classes: int):
        """What trains: ``step(last)`` looks at all samples once and changes ``coef``, ``best`` and ``certificates``."""
        raise NotImplementedError
