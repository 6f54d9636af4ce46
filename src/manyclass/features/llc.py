"""Locality-constrained linear coding (LLC): descriptors as combinations of the words around them."""

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing import normalize

from manyclass.features import codebook
from manyclass.features.regions import QUARTERS, count, descriptors, regions


class LLC(TransformerMixin, BaseEstimator):
    """Sparse codes over the nearest words, max-pooled in the regions of a pyramid, of norm one.

    The code c of a descriptor x is 0 but for its nearest words B, where it solves

        min ‖x - Bᵀc‖² + ridge · tr(Z Zᵀ) ‖c‖²   with Σ c = 1,   Z = B - 1xᵀ

    the approximate LLC of Wang et al. Pooling keeps the largest entry of a word in a region, and 0, the entry of
    all other descriptors, where that is larger.

    Parameters
    ----------
    words : int
        Size of the codebook.
    pyramid : sequence of (int, int)
        Rows and columns of each grid.
    neighbours : int
        Words of a code.
    ridge : float
        Weight of the penalty, relative to the trace.
    random_state : int or None
        Where k-means starts.

    Attributes
    ----------
    words_ : float32 (words, d)
        The codebook.

    References
    ----------
    Wang, Yang, Yu, Lv, Huang and Gong 2010, section 3; used by Deng, Satheesh, Berg and Fei-Fei 2011, section 5.
    """

    def __init__(self, words=256, pyramid=QUARTERS, neighbours=5, ridge=1e-4, random_state=0):
        self.words = words
        self.pyramid = pyramid
        self.neighbours = neighbours
        self.ridge = ridge
        self.random_state = random_state

    def fit(self, X, y=None):
        """Learn the codebook from bags (n, L, d + 2).

        Raises
        ------
        ValueError
            If there are fewer descriptors than words, or fewer words than neighbours.
        """
        if self.neighbours > self.words:
            raise ValueError(f"neighbours={self.neighbours} are more than words={self.words}")
        self.words_ = codebook.learn(descriptors(X), self.words, self.random_state)
        return self

    def n_features(self, dimensions: int) -> int:
        """How many features it makes of descriptors of so many numbers."""
        return count(self.pyramid) * self.words

    def codes(self, rows) -> tuple[np.ndarray, np.ndarray]:
        """Code descriptors (n, L, d): the words, int64 (n, L, neighbours), and their entries, float32."""
        near = codebook.nearest(rows, self.words_, self.neighbours)
        Z = self.words_[near] - rows[:, :, None]
        gram = Z @ Z.swapaxes(-1, -2)
        diagonal = np.arange(self.neighbours)
        gram[..., diagonal, diagonal] += self.ridge * np.trace(gram, axis1=-2, axis2=-1)[..., None] + 1e-12
        entries = np.linalg.solve(gram, np.ones((self.neighbours, 1), np.float32))[..., 0]
        return near, entries / entries.sum(axis=-1, keepdims=True)

    def transform(self, X) -> csr_array:
        """Encode bags: float32 CSR (n, R · words), a column for each word of each region, region by region."""
        near, entries = self.codes(descriptors(X))
        shape = len(X), count(self.pyramid) * self.words
        row = np.arange(len(X))[:, None, None]
        flat = row * shape[1] + regions(X, self.pyramid)[..., None].astype(np.int64) * self.words + near
        positive = np.broadcast_to(entries > 0, flat.shape)
        flat, entries = flat[positive], np.broadcast_to(entries, positive.shape)[positive]
        order = np.argsort(flat, kind="stable")
        cell, start = np.unique(flat[order], return_index=True)
        pooled = np.maximum.reduceat(entries[order], start)
        row, column = np.divmod(cell, shape[1])
        index = row.astype(np.int32), column.astype(np.int32)
        return normalize(csr_array((pooled, index), shape=shape), copy=False)
