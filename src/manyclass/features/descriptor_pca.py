"""Principal components of local descriptors."""

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.decomposition import PCA

from manyclass.features.regions import descriptors


class DescriptorPCA(TransformerMixin, BaseEstimator):
    """Rotates descriptors to their principal axes and keeps the first ones; places stay.

    Mixtures with diagonal covariances need it, and the document reduces its descriptors from 128 to 64 numbers.

    Parameters
    ----------
    components : int
        Axes to keep; all, where there are fewer.

    Attributes
    ----------
    mean_, components_ : float32 (d,) and (components, d)
        What is taken off a descriptor, and the axes, largest variance first.

    References
    ----------
    Perronnin, Akata, Harchaoui and Schmid 2012, section 5.1.
    """

    def __init__(self, components=64):
        self.components = components

    def fit(self, X, y=None):
        """Learn the axes from bags (n, L, d + 2)."""
        rows = descriptors(X)
        axes = PCA(min(self.components, rows.shape[2]), svd_solver="covariance_eigh").fit(
            rows.reshape(-1, rows.shape[2])
        )
        self.mean_, self.components_ = axes.mean_.astype(np.float32), axes.components_.astype(np.float32)
        return self

    def n_features(self, dimensions: int) -> int:
        """How many numbers of a descriptor it keeps."""
        return min(self.components, dimensions)

    def transform(self, X) -> np.ndarray:
        """Bags of reduced descriptors: float32 (n, L, components + 2)."""
        return np.concatenate([(descriptors(X) - self.mean_) @ self.components_.T, X[:, :, -2:]], axis=2)
