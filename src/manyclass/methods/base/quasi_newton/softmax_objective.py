"""½ λ ‖W‖² plus the mean logistic loss of all classes, with its gradient, in as many threads as are wanted."""

from collections.abc import Callable

import numpy as np

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rows import Dense, WithConstant
from manyclass.kernels.softmax.objective import add_gradient_sparse, losses, scores_sparse
from manyclass.methods.base.scores import rows_at_a_time
from manyclass.methods.base.threads import cuts, in_threads

# Scores are kept of so many samples and classes at a time: 16 MB.
# A piece of work is the scores of so many samples, or the gradient of so many classes: matrix products of either size
# run at full speed, and several threads find enough of them.
ROWS, CLASSES = 512, 128
# The Hessians of all classes take as many multiplications as (D + 1) / 4 gradients. They save most of the iterations
# where the penalty is small, so they pay up to so many of them. They may be as large as the samples, or this large.
MOST_GRADIENTS, MOST_NUMBERS = 20, 2**24
# What is added to their diagonal, a share of its mean: directions in which the samples of a class hardly differ are
# not trusted further.
DAMPING = 1e-3
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
    hessians_cost : int or None
        As many gradients as `class_hessians` takes the time of; None where rows are sparse, or there are so many
        columns that it does not pay, or so many classes that it takes too much memory.
    """

    def __init__(self, rows, labels: Labels, n_features: int, penalty: float, n_jobs: int | None):
        self._inner, self._constant = (rows.rows, rows.constant) if isinstance(rows, WithConstant) else (rows, None)
        self._rows, self._labels, self._penalty, self._n_jobs = rows, labels, penalty, n_jobs
        self._n, self._d = len(labels.indptr) - 1, n_features
        self._dense = isinstance(self._inner, Dense)
        n_columns = n_features + (self._constant is not None)
        self.shape = (labels.n_classes, n_columns) if self._dense else (n_columns, labels.n_classes)
        self.hessians_cost = hessians_cost(self._n, n_columns, labels.n_classes) if self._dense else None
        block = min(self._n, rows_at_a_time(labels.n_classes))
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

    def class_hessians(self, W: np.ndarray) -> np.ndarray:
        """The Hessian of the mean loss by each class vector at W, all others held: float32 (G, D, D).

        Σ_i p_i (1 - p_i) x_i x_iᵀ / n, where p_i is the class's probability. The gradient of a loss by a score is p, or
        p - 1 for the right class, so that the weight is its size times what that lacks to 1. For dense rows.
        """
        a, b = np.triu_indices(self.shape[1])
        upper = np.zeros((self.shape[0], len(a)), np.float32)
        for block in self._blocks:
            P, _ = self._gradients(block, W)
            np.abs(P, out=P)
            P *= 1 - P
            for rows in cuts(len(P), ROWS):
                X = self._columns(slice(block.start + rows.start, block.start + rows.stop))
                self._add_products(P[rows], X[:, a] * X[:, b], upper)
        upper /= self._n
        hessians = np.empty((*self.shape, self.shape[1]), np.float32)
        hessians[:, a, b] = hessians[:, b, a] = upper
        return hessians

    def precondition(self, hessians: np.ndarray | None = None) -> Callable[[np.ndarray], np.ndarray]:
        """A first guess of the inverse Hessian, to be applied to W.

        By the `class_hessians` of some W. Without them that of W = 0, where it is λ I + p (1 - p) XᵀX/n for every
        class, with p = 1/G; of wide or sparse rows, the identity.
        """
        if hessians is not None:
            return self._by_class(hessians)
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

    def _by_class(self, hessians):
        inverse, unit = np.empty_like(hessians), np.eye(self.shape[1])
        for classes in cuts(len(hessians), CLASSES):
            mean = np.trace(hessians[classes], axis1=1, axis2=2, dtype=np.float64)[:, None, None] / len(unit)
            least = self._penalty + DAMPING * mean
            inverse[classes] = np.linalg.inv(hessians[classes] + np.where(least > 0, least, 1.0) * unit)
        return lambda V: np.matmul(inverse, V[:, :, None])[:, :, 0]

    def _columns(self, rows: slice) -> np.ndarray:
        """Dense rows with their constant, float32 (b, D)."""
        X = self._inner.X[rows]
        return X if self._constant is None else np.column_stack([X, np.full(len(X), self._constant, np.float32)])

    def _add_products(self, P, products, upper):
        """Add Pᵀ times the products of features to ``upper``, class by class."""

        def add(classes):
            upper[classes] += P[:, classes].T @ products

        in_threads(add, cuts(P.shape[1], CLASSES), self._n_jobs)

    def _add_block(self, block: slice, W: np.ndarray, gradient: np.ndarray) -> float:
        """Add the gradients of a block of samples; returns the sum of their losses."""
        S, total = self._gradients(block, W)
        add = self._add_dense if self._dense else self._add_sparse
        in_threads(lambda classes: add(block, S, classes, gradient), cuts(S.shape[1], CLASSES), self._n_jobs)
        return total

    def _gradients(self, block: slice, W: np.ndarray) -> tuple[np.ndarray, float]:
        """The gradients of the losses of a block of samples by their scores, float32 (b, G), and the losses' sum."""
        S = self._S[: block.stop - block.start]
        compute = self._dense_losses if self._dense else self._sparse_losses
        rows = cuts(len(S), ROWS)
        return S, sum(in_threads(lambda part: compute(block.start, part, W, S[part]), rows, self._n_jobs))

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


def hessians_cost(n_samples: int, n_columns: int, n_classes: int) -> int | None:
    """How many gradients the Hessians of all classes cost, for dense rows; None where they are not worth it."""
    cost, numbers = (n_columns + 1) // 4 + 1, n_classes * n_columns**2
    fit = cost <= MOST_GRADIENTS and numbers <= max(MOST_NUMBERS, n_samples * n_columns)
    return cost if fit else None


def squared_norm(W: np.ndarray) -> float:
    """‖W‖², summed in float64."""
    return float(np.einsum("ij,ij->", W, W, dtype=np.float64))
