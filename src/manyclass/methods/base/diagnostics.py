"""What fitted models say of themselves that is not one family's own: violators, margins, and lines in the plane."""

from collections.abc import Iterator

import numpy as np
from scipy.sparse import csr_array

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
    return float(np.concatenate([_shares(*scored, estimator.margin) for scored in _scored(estimator, part)]).mean())


def updated_ranks(estimator, part) -> dict[str, float]:
    """Mean rank of the right class, 1 being the best, over the steps that would update this model, by their sampling.

    A step takes a sample and one of its right classes. Of AUC sampling ("auc") it updates with chance
    h = H / (G - |Y|), of WARP ("warp"), which tries up to G classes, with 1 - (1 - h)^G. Gupta et al. (2014),
    section 5.3.

    Parameters
    ----------
    estimator, part
        As of `violating_share`.

    Returns
    -------
    dict of str to float
        Empty where no class violates.
    """
    chances, ranks = [], []
    for scores, Y in _scored(estimator, part):
        wrong = Y.shape[1] - np.diff(Y.indptr)
        chances.append(_above(scores, Y, estimator.margin) / np.repeat(wrong, np.diff(Y.indptr)))
        ranks.append(1 + _above(scores, Y, 0.0))
    h, rank = np.concatenate(chances), np.concatenate(ranks)
    if not h.any():
        return {}
    by = {"auc": h, "warp": 1 - (1 - h) ** part.Y.shape[1]}
    return {name: float(np.average(rank, weights=chance)) for name, chance in by.items()}


def _scored(estimator, part) -> Iterator[tuple[np.ndarray, csr_array]]:
    """Scores (n, G) and right classes of samples spread evenly over the part, at most `SAMPLES`, a block at a time."""
    rows = np.unique(np.linspace(0, part.X.shape[0] - 1, SAMPLES).astype(np.int64))
    X, Y, step = part.X[rows], part.Y[rows], max(1, SCORES_AT_A_TIME // part.Y.shape[1])
    for first in range(0, len(rows), step):
        block = slice(first, first + step)
        yield _by_class(estimator.decision_function(X[block])), Y[block]


def _shares(scores, Y, margin) -> np.ndarray:
    """H / (G - |Y|) of each sample, the mean over its right classes: float64 (n,)."""
    number = np.diff(Y.indptr)
    sample = np.repeat(np.arange(len(number)), number)
    return np.bincount(sample, _above(scores, Y, margin)) / (number * (Y.shape[1] - number))


def _above(scores, Y, margin) -> np.ndarray:
    """Wrong classes that score above a right one's score less the margin, for each right class: int64 (nnz of Y,)."""
    right = Y.toarray().astype(bool)
    sample = np.repeat(np.arange(len(right)), np.diff(Y.indptr))
    threshold = scores[sample, Y.indices] - margin
    return ((scores[sample] > threshold[:, None]) & ~right[sample]).sum(axis=1)


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
