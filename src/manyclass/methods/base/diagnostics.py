"""What fitted models say of themselves that is not one family's own: violators, margins, and lines in the plane."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils import gen_batches

from manyclass.kernels.common.exceeding import count_wrong_above
from manyclass.methods.base.samples import labels_of
from manyclass.methods.base.scores import rows_at_a_time

SAMPLES = 8192
DRAWABLE = 16


class Violators(NamedTuple):
    """How a fitted model ranks the right classes of samples, and which wrong ones violate its margin.

    Gupta et al. (2014), section 5.3.

    Attributes
    ----------
    Y : csr_array (n, G)
        Right classes of the samples.
    counts : ndarray of int64 (nnz of Y,)
        H of each: wrong classes whose score is above its own less the margin.
    ranks : ndarray of int64 (nnz of Y,)
        Rank of each among the wrong classes, 1 being the best.
    """

    Y: csr_array
    counts: np.ndarray
    ranks: np.ndarray

    def share(self) -> float:
        """Chance that one wrong class, drawn uniformly, violates the margin: the mean of H / (G - |Y|).

        Over the samples, and the right classes of each; with one right class it is the document's H / (G - 1), the
        share of AUC sampling's steps that update.
        """
        number, sample = _right(self.Y)
        return float((np.bincount(sample, self.counts) / (number * (self.Y.shape[1] - number))).mean())

    def updated_ranks(self) -> dict[str, float]:
        """Mean rank of the right class over the steps that would update this model, by their sampling.

        A step takes a sample, and one of its right classes with equal chance. Of AUC sampling ("auc") it updates with
        chance h = H / (G - |Y|), of WARP ("warp"), which tries up to G classes, with 1 - (1 - h)^G. Empty where no
        class violates.
        """
        number, sample = _right(self.Y)
        h = self.counts / (self.Y.shape[1] - number)[sample]
        if not h.any():
            return {}
        by, drawn = {"auc": h, "warp": 1 - (1 - h) ** self.Y.shape[1]}, 1 / number[sample]
        return {name: float(np.average(self.ranks, weights=chance * drawn)) for name, chance in by.items()}


def violators(estimator, part) -> Violators:
    """Count violators over samples spread evenly over a part, at most `SAMPLES`, a block of scores at a time.

    Parameters
    ----------
    estimator : object
        A fitted classifier, whose ``margin`` is b and whose scores are f.
    part : Part
        Samples and their right classes.
    """
    rows = np.unique(np.linspace(0, part.X.shape[0] - 1, SAMPLES).astype(np.int64))
    X, Y = part.X[rows], part.Y[rows]
    blocks = gen_batches(len(rows), rows_at_a_time(Y.shape[1]))
    above = [_above(_by_class(estimator.decision_function(X[block])), Y[block], estimator.margin) for block in blocks]
    counts, better = np.concatenate(above, axis=1)
    return Violators(Y, counts, 1 + better)


def _right(Y) -> tuple[np.ndarray, np.ndarray]:
    """Number of right classes of each sample, and the sample of each right class: int64 (n,) and (nnz,)."""
    number = np.diff(Y.indptr)
    return number, np.repeat(np.arange(len(number)), number)


def _above(scores, Y, margin) -> np.ndarray:
    """Wrong classes that score above a right one's score less the margin, and above its score: int64 (2, nnz of Y)."""
    own, labels, counts = scores[_right(Y)[1], Y.indices], labels_of(Y), np.empty((2, Y.nnz), np.int64)
    for lead, filled in zip((margin, 0.0), counts):
        count_wrong_above(scores, labels, own - lead, filled)
    return counts


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
    most, total = min(most, n_classes - 1), 0.0
    for block in gen_batches(n, rows_at_a_time(n_classes)):
        scores = _by_class(estimator.decision_function(part.X[block])).astype(np.float64)
        at = np.arange(len(scores)), part.Y.indices[block]
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
