"""Verdicts: against SciPy's t test, at the ends of ranges, with failures and with few seeds."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from manyclass.protocol.claims import claim
from manyclass.protocol.claims.interval import interval

VALUES = st.lists(st.floats(-5, 5), min_size=3, max_size=8)


@given(VALUES)
def test_interval_is_that_of_the_t_test(values):
    assume(np.std(values) > 1e-3)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    mean, low, high = interval(np.array(values))
    np.testing.assert_allclose([mean, low, high], [np.mean(values), *expected], rtol=1e-9, atol=1e-9)


@given(VALUES, VALUES)
def test_order_agrees_with_the_paired_t_test_and_flips_with_it(a, b):
    n = min(len(a), len(b))
    a, b = np.array(a[:n]), np.array(b[:n])
    assume(np.std(a - b) > 1e-3)
    p = stats.ttest_rel(a, b).pvalue
    assume(abs(p - 0.05) > 1e-6)
    flipped = {"reproduced": "not reproduced", "not reproduced": "reproduced", "inconclusive": "inconclusive"}
    verdict = claim.greater("a is better", a, b).verdict
    expected = "inconclusive" if p > 0.05 else "reproduced" if np.mean(a) > np.mean(b) else "not reproduced"
    assert verdict == expected
    assert claim.greater("b is better", b, a).verdict == flipped[verdict]


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([1.3, 1.4, 1.5], "reproduced"),
        ([2.3, 2.4, 2.5], "not reproduced"),
        ([0.1, 0.2, 0.3], "not reproduced"),
        ([0.9, 1.0, 1.1], "inconclusive"),
        ([1.5, 1.5, 1.5], "reproduced"),
        ([1.0, 1.0, 1.0], "not reproduced"),
    ],
)
def test_between_wants_the_whole_interval_inside(values, verdict):
    assert claim.between("in (1, 2)", values, 1, 2).verdict == verdict


def test_what_is_computed_holds_or_does_not():
    assert claim.exact("2 is 2", True, "2") == claim.Claim("2 is 2", "", "2", "reproduced")
    assert claim.exact("2 is 3", False, "2", printed="3") == claim.Claim("2 is 3", "3", "2", "not reproduced")


@pytest.mark.parametrize("values", [[], [1.5], [1.5, 1.5], [1.5, 1.5, np.nan, np.inf]])
def test_fewer_than_three_seeds_say_nothing_and_are_counted(values):
    made = claim.between("in (1, 2)", values, 1, 2)
    assert made.verdict == "inconclusive"
    number = np.isfinite(values).sum()
    of = f"{number} of {len(values)}" if number < len(values) else f"{number}"
    assert made.measured == f"{'1.5' if number else '–'} ({of} seeds)"


def test_failures_are_left_out_and_counted():
    made = claim.greater("a > b", [2, 2.1, np.nan, 2.2], [1, 1, 1, 1])
    assert made.verdict == "reproduced"
    assert "3 of 4 seeds" in made.measured


def test_ratio_is_tested_on_its_logarithm():
    b = np.array([1.0, 2.0, 4.0])
    assert claim.ratio("2–4 times", [3.0, 6.1, 11.9], b, 2, 4).verdict == "reproduced"
    assert claim.ratio("2–4 times", 5 * b, b, 2, 4).verdict == "not reproduced"
    assert claim.ratio("2–4 times", 2.05 * b * [0.9, 1, 1.1], b, 2, 4).verdict == "inconclusive"
    assert claim.ratio("at least 90 %", b, b, 0.9, np.inf).measured == "×1 [×1, ×1] (3 seeds)"
    assert claim.ratio("at most", b, b, 0, 2).verdict == "reproduced"


def test_ratio_with_a_zero_is_left_out():
    made = claim.ratio("2–4 times", [3.0, 3.0, 3.0], [1.0, 0.0, 1.0], 2, 4)
    assert made.verdict == "inconclusive"
    assert made.measured == "×3 (2 of 3 seeds)"


def test_numbers_are_written_as_asked():
    points = claim.greater("a > b", [0.0, 1, 2, 3], 0, show="{:+.1f} points".format, unit="data sets")
    assert points.measured == "+1.5 points [-0.6 points, +3.6 points] (4 data sets)"
    factor = claim.ratio("twice", np.exp([0.0, 1, 2, 3]), 1.0, 1, np.inf)
    assert factor.measured.startswith("×4.48 [")  # e to the 1.5
