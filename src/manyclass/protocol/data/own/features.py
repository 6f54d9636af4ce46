"""Features of one's own data: text to tf-idf, reduction, scaling; fitted on train alone."""

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.utils.extmath import row_norms

from manyclass.protocol.errors import DataError


def prepare(arrays, options, seed) -> list:
    """Turn the three parts' samples into features.

    Parameters
    ----------
    arrays : list of ndarray or csr_array (n, d), or of text (n,)
        Samples of train, valid, test.
    options : OwnData
        ``text``, ``svd`` and ``scale`` are read.
    seed : SeedSequence
        Of the randomised SVD.

    Returns
    -------
    list of float32 ndarray or csr_array
        ``standard``: features of mean 0 and variance 1 over train, divided by the square root of their
        number, so that rows have norm 1 in the mean square, much as in the suite's own sets. ``norm``: rows
        of norm 1. ``common``: all divided by one number, by which rows of train have norm 1 in the mean square.

    Raises
    ------
    DataError
        If the options cannot be applied to the features.
    """
    scale = options.scale or _usual_scale(arrays[0], options)
    if options.text:
        arrays = _tfidf(arrays)
    if options.svd:
        arrays = _reduce(arrays, options.svd, seed)
    if issparse(arrays[0]) and scale == "standard":
        raise DataError("scale standard would make sparse features dense: use norm or none, or svd")
    return [_float32(array) for array in _scale(arrays, scale)]


def _usual_scale(train, options) -> str:
    """How features are scaled if nobody says; reduced ones keep their lengths, which are their importance."""
    if options.text or issparse(train):
        return "norm"
    return "common" if options.svd else "standard"


def _tfidf(texts) -> list:
    encoder = TfidfVectorizer(sublinear_tf=True, norm="l2", dtype=np.float32)
    try:
        return [encoder.fit_transform(texts[0]), *(encoder.transform(text) for text in texts[1:])]
    except ValueError as error:
        raise DataError(f"text gives no features: {error}") from None


def _reduce(arrays, dimensions, seed) -> list:
    if dimensions >= min(arrays[0].shape):
        raise DataError(f"svd {dimensions} must be below both sizes of train, {arrays[0].shape}")
    svd = TruncatedSVD(dimensions, random_state=int(seed.generate_state(1)[0]))
    return [svd.fit_transform(arrays[0]), *(svd.transform(array) for array in arrays[1:])]


def _scale(arrays, scale) -> list:
    if scale == "norm":
        return [normalize(array) for array in arrays]
    if scale == "standard":
        scaler = StandardScaler().fit(arrays[0])
        return [scaler.transform(array) / np.float32(np.sqrt(array.shape[1])) for array in arrays]
    if scale == "common":
        length = np.sqrt(row_norms(arrays[0], squared=True).mean(dtype=np.float64))
        return [array / np.float32(length or 1) for array in arrays]
    return arrays


def _float32(array):
    if issparse(array):
        array = csr_array(array, dtype=np.float32)
        array.sort_indices()
        return array
    return np.ascontiguousarray(array, np.float32)
