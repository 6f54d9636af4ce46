"""Nearest means: each class is the mean of its training samples (Gupta, Bengio & Weston 2014, section 8.3)."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.rows import Dense
from manyclass.methods.base.classifier import ManyClassClassifier, minus_squared_distances


class NearestMeans(ManyClassClassifier):
    """f(x; g) = -‖x - mean_g‖²; nothing to choose.

    `sklearn.neighbors.NearestCentroid` is the same classifier; this one also takes several correct classes per
    sample (each of them counts the sample) and never copies X.

    Attributes
    ----------
    means_ : ndarray (G, d) of float32
        The classes' means.
    """

    citation = "Gupta, Bengio & Weston (2014), section 8.3; Hastie, Tibshirani & Friedman (2001)"
    properties = {
        "loss": "none",
        "regularization": "none",
        "negatives": "none",
        "learning_rate": "none (closed form)",
        "confusion_loss": "no",
        "discriminant": "-‖β_g - x‖²",
    }

    def passes(self, X, y) -> Iterator["NearestMeans"]:
        """Compute the means, in the one pass there is."""
        rows, labels = self._samples(X, y)
        n = len(labels.indptr) - 1
        X = rows.X if isinstance(rows, Dense) else sp.csr_array(tuple(rows), shape=(n, self.n_features_in_))
        ones = np.ones(len(labels.classes), np.float32)
        belongs = sp.csr_array((ones, labels.classes, labels.indptr), shape=(n, labels.n_classes)).T
        sums = belongs @ X
        self.means_ = (sums.toarray() if sp.issparse(sums) else sums) / belongs.sum(axis=1)[:, None]
        self.n_iter_ = 1
        yield self

    def _scores(self, X) -> np.ndarray:
        return minus_squared_distances(X, self.means_)
