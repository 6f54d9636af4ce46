"""What a linear SVM with an explicit penalty has made of its objective: λ/2 ‖W‖² plus the mean hinge loss."""

import numpy as np
from sklearn.utils import gen_batches

from manyclass.methods.base.scores import rows_at_a_time


def svm_objectives(estimator, penalty: float, part) -> dict[str, dict[str, float]]:
    """``objective``: both SVM objectives of Perronnin et al. (2012), equation 1, over all samples of a part.

    A method minimises one of them, or neither; W may be held against either. Biases are not penalised.

    Parameters
    ----------
    estimator : object
        A fitted classifier with ``coef_`` (G, d).
    penalty : float
        λ > 0.
    part : Part
        Samples with one right class each.

    Returns
    -------
    dict
        ``objective``: ``multiclass``, of Crammer and Singer's hinge, and ``one_vs_rest``, the sum over all classes of
        those of their binary SVMs. Nothing where a sample has several right classes, or not all classes have a score.
    """
    n, n_classes = part.Y.shape
    if n_classes < 3 or estimator.coef_.shape[0] != n_classes or part.Y.nnz != n:
        return {}
    blocks = gen_batches(n, rows_at_a_time(n_classes))
    losses = sum(_losses(estimator.decision_function(part.X[block]), part.Y[block].indices) for block in blocks)
    whole = penalty / 2 * np.square(estimator.coef_, dtype=np.float64).sum() + losses / n
    return {"objective": dict(zip(("multiclass", "one_vs_rest"), whole.tolist()))}


def _losses(scores, right) -> np.ndarray:
    """Sums over samples of the multiclass hinge, and of the binary hinges of all classes: float64 (2,)."""
    scores, rows = scores.astype(np.float64), np.arange(len(right))
    of_right = scores[rows, right]
    binary = np.maximum(0, 1 + scores).sum() - np.maximum(0, 1 + of_right).sum() + np.maximum(0, 1 - of_right).sum()
    scores += 1
    scores[rows, right] -= 1
    return np.array([(scores.max(axis=1) - of_right).sum(), binary])
