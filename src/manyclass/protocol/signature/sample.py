"""The part of a data set that its signature is measured on: some classes and samples of a large one."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.decomposition import TruncatedSVD

from manyclass.protocol.errors import DataError
from manyclass.protocol.seeds import derive

CLASSES, TRAIN, TEST = 150, 20_000, 5_000  # at most; a signature then takes seconds
FEATURES = 128  # at most; more are reduced to as many


class Sample(NamedTuple):
    """Samples of some classes of a data set, in random order.

    Parameters
    ----------
    X, X_test : float64 ndarray (n, d), (m, d)
        Features of train and test; those of train have a mean variance of one.
    y : int64 ndarray (n,)
        Class of each train sample; of several right ones the first.
    Y_test : csr_array (m, classes)
        All right classes of each test sample.
    """

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    Y_test: csr_array


def sample(split, seed=0) -> Sample:
    """Draw the sample.

    At most CLASSES of the classes with two train samples, drawn at random; at most TRAIN and TEST of their samples.
    More than FEATURES features are reduced to FEATURES by a truncated singular value decomposition
    of train. Then all are divided by one number, which is what gives penalties a meaning that does not depend on the
    units of the data.

    Parameters
    ----------
    split : Split
        The data set; its ``X`` may be mapped into memory: no more rows are read than are kept.
    seed : int
        What is drawn is a function of it and of the labels.

    Raises
    ------
    DataError
        If fewer than two classes have two train samples, none of the test samples is of them, or the features of
        train do not vary.
    """
    rng = np.random.default_rng(derive("signature", seed))
    sizes = np.bincount(split.train.Y.indices, minlength=split.train.Y.shape[1])
    classes = np.flatnonzero(sizes >= 2)
    if len(classes) < 2:
        raise DataError(f"a signature needs two classes with two train samples each; there are {len(classes)}")
    if len(classes) > CLASSES:
        classes = np.sort(rng.choice(classes, CLASSES, replace=False))
    X, Y = _rows(split.train, classes, TRAIN, rng)
    X_test, Y_test = _rows(split.test, classes, TEST, rng)
    if not Y_test.shape[0]:
        raise DataError("a signature needs test samples of the classes of train; there are none")
    X, X_test = _reduced(X, X_test, int(rng.integers(2**31)))
    scale = np.sqrt(X.var(axis=0).mean())
    if not scale > 0:
        raise DataError("a signature needs features that vary; those of train are constant")
    return Sample(X / scale, Y.indices[Y.indptr[:-1]].astype(np.int64), X_test / scale, Y_test)


def _rows(part, classes, most, rng):
    """Features and labels of samples of these classes, at most so many, in random order."""
    Y = csr_array(part.Y)[:, classes]
    rows = np.flatnonzero(np.diff(Y.indptr))
    if len(rows) > most:
        rows = np.sort(rng.choice(rows, most, replace=False))
    X = part.X if issparse(part.X) or isinstance(part.X, np.ndarray) else np.asarray(part.X)
    order = rng.permutation(len(rows))
    Y = Y[rows][order]
    Y.sort_indices()
    return X[rows][order].astype(np.float64), Y


def _reduced(X, X_test, seed) -> tuple[np.ndarray, np.ndarray]:
    """Features as they are, or as many as are kept of them, dense."""
    if X.shape[1] > FEATURES:
        svd = TruncatedSVD(min(FEATURES, X.shape[0]), random_state=seed).fit(X)
        return svd.transform(X), svd.transform(X_test)
    return (X.toarray(), X_test.toarray()) if issparse(X) else (X, X_test)
