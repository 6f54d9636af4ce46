"""Nearest means: each class is the mean of its training samples (Gupta et al. 2014, section 8.3)."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.parameters import N_JOBS
from manyclass.methods.base.scores import minus_squared_distances


class NearestMeans(ManyClassClassifier):
    """f(x; g) = -‖x - mean_g‖²; nothing of the model is to choose.

    `sklearn.neighbors.NearestCentroid` is the same classifier; this one also takes several correct classes
    per sample (each of them counts the sample) and never copies X.

    Parameters
    ----------
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    means_ : ndarray (G, d) of float32
        The classes' means.
    """

    citation = "Gupta, Bengio & Weston (2014), section 8.3; Hastie, Tibshirani & Friedman (2001)"

    _parameter_constraints = {"n_jobs": N_JOBS}

    def __init__(self, n_jobs=None):
        self.n_jobs = n_jobs

    def _passes(self, X, y) -> Iterator["NearestMeans"]:
        """Compute the means, in the one pass there is."""
        X, Y = self._samples(X, y)
        sums = Y.T.tocsr() @ X
        sizes = np.bincount(Y.indices, minlength=Y.shape[1]).astype(np.float32)
        self.means_ = (sums.toarray() if sp.issparse(sums) else sums) / sizes[:, None]
        self.n_iter_ = 1
        yield self

    def _arrays(self):
        return [self.means_]

    def _scorer(self, X):
        return minus_squared_distances(sp.issparse(X), self.means_)
