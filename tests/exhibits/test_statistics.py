"""Intervals and similarity over seeds, against SciPy's t interval and chi-square test."""

import numpy as np
import pytest
from scipy import stats

from manyclass.exhibits import statistics
from manyclass.protocol.claims.interval import FEWEST


def test_bands_are_t_intervals_of_what_there_is():
    values = np.random.default_rng(0).normal(size=5)
    few = np.where(np.arange(5) < FEWEST - 1, values, np.nan)
    found = statistics.band([values, few, np.full(5, np.nan)])
    expected = stats.t.interval(0.95, 4, values.mean(), stats.sem(values))
    np.testing.assert_allclose(found[:, 0], [values.mean(), *expected])
    np.testing.assert_allclose(found[:, 1], np.nanmean(few))
    assert np.isnan(found[:, 2]).all()
    assert statistics.band([np.full(5, np.nan)]) is None
    assert statistics.band(np.array([]).T) is None
    assert statistics.spread(np.full(5, np.nan)) is None
    assert statistics.spread(few)[2:] == (FEWEST - 1, 5)


@pytest.mark.parametrize(("right_a", "right_b", "n_a", "n_b"), [(50, 70, 500, 500), (12, 300, 90, 2000)])
def test_standard_errors_are_the_root_of_chi_square(right_a, right_b, n_a, n_b):
    counts = [[right_a, n_a - right_a], [right_b, n_b - right_b]]
    chi_square = stats.chi2_contingency(counts, correction=False).statistic
    apart = statistics.errors_apart([right_a / n_a], [right_b / n_b], n_a, n_b)
    assert apart[0] ** 2 == pytest.approx(chi_square)
    assert np.sign(apart[0]) == np.sign(right_a / n_a - right_b / n_b)


def test_equal_accuracies_are_no_errors_apart_and_failures_stay_failures():
    np.testing.assert_array_equal(statistics.errors_apart([0.1, 0.0, np.nan], [0.1, 0.0, 0.2], 9, 9), [0, 0, np.nan])
