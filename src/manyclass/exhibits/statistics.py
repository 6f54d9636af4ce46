"""What exhibits make of one value a seed: means, spreads, intervals, and whether two accuracies are similar."""

import numpy as np

from manyclass.protocol.claims import claim
from manyclass.protocol.claims.interval import FEWEST, interval
from manyclass.report.tables import Spread

TWO_SIDED = 1.96


def mean(values) -> float:
    """Mean of `values`, one for each seed, over those that succeeded; nan if none did."""
    values = np.atleast_1d(np.asarray(values, dtype=float))
    ok = values[np.isfinite(values)]
    return float(ok.mean()) if len(ok) else np.nan


def spread(values) -> Spread | None:
    """Mean and deviation over the seeds that succeeded, for a table; None if none did."""
    ok = values[np.isfinite(values)]
    return Spread.over(ok, len(values)) if len(ok) else None


def band(points) -> np.ndarray | None:
    """Mean and ends of the 95 % interval over seeds, point by point of a curve.

    Parameters
    ----------
    points : iterable of array-like, each of shape (seeds,)
        The values at each point, nan where a seed has no result.

    Returns
    -------
    ndarray, shape (3, points), float64, or None
        The mean thrice where fewer than three seeds succeeded, nan where none did; None if none did anywhere.
    """
    curves = np.array([_mean_and_ends(np.asarray(values, dtype=float)) for values in points]).T
    return curves if np.isfinite(curves).any() else None


def _mean_and_ends(values):
    values = values[np.isfinite(values)]
    if len(values) < FEWEST:
        return [values.mean() if len(values) else np.nan] * 3
    return interval(values)


def errors_apart(a, b, n_a, n_b) -> np.ndarray:
    """Difference a - b of two shares, in standard errors of such a difference on parts of `n_a` and `n_b` samples.

    The error is that of two independent binomial counts with the same chance. Two methods on one part err together
    on many of its samples, so there it is an upper bound.

    Parameters
    ----------
    a, b : array-like, shape (seeds,)
        Accuracies in [0, 1]; nan where a seed has no result.

    Returns
    -------
    ndarray, shape (seeds,), float64
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    common = (n_a * a + n_b * b) / (n_a + n_b)
    error = np.sqrt(common * (1 - common) * (1 / n_a + 1 / n_b))
    return np.divide(a - b, error, out=np.where(np.isnan(error), np.nan, 0.0), where=error > 0)


def similar(text, a, b, n_a, n_b, *, printed="") -> claim.Claim:
    """Test whether `a` and `b` differ by less than 1.96 standard errors of their difference, either way."""
    apart = errors_apart(a, b, n_a, n_b)
    text = f"{text} (within {TWO_SIDED} standard errors)"
    return claim.between(text, apart, -TWO_SIDED, TWO_SIDED, printed=printed, show="{:+.2f}".format)
