"""What the protocol asks of any scikit-learn classifier: a ranking of the classes for each sample."""

from numbers import Integral

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils import gen_batches

from manyclass.methods.base.scores import rows_at_a_time


def ranked(estimator, X, k: int) -> np.ndarray:
    """The k best classes of each sample, best first: int32 (n, at most k), class numbers 0..G-1.

    Ours rank themselves. Of others the first is what they predict, and those by their decision function or
    probabilities follow, whose first may be another class: by pairs of classes, or a threshold, one predicts what
    no score says. A classifier that has neither gives its one prediction.

    Raises
    ------
    ValueError
        If what the estimator gives is no ranking: of the wrong shape, no number of a class, NaN, or a class twice.
    """
    if hasattr(estimator, "predict_topk"):
        return _checked(estimator.predict_topk(X, min(k, len(estimator.classes_))), X.shape[0])
    score = getattr(estimator, "decision_function", None) or getattr(estimator, "predict_proba", None)
    if k == 1 or score is None:
        return _predicted(estimator, X)
    n_classes = len(estimator.classes_)
    blocks = (X[rows] for rows in gen_batches(X.shape[0], rows_at_a_time(n_classes)))
    return np.concatenate([_ranked(estimator, score, block, k) for block in blocks])


def _ranked(estimator, score, X, k: int) -> np.ndarray:
    """The prediction of another library's classifier for each row, then the other classes by its scores."""
    classes = np.asarray(estimator.classes_)
    by_score = _checked(classes[_best(_scores(score(X), X.shape[0], len(classes)), k)], X.shape[0])
    predicted = _predicted(estimator, X)
    others_first = np.argsort(by_score == predicted, axis=1, kind="stable")
    others = np.take_along_axis(by_score, others_first, axis=1)
    return np.hstack([predicted, others])[:, : by_score.shape[1]]


def _predicted(estimator, X) -> np.ndarray:
    """The one class that a classifier predicts for each row: int32 (n, 1)."""
    return _checked(np.asarray(estimator.predict(X))[:, None], X.shape[0])


def _scores(given, n: int, n_classes: int) -> np.ndarray:
    """Scores of all classes, float (n, G), also of two that share one; one that is NaN ranks nowhere."""
    scores = np.asarray(given)
    if scores.shape == (n,) and n_classes == 2:
        scores = np.column_stack([-scores, scores])
    if scores.shape != (n, n_classes):
        raise ValueError(f"gives scores of shape {scores.shape}, which must be {(n, n_classes)}")
    if np.isnan(scores).any():
        raise ValueError("gives scores that are NaN")
    return scores


def _best(scores: np.ndarray, k: int) -> np.ndarray:
    """Columns of the k largest scores, largest first, equal ones by number."""
    return np.argsort(-scores, axis=1, kind="stable")[:, :k]


def _checked(best, n: int) -> np.ndarray:
    """Class numbers as int32 (n, k); which there are, is checked against the labels."""
    best = np.asarray(best)
    if best.ndim != 2 or len(best) != n:
        raise ValueError(f"gives predictions of shape {best.shape} for {n} samples")
    numbers = best.astype(np.int32) if best.dtype.kind in "biuf" else np.full(best.shape, -1)
    if not (wrong := numbers != best).any():
        in_order = np.sort(numbers, axis=1)
        if (in_order[:, 1:] == in_order[:, :-1]).any():
            raise ValueError("ranks a class twice for one sample")
        return numbers
    raise ValueError(f"predicts {best[wrong][0]}, which is no class")


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
    if isinstance(said := getattr(estimator, "n_parameters_", None), Integral):
        return int(said)
    if hasattr(estimator, "coef_"):
        return int(np.size(estimator.coef_) + np.size(getattr(estimator, "intercept_", ())))
    return None
