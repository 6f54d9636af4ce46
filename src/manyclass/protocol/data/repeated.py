"""Samples that have the features of another: of those of test, what a method has seen in train."""

import numpy as np
import pandas as pd
from scipy.sparse import csr_array, issparse


def seen(split) -> int:
    """How many samples of test have the features of one in train."""
    return int(np.isin(keys(split.test.X), keys(split.train.X)).sum())


def keys(X) -> np.ndarray:
    """A number for each row of an ndarray or csr_array (n, d) that is equal for equal rows: uint64 (n,).

    Of different ones hardly ever: two of a million rows share one with a probability of 3e-8.
    """
    if not issparse(X):
        return _of_rows(pd.DataFrame(X))
    entries = _of_rows(pd.DataFrame({"feature": X.indices, "value": X.data}))
    return csr_array((entries, X.indices, X.indptr), shape=X.shape).sum(axis=1, dtype=np.uint64)


def _of_rows(table: pd.DataFrame) -> np.ndarray:
    return pd.util.hash_pandas_object(table, index=False).to_numpy()
