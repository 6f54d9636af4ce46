"""How a response depends on its causes, from few and scattered points: a Gaussian process, and its means.

The effect of one cause or two is the mean of the process over all values of the others, each taken as uniform over its
range. For a squared exponential covariance, a product over the causes, it is an integral in closed form, and so is its
uncertainty. Few points say little of the covariance itself, so that its parameters are drawn from their posterior: with
the most likely ones alone, a cause of which the points say little comes out as one without effect, and bands of two
standard deviations hold less than eight of ten effects.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular
from scipy.special import erf

# The logarithms of the parameters are normal a priori, with these means and a deviation of one: the variance of the
# process, the length of each cause, in its ranges, and the variance of the noise; both in variances of the values.
VARIANCE, LENGTH, NOISE = 0.0, 0.0, np.log(0.3)
# Steps of the Markov chain (Metropolis et al., 1953). In the first third the size of a step is fitted to an acceptance
# of ACCEPTED, which suits several parameters; of the rest every tenth is kept.
STEPS, KEPT_EVERY, ACCEPTED = 600, 10, 0.3


class Drawn(NamedTuple):
    """A process with parameters drawn from their posterior.

    Parameters
    ----------
    variance : float
        Of the process.
    lengths : float64 (causes,)
    factor : float64 (n, n)
        Cholesky factor, lower, of the values' covariance.
    weights : float64 (n,)
        That covariance's inverse times the values.
    """

    variance: float
    lengths: np.ndarray
    factor: np.ndarray
    weights: np.ndarray


class Smoother:
    """A Gaussian process over the unit cube, averaged over the posterior of its parameters.

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
        """Draw the parameters."""
        known = np.isfinite(values)
        if known.sum() < 2:
            raise ValueError(f"a response at {known.sum()} points cannot be smoothed; two are the least")
        places, values = np.asarray(places, dtype=float)[known], np.asarray(values, dtype=float)[known]
        self.places, self.centre, self.scale = places, values.mean(), values.std() or 1.0
        self.drawn = _draw((places[:, None] - places) ** 2, (values - self.centre) / self.scale)

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
        means, variances = np.array([self._effect(drawn, causes, at) for drawn in self.drawn]).swapaxes(0, 1)
        deviation = np.sqrt(variances.mean(axis=0) + means.var(axis=0))
        return self.centre + self.scale * means.mean(axis=0), self.scale * deviation

    def _effect(self, drawn, causes, at) -> tuple[np.ndarray, np.ndarray]:
        """Mean and variance of the effect for one choice of parameters, in units of the values."""
        near, spread = np.full((len(at), len(self.places)), drawn.variance), drawn.variance
        for cause, (length, known) in enumerate(zip(drawn.lengths, self.places.T)):
            if cause in causes:
                apart = at[:, [list(causes).index(cause)]] - known
                near *= np.exp(-0.5 * (apart / length) ** 2)
            else:
                near *= mean_covariance(known, length)
                spread *= mean_variance(length)
        explained = solve_triangular(drawn.factor, near.T, lower=True)
        return near @ drawn.weights, np.maximum(spread - (explained**2).sum(axis=0), 0)


def _draw(squares, values) -> list[Drawn]:
    """Parameters from their posterior, given squared distances (n, n, causes) and standardised values (n,)."""
    rng = np.random.default_rng(0)
    centre = np.r_[VARIANCE, np.full(squares.shape[2], LENGTH), NOISE]
    at, size, kept = centre, 0.5, []
    density, process = _posterior(at, centre, squares, values)
    for step in range(STEPS):
        proposed = at + size * rng.standard_normal(len(at))
        of_proposed = _posterior(proposed, centre, squares, values)
        taken = np.log(rng.random()) < of_proposed[0] - density
        if taken:
            at, (density, process) = proposed, of_proposed
        if step < STEPS // 3:
            size *= np.exp((taken - ACCEPTED) / 10)
        elif step % KEPT_EVERY == 0:
            kept.append(process)
    return kept


def _posterior(at, centre, squares, values) -> tuple[float, Drawn | None]:
    """Logarithm of the posterior density of the parameters, up to a constant, and the process that they make."""
    variance, lengths, noise = np.exp(at[0]), np.exp(at[1:-1]), np.exp(at[-1])
    covariance = variance * np.exp(-0.5 * (squares @ lengths**-2.0)) + noise * np.eye(len(values))
    try:
        factor = cholesky(covariance, lower=True)
    except LinAlgError:  # the process is all but flat, and all but without noise
        return -np.inf, None
    explained = solve_triangular(factor, values, lower=True)
    density = -0.5 * (explained @ explained + np.sum((at - centre) ** 2)) - np.log(np.diag(factor)).sum()
    return density, Drawn(variance, lengths, factor, solve_triangular(factor, explained, lower=True, trans="T"))


def mean_covariance(x, length) -> np.ndarray:
    """Mean of exp(-(u - x)² / 2 length²) over u in [0, 1], for each x."""
    width = length * np.sqrt(2)
    return length * np.sqrt(np.pi / 2) * (erf((1 - x) / width) + erf(x / width))


def mean_variance(length) -> float:
    """Mean of exp(-(u - v)² / 2 length²) over u and v in [0, 1]."""
    within = np.sqrt(2 * np.pi) * length * erf(1 / (length * np.sqrt(2)))
    return float(within + 2 * length**2 * np.expm1(-0.5 / length**2))
