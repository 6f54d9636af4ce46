"""Verdicts: against SciPy's t tests, at the ends of ranges, with failures and with few draws."""

import json

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from manyclass.protocol.claims import claim
from manyclass.protocol.claims.claim import Claim
from manyclass.protocol.claims.interval import ERROR, interval, p_values

VALUES = st.lists(st.floats(-5, 5), min_size=3, max_size=8)
ENDS = st.floats(-6, 6)


def one_sided(values, end, alternative):
    return stats.ttest_1samp(values, end, alternative=alternative).pvalue


@given(VALUES)
def test_interval_is_that_of_the_t_test(values):
    assume(np.std(values) > 1e-3)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    mean, low, high = interval(np.array(values))
    np.testing.assert_allclose([mean, low, high], [np.mean(values), *expected], rtol=1e-9, atol=1e-9)


@given(VALUES, ENDS, ENDS)
def test_p_values_are_those_of_one_sided_t_tests_at_both_ends(values, low, high):
    assume(np.std(values) > 1e-3 and low < high)
    inside, outside = p_values(values, low, high)
    np.testing.assert_allclose(inside, max(one_sided(values, low, "greater"), one_sided(values, high, "less")))
    np.testing.assert_allclose(outside, min(one_sided(values, low, "less"), one_sided(values, high, "greater")))


@given(VALUES, st.floats(0.1, 6))
def test_an_equivalence_is_two_one_sided_tests(values, margin):
    assume(np.std(values) > 1e-3)
    zeros = np.zeros(len(values))
    p = max(one_sided(values, -margin, "greater"), one_sided(values, margin, "less"))
    assume(abs(p - ERROR) > 1e-6)
    made = claim.equivalent("alike", "no difference", values, zeros, margin)
    np.testing.assert_allclose(made.p_inside, p)
    assert (made.verdict == "reproduced") == (p < ERROR)
    assert (made.scale, made.range_low, made.range_high) == ("difference", -margin, margin)


@given(VALUES, ENDS, ENDS)
def test_the_verdict_is_that_of_the_interval(values, low, high):
    assume(np.std(values) > 1e-3 and low < high)
    made = claim.between("s", "in a range", values, low, high)
    assume(min(abs(p - ERROR) for p in (made.p_inside, made.p_outside)) > 1e-6)
    _, lower, upper = stats.ttest_1samp(values, 0).confidence_interval(0.95)[0], *interval(values)[1:]
    inside, outside = low < lower and upper < high, upper <= low or lower >= high
    assert made.verdict == ("reproduced" if inside else "not reproduced" if outside else "undecided")


@given(VALUES, VALUES)
def test_order_agrees_with_the_paired_t_test_and_flips_with_it(a, b):
    n = min(len(a), len(b))
    a, b = np.array(a[:n]), np.array(b[:n])
    assume(np.std(a - b) > 1e-3)
    p = stats.ttest_rel(a, b).pvalue
    assume(abs(p - 0.05) > 1e-6)
    flipped = {"reproduced": "not reproduced", "not reproduced": "reproduced", "undecided": "undecided"}
    verdict = claim.greater("s", "a is better", a, b).verdict
    expected = "undecided" if p > 0.05 else "reproduced" if np.mean(a) > np.mean(b) else "not reproduced"
    assert verdict == expected
    assert claim.greater("s", "b is better", b, a).verdict == flipped[verdict]


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([1.3, 1.4, 1.5], "reproduced"),
        ([2.3, 2.4, 2.5], "not reproduced"),
        ([0.1, 0.2, 0.3], "not reproduced"),
        ([0.9, 1.0, 1.1], "undecided"),
        ([1.5, 1.5, 1.5], "reproduced"),
        ([1.0, 1.0, 1.0], "not reproduced"),
        ([0.3 + 0.6, 0.9, 0.9], "not reproduced"),
    ],
)
def test_between_wants_the_whole_interval_inside(values, verdict):
    assert claim.between("s", "in (1, 2)", values, 1, 2).verdict == verdict


def test_equal_methods_are_in_no_order_and_equivalent():
    equal = [0.1, 0.1, 0.1]
    assert claim.greater("s", "a > b", equal, equal).verdict == "not reproduced"
    assert claim.equivalent("s", "a = b", equal, equal, 0.01).verdict == "reproduced"


