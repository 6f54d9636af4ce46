"""k nearest neighbours, found exactly by scikit-learn's search."""

from collections.abc import Iterator

import numpy as np
from scipy.sparse import csr_array
from sklearn.neighbors import NearestNeighbors

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.parameters import AT_LEAST_ONE, one_of


class NearestNeighbours(ManyClassClassifier):
    """f(x; g) is the weight of the training samples of class g among the k nearest to x.

    `sklearn.neighbors.KNeighborsClassifier` is the same classifier; this one also takes several correct classes per
    sample, each of which the neighbour votes for, and ranks the classes a block of samples at a time.

    Parameters
    ----------
    n_neighbors : int
        k.
    weights : {"uniform", "distance"}
        Weight of a neighbour: 1, or the inverse of its Euclidean distance.
    """

    citation = "Gupta, Bengio & Weston (2014), section 10; Cover & Hart (1967)"
    _parameter_constraints = {"n_neighbors": [AT_LEAST_ONE], "weights": one_of("uniform", "distance")}

    def __init__(self, n_neighbors=20, weights="uniform"):
        self.n_neighbors = n_neighbors
        self.weights = weights

    def _passes(self, X, y) -> Iterator["NearestNeighbours"]:
        """Keep the samples, in the one pass there is."""
        X, Y = self._samples(X, y)
        if self.n_neighbors > X.shape[0]:
            raise ValueError(f"n_neighbors={self.n_neighbors} must be at most {X.shape[0]}, the number of samples")
        self._search = NearestNeighbors(n_neighbors=self.n_neighbors, algorithm="brute").fit(X)
        self._labels = csr_array(Y, dtype=np.float32)
        self.n_iter_ = 1
        yield self

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """A copy of the samples and their labels."""
        return round(n_samples * (4 * n_features * (density if density >= 1 else 2 * density) + 16))

    @property
    def n_parameters_(self) -> int:
        """Numbers that the fitted model stores: the training samples and their classes."""
        return int(np.prod(self._search._fit_X.shape)) + self._labels.nnz

    def _scorer(self, X):
        return self._votes

    def _votes(self, rows) -> np.ndarray:
        """Weights of the classes of the rows (r, d): float32 (r, G)."""
        distances, found = self._search.kneighbors(rows)
        weights = _inverse(distances) if self.weights == "distance" else np.ones_like(distances)
        starts = self.n_neighbors * np.arange(len(found) + 1)
        shape = len(found), self._labels.shape[0]
        votes = csr_array((weights.ravel().astype(np.float32), found.ravel(), starts), shape=shape)
        return (votes @ self._labels).toarray()


def _inverse(distances) -> np.ndarray:
    """The inverse of distances (r, k); of a row that has neighbours at the same place 1 for these, 0 for all others."""
    with np.errstate(divide="ignore"):
        inverse = 1 / distances
    here = np.isinf(inverse)
    return np.where(here.any(axis=1, keepdims=True), here, inverse)
