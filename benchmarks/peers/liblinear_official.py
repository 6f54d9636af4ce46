"""LIBLINEAR as its authors publish it (Fan et al. 2008), newer than the copy in scikit-learn."""

import numpy as np

HINGE, SQUARED_HINGE, CRAMMER_SINGER = 3, 1, 4  # their names of the dual solvers


class Liblinear:
    """One-vs-rest by `HINGE` or `SQUARED_HINGE`, or `CRAMMER_SINGER`'s multiclass SVM, with a bias.

    `prepare` copies the samples to the library's form beforehand: its Python package does so slowly.
    """

    def __init__(self, solver=SQUARED_HINGE, C=1.0):
        self.solver = solver
        self.C = C

    def prepare(self, X, y):
        """Make the library's copy of the samples."""
        from liblinear.liblinearutil import problem

        self._problem = problem(y.astype(np.float64), X.astype(np.float64), bias=1)
        return self

    def fit(self, X, y):
        """Train on what was prepared."""
        from liblinear.liblinearutil import parameter, train

        self.model_ = train(self._problem, parameter(f"-s {self.solver} -c {self.C} -q"))
        return self

    def predict(self, X) -> np.ndarray:
        """The class of each row."""
        from liblinear.liblinearutil import predict

        labels, _, _ = predict([], X.astype(np.float64), self.model_, "-q")
        return np.asarray(labels, np.int64)
