"""Which classes one-vs-all classifiers confuse, after one pass (Bengio, Weston & Grangier 2010)."""

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.samples import labels_of, rows_of
from manyclass.methods.base.sgd.binary import biases_of, panels, penalised, vectors_of
from manyclass.methods.base.sgd.one_vs_rest import pass_on_all
from manyclass.methods.base.sgd.penalised import HINGE
from manyclass.methods.base.sgd.steps import steps

# So that a copy of them is small beside X.
ROWS_AT_A_TIME = 512


def confusion(X, Y, train, valid, step: float, seed: np.random.SeedSequence, n_jobs: int | None) -> sp.csr_array:
    """Held-out samples by class and by the class of the highest score.

    Each class has its own binary SVM with a threshold, trained by a step of constant size η for each training sample;
    it is the mean over these steps. The document says neither.

    Parameters
    ----------
    X : ndarray or csr_array (n, d) of float32
    Y : csr_array (n, G)
        One class a sample.
    train, valid : ndarray of int
        Rows to train on, and rows held out.
    step : float
        η.
    seed : SeedSequence
        Order of the training samples.
    n_jobs : int or None
        Threads, with the same result whatever their number.

    Returns
    -------
    csr_array (G, G) of int64
        Rows are the given classes.
    """
    n_classes = Y.shape[1]
    order = np.random.default_rng(seed).permutation(train).astype(np.int32)
    rows, size = rows_of(X), (n_classes, X.shape[1])
    model = (panels if sp.issparse(X) else penalised)(*size, constant=1.0, penalty=0.0, average=True)
    pass_on_all(rows, labels_of(Y), model, HINGE, steps(step, "fixed"), order, n_jobs)
    given = highest(X, valid, vectors_of(model), biases_of(model))
    ones = np.ones(len(valid), np.int64)
    return sp.csr_array((ones, (Y[valid].indices, given)), shape=(n_classes, n_classes))


def highest(X, rows, w: np.ndarray, bias: np.ndarray | float = 0.0) -> np.ndarray:
    """For some rows of X (n, d), which of the weights (Q, d) score highest: int64 (r,)."""
    best = np.empty(len(rows), np.int64)
    for first in range(0, len(rows), ROWS_AT_A_TIME):
        some = slice(first, first + ROWS_AT_A_TIME)
        best[some] = (X[rows[some]] @ w.T + bias).argmax(axis=1)
    return best
