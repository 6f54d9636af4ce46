"""Sums over pairs and the search for high ones, against NumPy."""

import numpy as np
import pytest
import scipy.sparse as sp

from manyclass.kernels.pairs.class_sums import add_pairs
from manyclass.kernels.pairs.exceeding import exceeding
from manyclass.methods.base.samples import rows_of

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_sums_of_pairs(form):
    X = (RNG.standard_normal((50, 6)) * (RNG.random((50, 6)) < 0.5)).astype(np.float32)
    A = RNG.standard_normal((50, 4)) * (RNG.random((50, 4)) < 0.5)
    sums = np.ones((4, 6))
    add_pairs(rows_of(form(X)), A[np.nonzero(A)], *np.nonzero(A), sums)
    np.testing.assert_allclose(sums, 1.0 + A.T @ X, rtol=1e-12)


@pytest.mark.parametrize("shares", [(0.0, 0.0), (0.0, 1.0), (0.25, 0.25)])
@pytest.mark.parametrize("level", [-np.inf, -1.0, 0.5, 2.0, 9.0])
def test_exceeding(level, shares):
    scores, moves = RNG.standard_normal((2, 70, 30))
    scores[::3, 5], scores[1, 7] = -np.inf, np.nan
    expected = np.flatnonzero(np.any([scores + share * moves > level for share in shares], axis=0))
    np.testing.assert_array_equal(exceeding(scores, moves, *shares, level), expected)
