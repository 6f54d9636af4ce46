"""What a linear SVM with an explicit penalty has made of its objective: λ/2 ‖W‖² plus the mean hinge loss."""

import sys
from numbers import Real

import numpy as np

SCORES_AT_A_TIME = 2**22


def objective(estimator, part) -> dict[str, float] | None:
    """Both SVM objectives of Perronnin et al. (2012), equation 1, on all samples of a part, each weighing the same.

    A method minimises one of them, or neither; W may be held against either. Biases are not penalised.

    Parameters
    ----------
    estimator : object
        A fitted classifier with ``coef_`` (G, d) and a ``penalty`` λ > 0, or a `LinearSVC` of the hinge loss, whose
        C on n samples is 1 / (λ n).
    part : Part
        Samples with one right class each.

    Returns
    -------
    dict of str to float, or None
        ``multiclass``: of Crammer and Singer's hinge; ``one_vs_rest``: the sum over all classes of those of their
        binary SVMs. None for other estimators, and where a sample has several right classes.
    """
    n, n_classes = part.Y.shape
    penalty = _penalty(estimator, n)
    if penalty is None or np.shape(getattr(estimator, "coef_", ()))[:1] != (n_classes,) or part.Y.nnz != n:
        return None
    step = max(1, SCORES_AT_A_TIME // n_classes)
    blocks = [slice(first, first + step) for first in range(0, n, step)]
    losses = sum(_losses(estimator.decision_function(part.X[block]), part.Y[block].indices) for block in blocks)
    whole = penalty / 2 * np.square(estimator.coef_, dtype=np.float64).sum() + losses / n
    return dict(zip(("multiclass", "one_vs_rest"), whole.tolist()))


def _penalty(estimator, n) -> float | None:
    """λ, if there is one."""
    svm = sys.modules.get("sklearn.svm")  # who has a LinearSVC has imported it; others are spared half a second
    if svm is not None and isinstance(estimator, svm.LinearSVC):
        hinge = estimator.loss == "hinge" or estimator.multi_class == "crammer_singer"
        return 1 / (estimator.C * n) if hinge else None
    penalty = getattr(estimator, "penalty", None)
    return float(penalty) if isinstance(penalty, Real) and penalty > 0 else None


def _losses(scores, right) -> np.ndarray:
    """Sums over samples of the multiclass hinge, and of the binary hinges of all classes: float64 (2,)."""
    scores, rows = scores.astype(np.float64), np.arange(len(right))
    of_right = scores[rows, right]
    binary = np.maximum(0, 1 + scores).sum() - np.maximum(0, 1 + of_right).sum() + np.maximum(0, 1 - of_right).sum()
    scores += 1
    scores[rows, right] -= 1
    return np.array([(scores.max(axis=1) - of_right).sum(), binary])
