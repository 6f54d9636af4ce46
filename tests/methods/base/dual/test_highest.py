"""The largest of all pairs, against a sort of all of them."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from manyclass.methods.base.dual.highest import highest


@pytest.mark.parametrize("size", [1, 50, 400, 19_000, 20_000])
@pytest.mark.parametrize("kinds", [2, 30, 10**6], ids=["two values", "few values", "many values"])
def test_the_largest_and_of_equals_the_first(kinds, size):
    values = np.random.default_rng(size + kinds).integers(kinds, size=20_000).astype(float)
    values[::7] = -np.inf
    assert_array_equal(highest(values, size), np.lexsort((np.arange(len(values)), -values))[:size])


def test_where_the_spaced_values_mislead():
    values = np.zeros(6400)
    values[::64] = np.arange(100)  # all that are looked at lie far above the others
    assert_array_equal(highest(values, 300)[:99], 64 * np.arange(99, 0, -1))
    assert_array_equal(highest(values, 300)[99:], np.flatnonzero(values == 0)[:201])
