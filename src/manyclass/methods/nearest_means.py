"""Nearest means: each class is the mean of its training samples (Gupta et al. 2014, section 8.3)."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.parameters import N_JOBS
from manyclass.methods.base.samples import check_size
from manyclass.methods.base.scores import minus_squared_distances
from manyclass.methods.base.threads import cuts

ROWS = 256  # of a block, at least


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

    in_blocks = True
    _parameter_constraints = {"n_jobs": N_JOBS}

    def __init__(self, n_jobs=None):
        self.n_jobs = n_jobs

    def _passes(self, X, y) -> Iterator["NearestMeans"]:
        """Compute the means, in the one pass there is."""
        X, Y = self._samples(X, y)
        check_size(X)
        sizes = np.bincount(Y.indices, minlength=Y.shape[1])
        self.means_ = np.divide(sums(X, Y), sizes[:, None], dtype=np.float32, casting="same_kind")
        self.n_iter_ = 1
        yield self

    def _arrays(self):
        return [self.means_]

    def _scorer(self, X):
        return minus_squared_distances(sp.issparse(X), self.means_)


def sums(X, Y: sp.csr_array) -> np.ndarray:
    """Sums of the samples X (n, d) of each class: float64 (G, d), of float32 ones of blocks that are no copies."""
    (n, d), n_classes = X.shape, Y.shape[1]
    total = np.zeros((n_classes, d))
    # Every block adds to all of the sums.
    most = n * n_classes * d // (8 * max(X.nnz, 1)) if sp.issparse(X) else n_classes
    for block in cuts(n, max(ROWS, most)):
        of_block = Y[block].T.tocsr() @ X[block]
        total += of_block.toarray() if sp.issparse(of_block) else of_block
    return total