def test_what_rounding_could_turn_is_undecided():
    nearly = np.full(5, 0.1 + 0.2)  # the next number above .3
    assert claim.between("s", "above", nearly, 0.3, 1).verdict == "undecided"
    assert claim.between("s", "below", nearly, 0, 0.3).verdict == "undecided"
    assert claim.judge(ERROR * (1 - 1e-7), 0.9) == "undecided"
    assert claim.judge(ERROR * (1 - 1e-5), 0.9) == "reproduced"
    assert claim.judge(0.9, ERROR * (1 - 1e-7)) == "undecided"
    assert claim.judge(0.9, ERROR * (1 - 1e-5)) == "not reproduced"


A_LITTLE_MORE, A_LITTLE_LESS = np.full(3, 0.1 + 0.2), np.full(3, 0.3)  # neighbours


@pytest.mark.parametrize("times", [1e-3, 1.0, 1e6])
def test_a_difference_of_pure_rounding_is_in_no_order(times):
    a, b = times * A_LITTLE_MORE, times * A_LITTLE_LESS
    assert (a > b).all()
    for first, second in ((a, b), (b, a)):
        made = claim.greater("s", "more", first, second)
        assert (made.verdict, made.p_inside, made.p_outside) == ("undecided", 1, 1)
        assert claim.equivalent("s", "alike", first, second, 1e-3 * times).verdict == "reproduced"
        assert claim.ratio("s", "more", first, second, 1, np.inf).verdict == "undecided"
        assert claim.ratio("s", "alike", first, second, 0.999, 1.001).verdict == "reproduced"
    apart = claim.greater("s", "more by a millionth", a * (1 + 1e-6), b)
    assert apart.verdict == "reproduced"
    assert claim.ratio("s", "more by a millionth", a * (1 + 1e-6), b, 1, np.inf).verdict == "reproduced"


def test_an_end_that_a_difference_misses_by_rounding_is_not_decided():
    """The difference is .1 but for the rounding of three hundred."""
    a, b = np.full(3, 300.1), np.full(3, 300.0)
    assert 1e-14 < abs(a - b - 0.1)[0] < 1e-12
    assert claim.equivalent("s", "alike", a, b, 0.1).verdict == "undecided"
    assert claim.equivalent("s", "alike", a, b, 0.2).verdict == "reproduced"


def test_differences_that_are_rounding_in_each_draw_are_no_constant_gain():
    """Each draw's is another one, all above 0; so are the logarithms of the ratios."""
    a = np.array([0.5, 0.25, 1.0, 0.7])
    b = np.nextafter(a, 0)
    assert (a > b).all() and np.ptp(a - b) > 0
    for made in (claim.greater("s", "more", a, b), claim.ratio("s", "more", a, b, 1, np.inf)):
        assert (made.verdict, made.p_inside, made.p_outside) == ("undecided", 1, 1)
        assert made.low == made.mean == made.high


@pytest.mark.parametrize("failed", [np.nan, np.inf])
def test_a_failure_says_nothing_of_what_is_rounding(failed):
    made = claim.greater("s", "more", [1.0, 1.1, 1.2, failed], [0.5, 0.7, 0.6, 1.0])
    assert made.low < made.mean < made.high
    made = claim.greater("s", "more", [*A_LITTLE_MORE, failed], [*A_LITTLE_LESS, 0.3])
    assert made.low == made.mean == made.high


def test_what_is_computed_holds_or_does_not():
    assert claim.exact("s", "2 is 2", True, "2") == Claim("s", "2 is 2", "", "2", 0.0, 1.0)
    assert claim.exact("s", "2 is 2", True, "2").verdict == "reproduced"
    assert claim.exact("s", "2 is 3", False, "2", printed="3").verdict == "not reproduced"


@pytest.mark.parametrize("values", [[], [1.5], [1.5, 1.5], [1.5, 1.5, np.nan, np.inf]])
def test_fewer_than_three_draws_say_nothing_and_are_counted(values):
    made = claim.between("s", "in (1, 2)", values, 1, 2)
    assert made.verdict == "undecided"
    assert (made.p_inside, made.p_outside) == (1, 1)
    assert np.isnan([made.low, made.high]).all()
    number = np.isfinite(values).sum()
    of = f"{number} of {len(values)}" if number < len(values) else f"{number}"
    assert made.measured == f"{'1.5' if number else '–'} ({of} draws)"
    assert made.n == number


