"""Dense and sparse rows: the same four operations, the same numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import compressed, dense, samples

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to, dot, squared_norm


@kernel
def compiled_dot(rows, i, w):
    return dot(rows, i, w)


@kernel
def compiled_add_to(rows, i, scale, w):
    return add_to(rows, i, scale, w)


@kernel
def compiled_squared_norm(rows, i):
    return squared_norm(rows, i)


@pytest.mark.parametrize("layout", [dense, compressed])
@given(
    d=st.integers(1, 300),
    density=st.sampled_from([1.0, 0.3, 0.0]),
    scale=st.floats(-4, 4),
    seed=st.integers(0, 99),
)
def test_operations_are_those_of_numpy(layout, d, density, scale, seed):
    X = samples(seed, 3, d, max(density, 1e-9))
    w = np.random.default_rng(seed).standard_normal(d).astype(np.float32)
    rows, x = layout(X), X[1].astype(np.float64)
    assert compiled_dot(rows, 1, w) == pytest.approx(x @ w, abs=1e-4)
    assert compiled_squared_norm(rows, 1) == pytest.approx(x @ x, abs=1e-4)
    moved = w.copy()
    assert compiled_add_to(rows, 1, np.float32(scale), moved) == pytest.approx(x @ w, abs=1e-4)
    np.testing.assert_allclose(moved, w + np.float32(scale) * X[1], atol=1e-4)


@pytest.mark.parametrize("layout", [dense, compressed])
def test_rows_stay_as_they_are(layout):
    X = samples(0, 4, 10)
    rows = layout(X.copy())
    compiled_add_to(rows, 2, np.float32(2), np.zeros(10, np.float32))
    np.testing.assert_array_equal(rows[0].reshape(4, 10), X)
