"""How a response depends on its causes, from few and scattered points: a Gaussian process, and its means.

The effect of one cause or two is the mean of the process over all values of the others, each taken as uniform over its
range. For a squared exponential covariance, a product over the causes, it is an integral in closed form, and so is its
uncertainty.
"""

import warnings

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import erf
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

RESTARTS = 2  # of the fit of lengths and variances, which may have several optima
LENGTHS = (0.1, 100.0)  # in ranges of a cause; at the upper end it has no effect, or a linear one
VARIANCES = (1e-4, 1e2)  # of the process and of the noise, in those of the values


class Smoother:
    """A Gaussian process over the unit cube, fitted by its marginal likelihood (scikit-learn).

    Parameters
    ----------
    places : float64 (n, causes)
        Points, in shares of each cause's range.
    values : float64 (n,)
        The response at each; those that are not finite are left out.

    Raises
    ------
    ValueError
        If fewer than two values are finite.
    """

    def __init__(self, places, values):
        """Fit the process."""
        known = np.isfinite(values)
        if known.sum() < 2:
            raise ValueError(f"a response at {known.sum()} points cannot be smoothed; two are the least")
        places, values = np.asarray(places, dtype=float)[known], np.asarray(values, dtype=float)[known]
        self.places, self.centre, self.scale = places, values.mean(), values.std() or 1.0
        signal = ConstantKernel(1.0, VARIANCES) * RBF(np.ones(places.shape[1]), LENGTHS)
        process = GaussianProcessRegressor(
            signal + WhiteKernel(0.1, VARIANCES), n_restarts_optimizer=RESTARTS, random_state=0
        )
        with warnings.catch_warnings():  # a length at the end of its range is a cause without effect
            warnings.simplefilter("ignore", ConvergenceWarning)
            process.fit(places, (values - self.centre) / self.scale)
        signal = process.kernel_.k1
        self.variance, self.lengths = signal.k1.constant_value, np.atleast_1d(signal.k2.length_scale)
        self._factor, self._weights = process.L_, process.alpha_

    def effect(self, causes, at) -> tuple[np.ndarray, np.ndarray]:
        """Mean response where some causes have given values, over all values of the others.

        Parameters
        ----------
        causes : sequence of int
            Columns of the places.
        at : float64 (k, len(causes))
            Their values, in shares of each range.

        Returns
        -------
        mean, deviation : float64 (k,)
            Of the process, without its noise, and the standard deviation of that.
        """
        at = np.atleast_2d(np.asarray(at, dtype=float))
        near, spread = np.full((len(at), len(self.places)), self.variance), self.variance
        for cause, (length, known) in enumerate(zip(self.lengths, self.places.T)):
            if cause in causes:
                apart = at[:, [list(causes).index(cause)]] - known
                near *= np.exp(-0.5 * (apart / length) ** 2)
            else:
                near *= mean_covariance(known, length)
                spread *= mean_variance(length)
        explained = solve_triangular(self._factor, near.T, lower=True)
        variance = np.maximum(spread - (explained**2).sum(axis=0), 0)
        return self.centre + self.scale * (near @ self._weights), self.scale * np.sqrt(variance)


def mean_covariance(x, length) -> np.ndarray:
    """Mean of exp(-(u - x)² / 2 length²) over u in [0, 1], for each x."""
    width = length * np.sqrt(2)
    return length * np.sqrt(np.pi / 2) * (erf((1 - x) / width) + erf(x / width))


def mean_variance(length) -> float:
    """Mean of exp(-(u - v)² / 2 length²) over u and v in [0, 1]."""
    within = np.sqrt(2 * np.pi) * length * erf(1 / (length * np.sqrt(2)))
    return float(within + 2 * length**2 * np.expm1(-0.5 / length**2))
