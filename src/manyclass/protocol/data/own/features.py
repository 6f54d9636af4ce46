"""Features of one's own data: text to tf-idf, reduction, scaling; fitted on train alone."""

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.utils import gen_batches
from sklearn.utils.extmath import row_norms

from manyclass.protocol.data.own.rounding import check_rounding
from manyclass.protocol.errors import DataError

AT_A_TIME = 2**20  # values that are scaled as float64 before they are float32


def prepare(arrays, options, seed) -> list:
    """Turn the three parts' samples into features.

    Parameters
    ----------
    arrays : list of float ndarray or csr_array (n, d), or of text (n,)
        Samples of train, valid, test.
    options : OwnData
        ``text``, ``svd`` and ``scale`` are read.
    seed : SeedSequence
        Of the randomised SVD.

    Returns
    -------
    list of float32 ndarray or csr_array
        ``standard``: features of mean 0 and variance 1 over train, divided by the square root of their
        number, so that rows have norm 1 in the mean square, much as in the suite's own sets; what is constant
        in train is 0 everywhere. ``norm``: rows of norm 1. ``common``: all divided by one number, by which rows
        of train have norm 1 in the mean square.

    Raises
    ------
    DataError
        If the options cannot be applied to the features, or those that are not centred would lose what they
        vary by as float32.
    """
    scale = options.scale or _usual_scale(arrays[0], options)
    if options.text:
        arrays = _tfidf(arrays)
    if options.svd:
        arrays = _reduce(arrays, options.svd, seed)
    if issparse(arrays[0]) and scale == "standard":
        raise DataError("scale standard would make sparse features dense: use norm or none, or svd")
    if scale != "standard":
        check_rounding(arrays[0])
    if scale != "none":
        scaler = _scaler(arrays[0], scale)
        arrays = [_scaled(array, scaler) for array in arrays]
    return [_float32(array) for array in arrays]


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


def _scaler(train, scale) -> Callable:
    """What scales any samples as those of train ask for: from (r, d) to (r, d)."""
    if scale == "norm":
        return normalize
    if scale == "standard":
        return _standard(train)
    length = np.float32(np.sqrt(row_norms(train, squared=True).mean(dtype=np.float64)) or 1)
    return lambda rows: rows / length


def _standard(train) -> Callable:
    scaler = StandardScaler().fit(train)
    constant = scaler.scale_ != np.sqrt(scaler.var_)  # but for rounding: those, scikit-learn divides by 1

    def scaled(rows):
        rows = scaler.transform(rows) / np.float32(np.sqrt(rows.shape[1]))
        rows[:, constant] = 0
        return rows

    return scaled


def _scaled(array, scaler):
    """An array scaled, a dense one block by block, so that no second copy of all of it is as large as float64."""
    if issparse(array):
        return scaler(array)
    made = np.empty(array.shape, np.float32)
    for rows in gen_batches(len(array), max(1, AT_A_TIME // array.shape[1])):
        made[rows] = scaler(array[rows])
    return made


def _float32(array):
    if issparse(array):
        array = csr_array(array, dtype=np.float32)
        return array if array.has_sorted_indices else array.sorted_indices()
    return np.ascontiguousarray(array, np.float32)
