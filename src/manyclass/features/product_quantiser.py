"""Product quantisation: features stored in a byte for each few of them, and what that loses."""

import warnings

import numpy as np
from nanopq import PQ
from sklearn.base import BaseEstimator, TransformerMixin


class ProductQuantiser(TransformerMixin, BaseEstimator):
    """Replaces each sub-vector by the nearest of a codebook of its own.

    The code is `nanopq`'s. What `transform` gives is what a learner sees that unpacks codes as it reads them.

    Parameters
    ----------
    length : int
        Features of a sub-vector; a divisor of their number.
    codewords : int
        Sub-vectors in each codebook; up to 256 take one byte.
    passes : int
        Passes of k-means.
    random_state : int
        Where k-means starts.

    Attributes
    ----------
    quantiser_ : nanopq.PQ
        The codebooks; ``encode`` gives the bytes.

    References
    ----------
    Perronnin, Akata, Harchaoui and Schmid 2012, section 5.1; Jégou, Douze and Schmid 2011.
    """

    def __init__(self, length=8, codewords=256, passes=5, random_state=0):
        self.length = length
        self.codewords = codewords
        self.passes = passes
        self.random_state = random_state

    def fit(self, X, y=None):
        """Learn the codebooks from features float32 (n, D).

        Raises
        ------
        ValueError
            If ``length`` does not divide D, or there are no more samples than codewords.
        """
        if X.shape[1] % self.length:
            raise ValueError(f"sub-vectors of length={self.length} do not divide {X.shape[1]} features")
        if len(X) <= self.codewords:
            raise ValueError(f"{len(X)} samples are too few for codewords={self.codewords}")
        quantiser = PQ(X.shape[1] // self.length, self.codewords, verbose=False)
        state = np.random.get_state()  # the library seeds numpy's global generator  # noqa: NPY002
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "One of the clusters is empty")  # a codeword that no sample uses
                self.quantiser_ = quantiser.fit(X, iter=self.passes, seed=self.random_state)
        finally:
            np.random.set_state(state)  # noqa: NPY002
        return self

    def n_features(self, dimensions: int) -> int:
        """How many features it makes of so many."""
        return dimensions

    def transform(self, X) -> np.ndarray:
        """Features as their codes say them: float32 (n, D)."""
        return self.quantiser_.decode(self.quantiser_.encode(X))
