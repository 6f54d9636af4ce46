"""Tests of a mean difference, against SciPy's paired t test, closed forms, quadrature and simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from manyclass.exhibits.differences import mean_difference, p_value, practical
from manyclass.protocol.claims.interval import interval

LEAST = 1e-9
values = st.lists(st.floats(-50, 50, width=32), min_size=3, max_size=12).filter(lambda each: np.ptp(each) > 0.1)
overlaps = st.floats(0, 2)


@given(values)
def test_without_overlap_it_is_the_paired_t_test(differences):
    believed = mean_difference(differences, LEAST)
    expected = stats.ttest_rel(differences, np.zeros(len(differences)))
    assert p_value(believed) == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    np.testing.assert_allclose(believed.interval(0.95), expected.confidence_interval(0.95), rtol=1e-6, atol=1e-9)


@given(values, overlaps)
def test_the_correction_is_that_of_nadeau_and_bengio(differences, overlap):
    n, mean, s = len(differences), np.mean(differences), np.std(differences, ddof=1)
    t = mean / np.sqrt((1 / n + overlap) * s**2)
    assert p_value(mean_difference(differences, LEAST, overlap)) == pytest.approx(2 * stats.t.sf(abs(t), n - 1))
    half = stats.t.isf(0.025, n - 1) * np.sqrt((1 / n + overlap) * s**2)
    np.testing.assert_allclose(interval(differences, overlap=overlap), [mean, mean - half, mean + half], atol=1e-9)


@given(values, overlaps, st.floats(0, 20))
def test_the_probabilities_are_areas_below_students_density(differences, overlap, within):
    believed = mean_difference(differences, LEAST, overlap)
    found = practical(believed, within)
    assert sum(found) == pytest.approx(1)
    inside, _ = integrate.quad(believed.pdf, -within, within, points=[believed.mean()], limit=500)
    assert found.equal == pytest.approx(inside, abs=1e-5)
    mirrored = practical(mean_difference([-each for each in differences], LEAST, overlap), within)
    assert mirrored == pytest.approx(found[::-1])


def test_the_correlated_t_test_of_a_cross_validation_is_a_case():
    """Corani and Benavoli's posterior variance of k folds, (1/k + ρ/(1 - ρ)) s² with ρ = 1/k."""
    differences, k = np.random.default_rng(1).normal(0.5, 1, 10), 10
    rho = 1 / k
    expected = stats.t(k - 1, differences.mean(), np.sqrt(1 / k + rho / (1 - rho)) * differences.std(ddof=1))
    found = practical(mean_difference(differences, LEAST, overlap=1 / (k - 1)), 0.2)
    np.testing.assert_allclose(found, [expected.sf(0.2), expected.cdf(0.2) - expected.cdf(-0.2), expected.cdf(-0.2)])


def test_equal_differences_are_no_proof():
    believed = mean_difference([0.5] * 4, 0.04, 0.25)
    assert believed.std() == pytest.approx(stats.t(3, 0.5, np.sqrt((1 / 4 + 0.25) * 0.04)).std())
    assert p_value(mean_difference(np.zeros(5), 0.01)) == 1


@pytest.mark.parametrize(("differences", "least", "says"), [([1.0], 1, "two or more"), ([1, 2], 0, "variance of 0")])
def test_nothing_is_made_certain(differences, least, says):
    with pytest.raises(ValueError, match=says):
        mean_difference(differences, least)


def test_intervals_over_splits_of_one_sample_cover_what_they_should():
    """Two predictors of equal expected loss: the mean of the training part, and a constant as far off as it."""
    rng = np.random.default_rng(0)
    covered, repeats, n, n_train, n_splits = np.zeros(2), 400, 60, 40, 10
    for _ in range(repeats):
        split = rng.permuted(np.tile(rng.normal(size=n), (n_splits, 1)), axis=1)
        train, test = split[:, :n_train], split[:, n_train:]
        gain = (test - train.mean(axis=1, keepdims=True)) ** 2 - (test - n_train**-0.5) ** 2
        for each, overlap in enumerate((0, (n - n_train) / n_train)):
            _, low, high = interval(gain.mean(axis=1), overlap=overlap)
            covered[each] += low < 0 < high
    plain, corrected = covered
    chance = stats.binom(repeats, 0.95)
    assert plain < chance.ppf(1e-6) < corrected
