"""Rows as kernels read them, of matrices with more values than int32 can number."""

import numpy as np
import pytest
import scipy.sparse as sp

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import squared_norm
from manyclass.methods.base.samples import MOST_VALUES, rows_of

LAST = 5  # values of the last row


@kernel
def compiled_squared_norm(rows, i):
    return squared_norm(rows, i)


@pytest.fixture
def large():
    """A matrix of two rows with 2³¹ + 4 values, all of them one number in memory."""
    n = MOST_VALUES + LAST
    X = sp.csr_array((2, 3), dtype=np.float32)
    X.data, X.indices = np.broadcast_to(np.float32(2), n), np.broadcast_to(np.int64(1), n)
    X.indptr = np.array([0, n - LAST, n])
    return X


def test_more_values_than_int32_numbers_are_neither_copied_nor_lost(large):
    rows = rows_of(large)
    assert rows.data is large.data and rows.indices is large.indices and rows.indptr is large.indptr
    assert compiled_squared_norm(rows, 1) == 4 * LAST


def test_indices_are_narrowed_wherever_int32_can_number_the_values():
    X = sp.csr_array(np.eye(3, dtype=np.float32))
    X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    rows = rows_of(X)
    assert rows.indices.dtype == rows.indptr.dtype == np.int32 and rows.data is X.data
