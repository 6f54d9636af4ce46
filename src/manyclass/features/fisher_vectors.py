"""Fisher vectors (FV): how an image would change a mixture of Gaussians fitted to all descriptors."""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from manyclass.features import codebook
from manyclass.features.regions import WHOLE, count, descriptors, regions


class FisherVectors(TransformerMixin, BaseEstimator):
    """Gradients of the log-likelihood by the means and deviations of a mixture of diagonal Gaussians.

    With q_tk the probability of Gaussian k given descriptor t of the T of a region,

        mean        1 / (T √w_k)  Σ_t q_tk (x_t - μ_k) / σ_k
        deviation   1 / (T √2w_k) Σ_t q_tk [(x_t - μ_k)² / σ_k² - 1]

    then of each entry the square root of its size (its sign kept), and each region and then the whole scaled to
    norm one, so that T drops out. A region without descriptors stays zero.

    Parameters
    ----------
    gaussians : int
        N of the document; each adds 2d features.
    pyramid : sequence of (int, int)
        Rows and columns of each grid of regions.
    passes : int
        Most passes of the EM algorithm.
    random_state : int or None
        Where k-means starts, whose words are where the mixture starts.

    Attributes
    ----------
    weights_, means_, deviations_ : float32 (N,), (N, d) and (N, d)
        The mixture: w, μ and σ.

    References
    ----------
    Perronnin, Akata, Harchaoui and Schmid 2012, section 5.1; Perronnin, Sánchez and Mensink 2010.
    """

    def __init__(self, gaussians=8, pyramid=WHOLE, passes=20, random_state=0):
        self.gaussians = gaussians
        self.pyramid = pyramid
        self.passes = passes
        self.random_state = random_state

    def fit(self, X, y=None):
        """Fit the mixture to the descriptors of bags (n, L, d + 2).

        Raises
        ------
        ValueError
            If there are fewer descriptors than Gaussians.
        """
        mixture = self._start(descriptors(X))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a vocabulary need not be an optimum
            mixture.fit(descriptors(X).reshape(-1, X.shape[2] - 2).astype(np.float64))
        self.weights_, self.means_ = mixture.weights_.astype(np.float32), mixture.means_.astype(np.float32)
        self.deviations_ = np.sqrt(mixture.covariances_).astype(np.float32)
        return self

    def n_features(self, dimensions: int) -> int:
        """How many features it makes of descriptors of so many numbers."""
        return count(self.pyramid) * 2 * self.gaussians * dimensions

    def _start(self, rows) -> GaussianMixture:
        """The mixture before EM: equal weights, at visual words, as wide as descriptors lie around their words."""
        words = codebook.learn(rows, self.gaussians, self.random_state)
        around = rows - words[codebook.nearest(rows, words, 1)[:, :, 0]]
        precision = 1 / (np.square(around).mean(axis=(0, 1), dtype=np.float64) + 1e-6)
        return GaussianMixture(
            self.gaussians,
            covariance_type="diag",
            max_iter=self.passes,
            weights_init=np.full(self.gaussians, 1 / self.gaussians),
            means_init=words.astype(np.float64),
            precisions_init=np.tile(precision, (self.gaussians, 1)),
        )

    def posterior(self, rows) -> np.ndarray:
        """Probability of each Gaussian given each descriptor (n, L, d): float32 (n, L, N)."""
        precision = self.deviations_**-2
        scaled = self.means_ * precision
        offset = np.log(self.weights_) - np.log(self.deviations_).sum(axis=1) - 0.5 * (scaled * self.means_).sum(axis=1)
        q = rows @ scaled.T - 0.5 * (rows**2 @ precision.T) + offset
        q -= q.max(axis=2, keepdims=True)
        np.exp(q, out=q)
        q /= q.sum(axis=2, keepdims=True)
        return q

    def transform(self, X) -> np.ndarray:
        """Encode bags: float32 (n, R · 2 · N · d): region by region the gradients by all means, then deviations."""
        rows = descriptors(X)
        q, inside = self.posterior(rows), regions(X, self.pyramid)
        vectors = np.empty((len(X), count(self.pyramid), 2 * self.means_.size), np.float32)
        for region in range(vectors.shape[1]):
            within = (inside == region).any(axis=0)[:, :, None]
            vectors[:, region] = self._gradients(rows, q * within)
        return normalised(normalised(np.sign(vectors) * np.sqrt(np.abs(vectors))).reshape(len(X), -1))

    def _gradients(self, rows, q) -> np.ndarray:
        """Gradients of each image, times T: float32 (n, 2 · N · d)."""
        q = np.ascontiguousarray(q.transpose(0, 2, 1))
        zeroth, first, second = q.sum(axis=2)[:, :, None], q @ rows, q @ rows**2
        mean = (first - zeroth * self.means_) / self.deviations_
        square = second - 2 * first * self.means_ + zeroth * (self.means_**2 - self.deviations_**2)
        gradients = np.stack([mean, square / (np.sqrt(2, dtype=np.float32) * self.deviations_**2)], axis=1)
        gradients /= np.sqrt(self.weights_)[:, None]
        return gradients.reshape(len(rows), -1)


def normalised(vectors) -> np.ndarray:
    """Vectors along the last axis, scaled to norm one; zeros stay."""
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(norms > 0, norms, 1)
