"""What the protocol asks of any scikit-learn classifier: a ranking of the classes for each sample."""

import numpy as np
from scipy.sparse import csr_array

SCORES_AT_A_TIME = 2**22


def ranked(estimator, X, k: int) -> np.ndarray:
    """The k best classes of each sample, best first: int32 (n, at most k), class numbers 0..G-1.

    Ours rank themselves; others are ranked by their probabilities or decision function, and a classifier that
    has neither gives its one prediction.
    """
    if hasattr(estimator, "predict_topk"):
        return estimator.predict_topk(X, min(k, len(estimator.classes_))).astype(np.int32)
    score = getattr(estimator, "decision_function", None) or getattr(estimator, "predict_proba", None)
    if k == 1 or score is None:
        return np.asarray(estimator.predict(X)).astype(np.int32)[:, None]
    step = max(1, SCORES_AT_A_TIME // len(estimator.classes_))
    blocks = [_best(score(X[first : first + step]), k) for first in range(0, X.shape[0], step)]
    return np.asarray(estimator.classes_)[np.concatenate(blocks)].astype(np.int32)


def _best(scores: np.ndarray, k: int) -> np.ndarray:
    """Columns of the k largest scores, largest first, equal ones by number; two classes may share a score."""
    if scores.ndim == 1:
        scores = np.column_stack([-scores, scores])
    return np.argsort(-scores, axis=1, kind="stable")[:, :k]


def single_labels(Y: csr_array) -> np.ndarray:
    """The one label of each sample, for classifiers that take no more: int64 (n,).

    Raises
    ------
    ValueError
        If a sample has several.
    """
    several = int((np.diff(Y.indptr) > 1).sum())
    if several:
        raise ValueError(f"takes one label a sample, and {several} of {Y.shape[0]} samples have several")
    return Y.indices.astype(np.int64)


def n_parameters(estimator) -> int | None:
    """Numbers that the fitted model stores, None when unknown; a linear one's coefficients and intercepts."""
    if hasattr(estimator, "n_parameters_"):
        return int(estimator.n_parameters_)
    if hasattr(estimator, "coef_"):
        return int(np.size(estimator.coef_) + np.size(getattr(estimator, "intercept_", ())))
    return None
