"""Which classes one-vs-all classifiers confuse, after one pass (Bengio, Weston & Grangier 2010)."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.common.discriminants import Averaged
from manyclass.kernels.common.labels import InOrder
from manyclass.kernels.common.rows import WithConstant
from manyclass.kernels.sgd.linear import Linear
from manyclass.kernels.sgd.negative_sampling import AllClasses
from manyclass.kernels.sgd.one_vs_rest import epoch
from manyclass.methods.base.samples import labels_of, rows_of
from manyclass.methods.base.sgd.penalised import HINGE, unsigned
from manyclass.methods.base.sgd.steps import accumulators, steps

# So that a copy of them is small beside X.
ROWS_AT_A_TIME = 512


def confusion(X, Y, train, valid, step: float, seed: np.random.SeedSequence) -> sp.csr_array:
    """Held-out samples by class and by the class of the highest score.

    Each class has its own binary SVM with a threshold, trained by a step of constant size η for each training sample.

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

    Returns
    -------
    csr_array (G, G) of int64
        Rows are the given classes.
    """
    n_classes = Y.shape[1]
    labels = InOrder(*labels_of(Y), np.random.default_rng(seed).permutation(train), np.zeros(1, np.int64))
    # The threshold is the weight of a constant feature, the last.
    model = Averaged(*np.zeros((2, n_classes, X.shape[1] + 1), np.float32), np.zeros(n_classes, np.int64))
    with_constant = WithConstant(unsigned(rows_of(X)), np.float32(1))
    unused = np.zeros(4, np.uint64)
    learner = Linear(model, accumulators(n_classes, "fixed"))
    epoch(with_constant, labels, learner, HINGE, steps(step, "fixed"), AllClasses(), 0, unused)
    mean = model.beta - model.moved / len(train)
    given = highest(X, valid, mean[:, :-1], mean[:, -1])
    ones = np.ones(len(valid), np.int64)
    return sp.csr_array((ones, (Y[valid].indices, given)), shape=(n_classes, n_classes))


def highest(X, rows, w: np.ndarray, bias: np.ndarray | float = 0.0) -> np.ndarray:
    """For some rows of X (n, d), which of the weights (Q, d) score highest: int64 (r,)."""
    best = np.empty(len(rows), np.int64)
    for first in range(0, len(rows), ROWS_AT_A_TIME):
        some = slice(first, first + ROWS_AT_A_TIME)
        best[some] = (X[rows[some]] @ w.T + bias).argmax(axis=1)
    return best
