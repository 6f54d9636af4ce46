"""½ λ ‖W‖² plus the mean logistic loss of all classes, with its gradient, in as many threads as are wanted."""

from collections.abc import Callable

import numpy as np

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rows import Dense, WithConstant
from manyclass.kernels.softmax.objective import add_gradient_sparse, losses, scores_sparse
from manyclass.methods.base.threads import cuts, in_threads

# Scores are kept of so many samples and classes at a time: 16 MB.
SCORES_AT_A_TIME = 2**22
# A piece of work is the scores of so many samples, or the gradient of so many classes: matrix products of either size
# run at full speed, and several threads find enough of them.
ROWS, CLASSES = 512, 128
# The covariance of d features takes as many multiplications as d / (2G) gradients. It halves the iterations, of which
# there are dozens, so it pays up to about so many.
COVARIANCE = 8


class SoftmaxObjective:
    """f(W) = ½ λ ‖W‖² + (1/n) Σ_i loss_i; the last element of a class vector is the constant's, where there is one.

    Of a sample with several right classes the loss is the mean over them, each with the others left out.

    Parameters
    ----------
    rows : Dense or Sparse, or WithConstant of it
        The samples, float32 (n, D).
    labels : Labels
        Their right classes, those of each sample in rising order.
    n_features : int
        d, of which D is one more with a constant.
    penalty : float
        λ.
    n_jobs : int or None
        Threads. Whatever their number, all sums are made in the same order.

    Attributes
    ----------
    shape : tuple of int
        Of W: (G, D) for dense rows, (D, G) for sparse ones.
    """

    def __init__(self, rows, labels: Labels, n_features: int, penalty: float, n_jobs: int | None):
        self._inner, self._constant = (rows.rows, rows.constant) if isinstance(rows, WithConstant) else (rows, None)
        self._rows, self._labels, self._penalty, self._n_jobs = rows, labels, penalty, n_jobs
        self._n, self._d = len(labels.indptr) - 1, n_features
        self._dense = isinstance(self._inner, Dense)
        n_columns = n_features + (self._constant is not None)
        self.shape = (labels.n_classes, n_columns) if self._dense else (n_columns, labels.n_classes)
        block = min(self._n, max(1, SCORES_AT_A_TIME // labels.n_classes))
        self._blocks = cuts(self._n, block)
        self._S = np.empty((block, labels.n_classes), np.float32)

    def __call__(self, W: np.ndarray) -> tuple[float, np.ndarray]:
        """f(W) and its gradient, float32 like W."""
        total, gradient = 0.0, np.zeros(self.shape, np.float32)
        for block in self._blocks:
            total += self._add_block(block, W, gradient)
        gradient *= np.float32(1 / self._n)
        gradient += np.float32(self._penalty) * W
        return total / self._n + 0.5 * self._penalty * squared_norm(W), gradient

    def dual_gap(self, gradient: np.ndarray) -> float:
        """How far f can be above its optimum: ‖∇f‖² / 2λ, which is the duality gap.

        The gradients of the losses are a feasible dual point. Its class vectors are W - ∇f/λ, and by Fenchel's equality
        for each loss P - D = ½ λ ‖W‖² + ½ λ ‖W - ∇f/λ‖² - ⟨W, λW - ∇f⟩.
        """
        return squared_norm(gradient) / (2 * self._penalty)

    def class_vectors(self, W: np.ndarray) -> np.ndarray:
        """A view (G, D) of W as it is laid out here."""
        return W if self._dense else W.T

    def laid_out(self, beta: np.ndarray) -> np.ndarray:
        """Class vectors (G, D) as W is laid out here."""
        return np.ascontiguousarray(beta if self._dense else beta.T)

    def precondition(self) -> Callable[[np.ndarray], np.ndarray]:
        """The inverse of λ I + p (1 - p) XᵀX/n, p = 1/G, the Hessian of each class at W = 0, to be applied to W.

        Of wide or sparse rows, the identity.
        """
        n_classes, n_columns = self._labels.n_classes, self.shape[1]
        if not self._dense or n_columns > 2 * COVARIANCE * n_classes:
            return lambda V: V
        X, covariance = self._inner.X, np.empty((n_columns, n_columns))
        covariance[: self._d, : self._d] = X.T @ X
        if self._constant is not None:
            covariance[-1, :-1] = covariance[:-1, -1] = self._constant * X.sum(axis=0, dtype=np.float64)
            covariance[-1, -1] = self._n * self._constant**2
        hessian = (1 - 1 / n_classes) / n_classes / self._n * covariance
        least = np.finfo(np.float32).eps * np.trace(hessian)  # what rounding may have made of a zero
        hessian[np.diag_indices(n_columns)] += max(self._penalty, least) or 1.0
        inverse = np.linalg.inv(hessian).astype(np.float32)
        return lambda V: V @ inverse

    def _add_block(self, block: slice, W: np.ndarray, gradient: np.ndarray) -> float:
        """Add the gradients of a block of samples; returns the sum of their losses."""
        S = self._S[: block.stop - block.start]
        compute, add = (self._dense_losses, self._add_dense) if self._dense else (self._sparse_losses, self._add_sparse)
        total = sum(in_threads(lambda rows: compute(block.start, rows, W, S[rows]), cuts(len(S), ROWS), self._n_jobs))
        in_threads(lambda classes: add(block, S, classes, gradient), cuts(S.shape[1], CLASSES), self._n_jobs)
        return total

    def _losses(self, S: np.ndarray, first: int) -> float:
        """Sum of the losses of the samples from number ``first`` on; their scores S become the gradients, in place."""
        return losses(S, self._labels, first)

    def _dense_losses(self, start, rows, W, S):
        np.matmul(self._inner.X[start + rows.start : start + rows.stop], W[:, : self._d].T, out=S)
        if self._constant is not None:
            S += self._constant * W[:, -1]
        return self._losses(S, start + rows.start)

    def _add_dense(self, block, P, classes, gradient):
        gradient[classes, : self._d] += P[:, classes].T @ self._inner.X[block]
        if self._constant is not None:
            gradient[classes, -1] += self._constant * P[:, classes].sum(axis=0)

    def _sparse_losses(self, start, rows, W, S):
        scores_sparse(self._rows, start + rows.start, W, S)
        return self._losses(S, start + rows.start)

    def _add_sparse(self, block, P, classes, gradient):
        add_gradient_sparse(self._rows, block.start, P, classes.start, classes.stop, gradient)


def squared_norm(W: np.ndarray) -> float:
    """‖W‖², summed in float64."""
    return float(np.einsum("ij,ij->", W, W, dtype=np.float64))
