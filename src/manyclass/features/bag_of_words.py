"""Bag of visual words (BOV): how often each word occurs, region by region."""

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, TransformerMixin

from manyclass.features import codebook
from manyclass.features.regions import STRIPES, count, descriptors, regions


class BagOfWords(TransformerMixin, BaseEstimator):
    """Histograms of visual words in the regions of a pyramid, l1-normalised, then square-rooted.

    Every descriptor counts for the one word nearest to it, once in every grid of the pyramid. The square root
    makes inner products Bhattacharyya coefficients, and the norm of every image one.

    Parameters
    ----------
    words : int
        Size of the codebook, N of the document.
    pyramid : sequence of (int, int)
        Rows and columns of each grid.
    random_state : int or None
        Where k-means starts.

    Attributes
    ----------
    words_ : float32 (words, d)
        The codebook.

    References
    ----------
    Perronnin, Akata, Harchaoui and Schmid 2012, section 5.1; the square root: Perronnin, Sánchez and Liu 2010.
    """

    def __init__(self, words=64, pyramid=STRIPES, random_state=0):
        self.words = words
        self.pyramid = pyramid
        self.random_state = random_state

    def fit(self, X, y=None):
        """Learn the codebook from bags (n, L, d + 2).

        Raises
        ------
        ValueError
            If there are fewer descriptors than words.
        """
        self.words_ = codebook.learn(descriptors(X), self.words, self.random_state)
        return self

    def n_features(self, dimensions: int) -> int:
        """How many features it makes of descriptors of so many numbers."""
        return count(self.pyramid) * self.words

    def transform(self, X) -> csr_array:
        """Encode bags: float32 CSR (n, R · words), a column for each word of each region, region by region."""
        word = codebook.nearest(descriptors(X), self.words_, 1)[:, :, 0]
        column = regions(X, self.pyramid) * np.int32(self.words) + word.astype(np.int32)
        row = np.broadcast_to(np.arange(len(X), dtype=np.int32)[:, None], column.shape)
        entry = np.full(column.size, 1 / (len(self.pyramid) * X.shape[1]), np.float32)
        shape = len(X), count(self.pyramid) * self.words
        shares = csr_array((entry, (row.ravel(), column.ravel())), shape=shape)  # sums what is said twice
        return shares.sqrt()
