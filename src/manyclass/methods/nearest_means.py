"""Nearest means: each class is the mean of its training samples (Gupta et al. 2014, section 8.3)."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.scores import minus_squared_distances


class NearestMeans(ManyClassClassifier):
    """f(x; g) = -‖x - mean_g‖²; nothing to choose.

    `sklearn.neighbors.NearestCentroid` is the same classifier; this one also takes several correct classes
    per sample (each of them counts the sample) and never copies X.

    Attributes
    ----------
    means_ : ndarray (G, d) of float32
        The classes' means.
    """

    citation = "Gupta, Bengio & Weston (2014), section 8.3; Hastie, Tibshirani & Friedman (2001)"

    def passes(self, X, y) -> Iterator["NearestMeans"]:
        """Compute the means, in the one pass there is."""
        X, Y = self._samples(X, y)
        sums = Y.T.tocsr() @ X
        sizes = np.bincount(Y.indices, minlength=Y.shape[1]).astype(np.float32)
        self.means_ = (sums.toarray() if sp.issparse(sums) else sums) / sizes[:, None]
        self.n_iter_ = 1
        yield self

    def _arrays(self):
        return [self.means_]

    def _scores(self, X):
        return minus_squared_distances(X, self.means_)
