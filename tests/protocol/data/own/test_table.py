"""Samples and labels of any source: what is wrong with them, in one line."""

import numpy as np
import pytest
from own_data import one_line, sample
from scipy.sparse import csr_array

from manyclass.protocol.data.own import own_split
from manyclass.protocol.data.own.table import features
from manyclass.protocol.errors import DataError


def arrays_with(**changes):
    X, y = sample()
    return {"X": X, "y": y} | changes


def holed(value):
    X, _ = sample()
    X = X.astype(np.float64)
    X[17, 3] = value
    return X


WRONG_ARRAYS = {
    "NaN in sample 17, feature 3": arrays_with(X=holed(np.nan)),
    "infinite as float32 in sample 17, feature 3": arrays_with(X=holed(-np.inf)),
    "value that is infinite as float32": arrays_with(X=holed(1e300)),
    "X has values up to 3e+38, whose squares are infinite": arrays_with(X=holed(-3e38)),
    "y holds 2e+300: it must be whole numbers or names, and numbers so large are not told apart": arrays_with(
        y=np.where(np.arange(120) % 2, 1e300, 2e300)
    ),
    "y holds 18446744073709551615": arrays_with(y=np.where(np.arange(120) % 2, 1, 2**64 - 1).astype(np.uint64)),
    "X has shape (120,)": arrays_with(X=np.zeros(120)),
    "X has shape (120, 5, 1)": arrays_with(X=np.zeros((120, 5, 1))),
    "X has no features": arrays_with(X=np.zeros((120, 0))),
    "X has 120 samples and y has 119": arrays_with(y=np.arange(119) % 4),
    "X is not numeric: it holds complex128": arrays_with(X=np.zeros((120, 5), complex)),
    "there are no samples": arrays_with(X=np.zeros((0, 5)), y=np.zeros(0, int)),
    "pickled Python objects": arrays_with(y=np.array(["a", 1] * 60, dtype=object)),
    "there is one class only, 7": arrays_with(y=np.full(120, 7)),
    "1 of 5 classes with a single sample, such as 9": arrays_with(y=np.r_[9, np.arange(119) % 4]),
    "y holds 0.5: it must be whole numbers or names": arrays_with(y=np.arange(120) / 2),
    "y holds nan": arrays_with(y=np.where(np.arange(120) == 3, np.nan, np.arange(120) % 4)),
    "indicator of zeros and ones": arrays_with(y=np.arange(240).reshape(120, 2)),
    "sample 5 (from 0) has no label": arrays_with(y=np.where(np.arange(120)[:, None] == 5, 0, [[1, 0]])),
    "there is no array 'X': there are Z, y": {"Z": np.zeros((3, 3)), "y": np.zeros(3)},
    "X is no sparse matrix in csr form": {
        "X_data": np.ones(2),
        "X_indices": np.array([0, 9]),
        "X_indptr": np.array([0, 1, 2]),
        "X_shape": np.array([2, 3]),
        "y": np.arange(2),
    },
}


@pytest.mark.parametrize("says", WRONG_ARRAYS)
def test_wrong_arrays_are_refused_in_a_line(tmp_path, says):
    np.savez(tmp_path / "mine.npz", **WRONG_ARRAYS[says])
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, says)
    assert "mine.npz" in str(caught.value)


def test_sparse_nan_is_found(tmp_path):
    X = csr_array(np.eye(6))
    X.data[4] = np.nan
    members = {f"X_{m}": getattr(X, m) for m in ("data", "indices", "indptr", "shape")}
    np.savez(tmp_path / "mine.npz", y=np.arange(6) % 2, **members)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, "NaN in sample 4, feature 4")


@pytest.mark.parametrize("value", [-1, 2, 0.5, np.nan])
def test_a_sparse_indicator_of_anything_but_ones_is_refused(tmp_path, value):
    X, y = sample()
    Y = csr_array((np.ones(120), (np.arange(120), y)))
    Y.data[7] = value
    np.savez(tmp_path / "mine.npz", X=X, **{f"y_{m}": getattr(Y, m) for m in ("data", "indices", "indptr", "shape")})
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, "y has shape (120, 4): with two axes it must be an indicator of zeros and ones")


def test_what_is_stored_twice_of_a_sparse_cell_is_summed():
    once = csr_array(np.array([[3.0, 0, 1], [0, 2, 0]]))
    twice = csr_array((np.array([1.0, 1, 2, 2]), np.array([0, 2, 0, 1]), np.array([0, 3, 4])), shape=(2, 3))
    for array in (twice.data, twice.indices, twice.indptr):
        array.flags.writeable = False  # as those of a file that is mapped into memory
    X = features(twice)
    assert X.nnz == once.nnz and (X.toarray() == once.toarray()).all()
    unsorted = csr_array((np.array([1.0, 3, 2]), np.array([2, 0, 1]), np.array([0, 2, 3])), shape=(2, 3))
    assert features(unsorted).indices.tolist() == [2, 0, 1]
