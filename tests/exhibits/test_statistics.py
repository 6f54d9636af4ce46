"""Intervals over draws, against SciPy's t interval, and where a curve first reaches a level."""

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
    assert statistics.mean_interval(np.full(5, np.nan)) is None
    assert statistics.mean_interval(few)[2:] == (FEWEST - 1, 5, "")


def test_over_splits_of_one_set_they_are_wider_by_the_correction():
    values, overlap = np.random.default_rng(0).normal(size=5), 0.25
    half = stats.t.isf(0.025, 4) * np.sqrt((1 / 5 + overlap) * values.var(ddof=1))
    np.testing.assert_allclose(statistics.mean_interval(values, overlap=overlap)[:2], [values.mean(), half])
    found = statistics.band([values], overlap)
    np.testing.assert_allclose(found[:, 0], values.mean() + np.array([0, -half, half]))


def test_the_best_on_validation_is_taken_draw_by_draw_and_the_first_of_equals():
    valid = [[0.1, 0.9, 0.5], [0.2, 0.3, 0.5], [-np.inf, 0.3, 0.1]]
    values = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [np.nan, 8.0, 9.0]]
    np.testing.assert_array_equal(statistics.best_by(valid, values), [4.0, 2.0, 3.0])


def test_where_one_has_failed_on_validation_none_is_known_to_be_the_best():
    taken = statistics.best_by([[0.1, 0.2], [np.nan, 0.3]], [[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(taken, [np.nan, 4.0])


@pytest.mark.parametrize(
    ("y", "level", "x"),
    [
        ([0, 0.2, 0.4], 0.1, 0.5),
        ([0, 0.2, 0.4], 0.2, 1),
        ([0, 0.4, 0.4], 0.2, 0.5),
        ([0, 0.1, 0.4], 0.2, 2),
        ([0, 0.3, 0.2], 0.1, 1 / 3),
        ([0, 0.2, 0.1], 0.25, 4),  # never
        ([0, 0.1, 0.2], 0, 0),
        ([0, 0.1, np.nan], 0.1, 1),
        ([0, 0.1, 0.2], np.nan, np.nan),
    ],
)
def test_a_level_is_first_reached_between_two_points(y, level, x):
    np.testing.assert_allclose(statistics.first_reached([0, 1, 4], y, level), x)


def test_a_gain_is_percent_of_what_is_not_zero():
    np.testing.assert_allclose(statistics.ratio([3, 1, 2, 1], [2, 0, np.nan, -1]), [1.5, np.nan, np.nan, np.nan])
    np.testing.assert_allclose(statistics.gain([3.0, 1.0], [2.0, 0.0]), [50, np.nan])
    assert statistics.gain(8.2, 8.0) == pytest.approx(2.5)
    assert np.isnan(statistics.gain(8.2, None))
