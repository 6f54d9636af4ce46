"""The smoother, against averages taken point by point and against functions known."""

import numpy as np
import pytest
from scipy.integrate import dblquad, quad
from scipy.stats import norm, qmc
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from manyclass.exhibits.smoother import (
    LENGTH,
    NOISE,
    VARIANCE,
    Smoother,
    _posterior,
    mean_covariance,
    mean_variance,
)

PLACES = qmc.Sobol(3, rng=np.random.default_rng(0)).random(64)


def response(x):
    return 1 + 2 * x[:, 0] + np.sin(3 * x[:, 1])


@pytest.fixture(scope="module")
def smoother():
    noise = 0.05 * np.random.default_rng(1).standard_normal(len(PLACES))
    return Smoother(PLACES, response(PLACES) + noise)


@pytest.mark.parametrize("length", [0.1, 0.7, 30.0])
def test_means_of_the_covariance_are_integrals(length):
    def covariance(u, v):
        return np.exp(-0.5 * ((u - v) / length) ** 2)

    assert mean_covariance(0.3, length) == pytest.approx(quad(covariance, 0, 1, args=(0.3,))[0], rel=1e-9)
    assert mean_variance(length) == pytest.approx(dblquad(covariance, 0, 1, 0, 1)[0], rel=1e-7)


def test_the_effect_of_all_causes_is_the_process_itself(smoother):
    """The mean over no other cause; and the mean of it over a cause is the effect of the others."""
    line = (np.arange(400) + 0.5) / 400
    at = np.column_stack([np.full(400, 0.2), np.full(400, 0.6), line])
    whole, _ = smoother.effect([0, 1, 2], at)
    assert smoother.effect([0, 1], [[0.2, 0.6]])[0] == pytest.approx(whole.mean(), abs=1e-4)
    assert smoother.effect([1, 0], [[0.6, 0.2]])[0] == pytest.approx(whole.mean(), abs=1e-4)


def test_effects_of_a_known_function(smoother):
    at = np.linspace(0, 1, 7)[:, None]
    truth = 2 + 2 * at[:, 0] - 1 + (1 - np.cos(3)) / 3
    mean, deviation = smoother.effect([0], at)
    assert (np.abs(mean - truth) < 3 * deviation).all()
    assert deviation.max() < 0.1
    nothing = smoother.effect([2], at)[0]
    assert np.ptp(nothing) < 0.1


def test_bands_of_two_deviations_hold_most_effects():
    """Effects at both ends of five causes, of which three have one, where noise is as large: some nine of ten."""
    slopes, inside = np.array([0.6, -0.3, 0.4, 0.0, 0.0]), []
    for draw in range(8):
        places = qmc.Sobol(5, rng=np.random.default_rng(draw)).random(32)
        values = places @ slopes + 0.4 * np.random.default_rng(100 + draw).standard_normal(len(places))
        smoother = Smoother(places, values)
        for cause, slope in enumerate(slopes):
            mean, deviation = smoother.effect([cause], [[0.0], [1.0]])
            truth = slopes.sum() / 2 + slope * np.array([-0.5, 0.5])
            inside += (np.abs(mean - truth) < 2 * deviation).tolist()
    assert np.mean(inside) > 0.85


def test_parameters_are_drawn_from_their_posterior():
    """Its density, against scikit-learn's marginal likelihood and normal priors; and the draws' mean, by a grid."""
    places, values = PLACES[:12, :1], np.sin(6 * PLACES[:12, 0])
    values = (values - values.mean()) / values.std()
    squares, centre = (places[:, None] - places) ** 2, np.r_[VARIANCE, LENGTH, NOISE]
    kernel = ConstantKernel(1.0) * RBF(1.0) + WhiteKernel(1.0)
    process = GaussianProcessRegressor(kernel, optimizer=None).fit(places, values)
    densities = []
    for at in (centre, np.array([0.3, -1.2, -3.0]), np.array([-1.0, 0.5, 0.2])):
        ours, _ = _posterior(at, centre, squares, values)
        densities.append(ours - process.log_marginal_likelihood(at) - norm.logpdf(at, centre).sum())
    assert densities == pytest.approx([densities[0]] * 3)


def test_far_from_all_points_nothing_is_known():
    """Points that crowd in a corner: the uncertainty of an effect grows away from it."""
    places = 0.2 * PLACES
    smoother = Smoother(places, np.sin(20 * places[:, 0]))
    _, deviation = smoother.effect([0], [[0.1], [0.9]])
    assert deviation[1] > 3 * deviation[0]


def test_failures_are_left_out():
    values = response(PLACES)
    values[:5] = np.nan
    with_failures, without = Smoother(PLACES, values), Smoother(PLACES[5:], values[5:])
    assert with_failures.effect([0], [[0.5]]) == without.effect([0], [[0.5]])
    with pytest.raises(ValueError, match="1 points cannot be smoothed"):
        Smoother(PLACES, np.where(np.arange(len(PLACES)) == 3, 1.0, np.nan))
