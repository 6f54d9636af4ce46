"""The dual variables of the top-k SVM: none, those that are not zero, and all of them as a matrix."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.topk.duals import Duals


def zero_duals(n: int) -> Duals:
    """The dual variables of n samples, all zero."""
    start, used, unknown = np.zeros(n, np.int64), np.zeros(1, np.int64), np.full(n, -np.inf, np.float32)
    count, room, classes = (np.zeros(n, np.int32) for _ in range(3))
    return Duals(start, count, room, used, classes, np.zeros(n, np.float32), unknown)


def written_places(duals: Duals) -> tuple[np.ndarray, np.ndarray]:
    """The places (c,) of all non-zeros, sample by sample; those of sample i are starts[i] : starts[i + 1] of them."""
    starts = np.concatenate([[0], np.cumsum(duals.count, dtype=np.int64)])
    return np.arange(starts[-1]) + np.repeat(duals.start - starts[:-1], duals.count), starts


def dual_matrix(duals: Duals, y: np.ndarray, n_classes: int) -> sp.csr_array:
    """The dual variables A float64 (n, G): -x_i, and in the column of the sample's class their sum."""
    n, (places, starts) = len(y), written_places(duals)
    X = sp.csr_array((duals.values[places].astype(np.float64), duals.classes[places], starts), shape=(n, n_classes))
    return sp.csr_array((X.sum(axis=1), y, np.arange(n + 1)), shape=(n, n_classes)) - X
