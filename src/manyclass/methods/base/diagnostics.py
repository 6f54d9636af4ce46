"""What fitted models say of themselves that is not one family's own: violators, margins, and lines in the plane."""

import numpy as np

SAMPLES = 8192
SCORES_AT_A_TIME = 2**22
DRAWABLE = 16


def violating_share(estimator, part) -> float:
    """Chance that one wrong class, drawn uniformly, violates the margin: the mean of H / (G - |Y|).

    H is that of Gupta et al. (2014), section 5.3. Over samples spread evenly over the part, at most `SAMPLES`, and the
    right classes of each; with one right class it is the document's H / (G - 1), the share of AUC sampling's steps
    that update.

    Parameters
    ----------
    estimator : object
        A fitted classifier, whose ``margin`` is b and whose scores are f.
    part : Part
        Samples and their right classes.
    """
    rows = np.unique(np.linspace(0, part.X.shape[0] - 1, SAMPLES).astype(np.int64))
    X, Y, step = part.X[rows], part.Y[rows], max(1, SCORES_AT_A_TIME // part.Y.shape[1])
    blocks = [slice(first, first + step) for first in range(0, len(rows), step)]
    shares = [_shares(estimator.decision_function(X[block]), estimator.margin, Y[block]) for block in blocks]
    return float(np.concatenate(shares).mean())


def _shares(scores, margin, Y) -> np.ndarray:
    """H / (G - |Y|) of each sample, the mean over its right classes: float64 (n,)."""
    scores = _by_class(scores)
    right = Y.toarray().astype(bool)
    number = right.sum(axis=1)
    sample = np.repeat(np.arange(len(number)), number)
    threshold = scores[sample, Y.indices] - margin
    violators = ((scores[sample] > threshold[:, None]) & ~right[sample]).sum(axis=1)
    return np.bincount(sample, violators) / (number * (Y.shape[1] - number))


def _by_class(scores) -> np.ndarray:
    """Scores (n, G), of two classes made of the second's less the first's (n,)."""
    return scores if scores.ndim == 2 else np.column_stack([np.zeros_like(scores), scores])


def mean_margins(estimator, part, most: int) -> list[float]:
    """Mean over the samples of the score of the right class less that of the j-th best other class, j = 1, ..., most.

    Fewer where there are fewer other classes.

    Parameters
    ----------
    estimator : object
        A fitted classifier.
    part : Part
        Samples, each with one right class.
    most : int
    """
    n, n_classes = part.Y.shape
    step, most, total = max(1, SCORES_AT_A_TIME // n_classes), min(most, n_classes - 1), 0.0
    for first in range(0, n, step):
        scores = _by_class(estimator.decision_function(part.X[first : first + step])).astype(np.float64)
        at = np.arange(len(scores)), part.Y.indices[first : first + step]
        own = scores[at]
        scores[at] = -np.inf
        best = -np.sort(-np.partition(scores, n_classes - most, axis=1)[:, n_classes - most :], axis=1)
        total += (own[:, None] - best).sum(axis=0)
    return (total / n).tolist()


def decision_lines(coef: np.ndarray, intercept: np.ndarray) -> dict[str, list[list[float]]]:
    """``decision_lines``: class vectors and intercepts (G, 3) of a linear model of at most 16 classes in the plane.

    Nothing of others, which cannot be drawn.
    """
    if coef.shape[1] != 2 or len(coef) > DRAWABLE:
        return {}
    return {"decision_lines": np.column_stack([coef, intercept]).astype(float).tolist()}
