"""What all estimators share: how data come in, and how scores become predictions."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from manyclass.kernels.labels import Labels
from manyclass.kernels.rows import Dense, Sparse
from manyclass.methods.base.samples import checked_indicator, rows_of

# Scores are computed for so many samples at a time that the block of scores stays in cache.
SCORES_AT_A_TIME = 2**22


class ManyClassClassifier(ClassifierMixin, BaseEstimator):
    """Base of the classifiers: subclasses give `passes` and `_scores`.

    Attributes
    ----------
    classes_ : ndarray (G,)
        The class labels; ``arange(G)`` if ``y`` was an indicator matrix.
    n_iter_ : int
        Passes made over the training samples.
    search : dict of str to list
        The grid from which the document chose the parameters.
    """

    search: dict = {}
    properties: dict = {}

    def fit(self, X, y):
        """Train on X (n, d) and y: labels (n,), or a sparse indicator matrix (n, G) of all correct classes.

        Raises
        ------
        ValueError
            For NaN or infinity, wrong shapes, fewer than two classes, a class without samples, a sample without
            a correct class or without a wrong one, and parameters out of range.
        FloatingPointError
            When the step is so large that the model overflows.
        """
        for _ in self.passes(X, y):
            pass
        return self

    def passes(self, X, y) -> Iterator["ManyClassClassifier"]:
        """Train like `fit`, yielding the estimator, ready to predict, after every pass over the samples."""
        raise NotImplementedError

    def decision_function(self, X) -> np.ndarray:
        """Scores float32 (n, G), larger is better; for two classes (n,), that of the second above the first."""
        scores = self._scores(self._validated(X))
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def predict(self, X) -> np.ndarray:
        """The best-scored class of each row of X (n, d): labels (n,)."""
        return self.predict_topk(X, 1)[:, 0]

    def predict_topk(self, X, k: int) -> np.ndarray:
        """The k best-scored classes of each row of X (n, d), best first: labels (n, k).

        Equal scores are ranked by the order of ``classes_``.
        """
        if not 1 <= k <= len(self.classes_):
            raise ValueError(f"k={k} must lie in 1..{len(self.classes_)}, the number of classes")
        X = self._validated(X)
        top = np.empty((X.shape[0], k), np.int64)
        step = max(1, SCORES_AT_A_TIME // len(self.classes_))
        for first in range(0, len(top), step):
            top[first : first + step] = _largest(self._scores(X[first : first + step]), k)
        return self.classes_[top]

    def _scores(self, X) -> np.ndarray:
        """Scores float32 (n, G) of validated rows."""
        raise NotImplementedError

    def _validated(self, X):
        check_is_fitted(self)
        return validate_data(self, X, accept_sparse="csr", dtype=np.float32, order="C", reset=False)

    def _samples(self, X, y) -> tuple[Dense | Sparse, Labels]:
        """Training rows and labels as kernels read them; sets ``classes_``. Copies only what has another type."""
        accepts = {"accept_sparse": "csr", "dtype": np.float32, "order": "C"}
        if sp.issparse(y):
            X = validate_data(self, X, **accepts)
            y = checked_indicator(y, X.shape[0])
            self.classes_ = np.arange(y.shape[1])
            labels = Labels(y.indptr, y.indices, y.shape[1])
        else:
            X, y = validate_data(self, X, y, **accepts)
            check_classification_targets(y)
            self.classes_, codes = np.unique(y, return_inverse=True)
            if len(self.classes_) < 2:
                raise ValueError(f"y holds one class only, {self.classes_[0]!r}; training needs at least two")
            indptr = np.arange(len(codes) + 1, dtype=np.int32)
            labels = Labels(indptr, codes.astype(np.int32), len(self.classes_))
        return rows_of(X), labels

    def _seeds(self, uses: int) -> list[np.random.SeedSequence]:
        """One independent seed per use (initial values, draws, ...), all derived from ``random_state``."""
        entropy = check_random_state(self.random_state).randint(2**32, size=4, dtype=np.uint32)
        return np.random.SeedSequence(entropy.tolist()).spawn(uses)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def minus_squared_distances(Z, beta: np.ndarray) -> np.ndarray:
    """-‖z - β_g‖² float32 (n, G) of rows Z (n, m), dense or sparse, and beta float32 (G, m)."""
    scores = Z @ (2 * beta).T
    scores -= np.einsum("gj,gj->g", beta, beta)
    lengths = Z.multiply(Z).sum(axis=1) if sp.issparse(Z) else np.einsum("ij,ij->i", Z, Z)
    scores -= lengths[:, None]
    return scores


def _largest(scores: np.ndarray, k: int) -> np.ndarray:
    """Columns of the k largest entries of each row, largest first; equal ones by column."""
    if k == 1:
        return scores.argmax(axis=1)[:, None]
    candidates = np.sort(np.argpartition(-scores, k - 1, axis=1)[:, :k], axis=1)
    best_first = np.argsort(-np.take_along_axis(scores, candidates, axis=1), axis=1, kind="stable")
    return np.take_along_axis(candidates, best_first, axis=1)
