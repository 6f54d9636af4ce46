"""What float32 leaves of features: refused where it rounds away what one varies by."""

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.utils.sparsefuncs import mean_variance_axis

from manyclass.protocol.errors import DataError

LOST = 0.01  # of a feature's standard deviation: more must not be rounded away
NOISE = 1e-12  # of a feature's mean: what it varies by less than that is the rounding of float64 itself
AT_A_TIME = 2**20  # values


def check_rounding(X) -> None:
    """Refuse features that would lose what they vary by as float32, such as times in seconds since 1970.

    Parameters
    ----------
    X : ndarray or csr_array (n, d)
        Features of train that are not centred before they become float32.

    Raises
    ------
    DataError
        If rounding changes a feature by more than a hundredth of its standard deviation.
    """
    if X.dtype == np.float32:
        return
    mean, variance, rounded = _of_sparse(X) if issparse(X) else _of_columns(X)
    lost = (rounded > LOST**2 * variance) & (variance > (NOISE * mean) ** 2)
    if lost.any():
        raise DataError(
            f"feature {np.argmax(lost)} (from 0) varies so little, beside how large it is, that float32 rounds it away:"
            " subtract a number from it, leave it out, or where features are dense use scale standard"
        )


def _of_columns(X) -> tuple[np.ndarray, ...]:
    """Of each column the mean, the variance, and the variance of what rounding takes: float64 (d,) each."""
    width = max(1, AT_A_TIME // max(1, X.shape[0]))
    columns = (X[:, first : first + width] for first in range(0, X.shape[1], width))
    parts = [(some.mean(axis=0), some.var(axis=0), _taken(some).var(axis=0)) for some in columns]
    return tuple(map(np.concatenate, zip(*parts)))


def _of_sparse(X) -> tuple[np.ndarray, ...]:
    taken = csr_array((_taken(X.data), X.indices, X.indptr), shape=X.shape)
    return *mean_variance_axis(X, 0), mean_variance_axis(taken, 0)[1]


def _taken(values) -> np.ndarray:
    return values - values.astype(np.float32)