@pytest.mark.parametrize("missing", [np.nan, np.inf, -np.inf])
def test_with_a_failure_the_mean_of_the_others_is_told_and_decides_nothing(missing):
    for a in ([2, 2.1, missing, 2.2], [0, 0.1, missing, 0.2]):
        made = claim.greater("s", "a > b", a, [1, 1, 1, 1])
        assert made.verdict == "undecided"
        assert (made.p_inside, made.p_outside) == (1, 1)
        assert "3 of 4 draws" in made.measured
        assert made.n == 3
        others = claim.greater("s", "a > b", np.delete(a, 2), [1, 1, 1])
        assert (made.mean, made.low, made.high) == (others.mean, others.low, others.high)
        assert others.verdict != "undecided"


def test_ratio_is_tested_on_its_logarithm():
    b = np.array([1.0, 2.0, 4.0])
    made = claim.ratio("s", "2–4 times", [3.0, 6.1, 11.9], b, 2, 4)
    assert made.verdict == "reproduced"
    logs = np.log([3.0, 3.05, 2.975])
    expected = np.exp([np.mean(logs), *stats.ttest_1samp(logs, 0).confidence_interval(0.95)])
    np.testing.assert_allclose([made.mean, made.low, made.high], expected)
    assert (made.range_low, made.range_high, made.scale) == (2, 4, "ratio")
    np.testing.assert_allclose(
        made.p_inside, max(one_sided(logs, np.log(2), "greater"), one_sided(logs, np.log(4), "less"))
    )
    assert claim.ratio("s", "2–4 times", 5 * b, b, 2, 4).verdict == "not reproduced"
    assert claim.ratio("s", "2–4 times", 2.05 * b * [0.9, 1, 1.1], b, 2, 4).verdict == "undecided"
    assert claim.ratio("s", "at least 90 %", b, b, 0.9, np.inf).measured == "×1 [×1, ×1] (3 draws)"
    assert claim.ratio("s", "at most", b, b, 0, 2).verdict == "reproduced"


def test_a_draw_with_a_zero_has_no_ratio():
    made = claim.ratio("s", "2–4 times", [3.0, 3.0, 3.0], [1.0, 0.0, 1.0], 2, 4)
    assert made.verdict == "undecided"
    assert made.measured == "×3 (2 of 3 draws)"
    assert made.mean == pytest.approx(3)


def test_numbers_are_written_as_asked():
    points = claim.greater("s", "a > b", [0.0, 1, 2, 3], 0, show="{:+.1f} points".format, unit="data sets")
    assert points.measured == "+1.5 points [-0.6 points, +3.6 points] (4 data sets)"
    factor = claim.ratio("s", "twice", np.exp([0.0, 1, 2, 3]), 1.0, 1, np.inf)
    assert factor.measured.startswith("×4.48 [")  # e to the 1.5


@pytest.mark.parametrize("ends", [(2, 1), (1, 1), (np.nan, 1)])
def test_an_empty_range_is_refused(ends):
    with pytest.raises(ValueError, match="the-id: in a range: .* is no range"):
        claim.between("the-id", "in a range", [1, 2, 3], *ends)
    with pytest.raises(ValueError, match="is no range"):
        claim.equivalent("s", "alike", [1, 2, 3], 0, -1)
    with pytest.raises(ValueError, match="is no range"):
        claim.ratio("s", "ratio", [1, 2, 3], 1, -1, 2)


def test_claims_survive_their_file():
    made = [
        claim.between("s", "√2", [1, 2, np.nan], 0, np.inf, on="web21k", printed="√2", printed_value=2**0.5),
        claim.ratio("s", "r", [1.0, 2.0, 3.1], [1.0, 1.1, 1.3], 0, 3, on=("a", "b"), printed_value=2),
        claim.exact("s", "x", False, "1"),
    ]
    text = claim.dumps(made)
    back = claim.loads(text)
    assert claim.dumps(back) == text
    assert [each.verdict for each in back] == [each.verdict for each in made]
    assert back[0].on == ("web21k",) and back[1] == made[1]
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
