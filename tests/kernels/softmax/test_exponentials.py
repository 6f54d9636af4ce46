"""Exponentials in float32 against NumPy's in float64."""

import numpy as np
import pytest

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.softmax import exponentials

BOUND = 2e-7  # argued in the docstring


@kernel
def exponentiated(z, top):
    return exponentials.exponentiate(z, top)


def grid():
    """Evenly spaced numbers, and those about the places where n changes."""
    halves = -(np.arange(126) + 0.5) * np.log(2)
    near = (halves[:, None] + np.linspace(-1e-5, 1e-5, 21)).ravel()
    return np.float32(
        np.concatenate([np.linspace(-87, 0, 1_000_003), near[near > -87], -np.logspace(-30, 0, 500), [0]])
    )


def test_relative_error_is_below_its_bound():
    x = grid()
    z = x.copy()
    total = exponentiated(z, np.float32(0))
    exact = np.exp(x.astype(float))
    assert np.abs(z / exact - 1).max() < BOUND
    assert total == pytest.approx(exact.sum(), rel=1e-4)


def test_beyond_the_range():
    z = np.float32([0, -87, -88, -1e30, -np.inf])
    exponentiated(z, np.float32(0))
    assert z[0] == 1
    assert z[1] == z[2] == z[3] == z[4] == pytest.approx(np.exp(-87), rel=BOUND)
    z = np.float32([0, np.nan, -1])
    assert np.isnan(exponentiated(z, np.float32(0)))
    assert np.isnan(z).tolist() == [False, True, False]


def test_scores_are_relative_to_the_largest():
    z = np.random.default_rng(0).normal(0, 50, 77).astype(np.float32)
    top = np.float32(exponentials.largest(z))
    assert top == z.max()
    differences = (z - top).astype(float)
    exponentiated(z, top)
    np.testing.assert_allclose(z, np.exp(np.maximum(differences, -87)), rtol=BOUND)


def test_without_compilation_the_same():
    for x in np.float32([0, -0.3, -1, -20.5, -86, -100]):
        compiled, plain = exponentials.exp_not_positive(x), exponentials.exp_not_positive.py_func(x)
        assert compiled == pytest.approx(plain, rel=BOUND)
