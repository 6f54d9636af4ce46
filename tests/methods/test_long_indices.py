"""Sparse samples whose values int32 cannot number: methods train on them as on others, here on a few of them.

Kernels are compiled for such indices by no other test, and methods of one base read rows by the same code: so one of
them stands for all.
"""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief, samples

from manyclass.methods.base import samples as reading
from manyclass.methods.base.sgd import chunks

X, Y = samples(n=80, d=6, n_classes=5, density=0.7)
SHORT, LONG = sp.csr_array(X), sp.csr_array(X)
LONG.indices, LONG.indptr = LONG.indices.astype(np.int64), LONG.indptr.astype(np.int64)


def reader(cls):
    """What reads the rows in training: the pass, the ascent or all of it, its own or of its base."""
    return next(getattr(cls, name) for name in ("_epoch", "_ascent", "_passes") if hasattr(cls, name))


# The first of each reader. What trains another method reads by the other's.
READERS = [*{reader(cls): cls for cls in reversed(METHODS) if "estimator" not in cls().get_params()}.values()][::-1]


def scores(cls, rows, chunk_rows=None):
    estimator = brief(cls)
    for _ in estimator.passes(rows, Y, None, chunk_rows):
        pass
    return estimator.decision_function(rows)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("cls", READERS)
def test_training_is_the_same_with_indices_of_64_bits(cls, monkeypatch):
    expected = scores(cls, SHORT)
    monkeypatch.setattr(reading, "MOST_VALUES", 0)
    np.testing.assert_allclose(scores(cls, LONG), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("cls", [cls for cls in READERS if cls.in_chunks])
def test_chunks_of_them_have_indices_of_32_bits_and_train_to_the_same_bytes(cls, monkeypatch):
    expected, seen, read = scores(cls, SHORT, 20), [], chunks._read_sparse
    monkeypatch.setattr(reading, "MOST_VALUES", 0)
    monkeypatch.setattr(chunks, "_read_sparse", lambda *drawn: seen.append((drawn[0], read(*drawn))) or seen[-1][1])
    assert scores(cls, LONG, 20).tobytes() == expected.tobytes()
    for whole, chunk in seen:
        assert whole.indices.itemsize == whole.indptr.itemsize == 8
        assert chunk.indices.itemsize == chunk.indptr.itemsize == 4
    assert seen
