"""How many classes violate the margin of a fitted model: H of Gupta et al. (2014), section 5.3."""

from numbers import Real

import numpy as np

SAMPLES = 8192
SCORES_AT_A_TIME = 2**22


def violating_share(estimator, part) -> float | None:
    """Chance that one wrong class, drawn uniformly, violates the margin: the mean of H / (G - |Y|).

    Over samples spread evenly over the part, at most `SAMPLES`, and the right classes of each; with one right class
    it is the document's H / (G - 1), the share of AUC sampling's steps that update.

    Parameters
    ----------
    estimator : object
        A fitted classifier, whose ``margin`` is b and whose scores are f.
    part : Part
        Samples and their right classes.

    Returns
    -------
    float or None
        None for an estimator without a margin or without scores.
    """
    margin = getattr(estimator, "margin", None)
    if not isinstance(margin, Real) or not hasattr(estimator, "decision_function"):
        return None
    rows = np.unique(np.linspace(0, part.X.shape[0] - 1, SAMPLES).astype(np.int64))
    X, Y, step = part.X[rows], part.Y[rows], max(1, SCORES_AT_A_TIME // part.Y.shape[1])
    blocks = [slice(first, first + step) for first in range(0, len(rows), step)]
    shares = [_shares(estimator.decision_function(X[block]), margin, Y[block]) for block in blocks]
    return float(np.concatenate(shares).mean())


def _shares(scores, margin, Y) -> np.ndarray:
    """H / (G - |Y|) of each sample, the mean over its right classes: float64 (n,)."""
    if scores.ndim == 1:  # two classes: the second's score less the first's
        scores = np.column_stack([np.zeros_like(scores), scores])
    right = Y.toarray().astype(bool)
    number = right.sum(axis=1)
    sample = np.repeat(np.arange(len(number)), number)
    threshold = scores[sample, Y.indices] - margin
    violators = ((scores[sample] > threshold[:, None]) & ~right[sample]).sum(axis=1)
    return np.bincount(sample, violators) / (number * (Y.shape[1] - number))
