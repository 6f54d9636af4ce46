"""A mean of draws: its 95 % t interval, and the t tests of whether it lies in a range or beyond it.

Both say the same: the interval lies wholly in a range where both one-sided tests reject at half of 5 %, and wholly
beyond it where one of them does.
"""

import numpy as np
from scipy import stats

ERROR = 0.025  # level of a one-sided test
FEWEST = 3  # values of which an interval is made
CONSTANT = 1e-12  # values that differ by less, relative to the largest, differ by rounding
NEAR = 1e-9  # and a constant that is nearer to an end, relative to it, without meeting it, is where rounding put it
# Both are relative to what was subtracted, where values are differences and that is larger: to their ``size``.


def interval(values, resolution=0.0, overlap=0.0, size=0.0) -> tuple[float, float, float]:
    """Mean and the ends of its two-sided 95 % t interval.

    Parameters
    ----------
    values : array-like, shape (n,)
        At least two numbers.
    resolution : float
        Steps in which the values come. Their variance is taken to be at least that of rounding to such steps, of
        which equal values are no witness.
    overlap : float
        0 for independent values; of repeated splits of one data set, how many samples are tested for each that is
        trained on, see `mean_and_error`.
    size : float
        As for `mean_and_error`.
    """
    mean, error = mean_and_error(values, resolution**2 / 12, overlap, size)
    half = error * float(stats.t.isf(ERROR, len(values) - 1))
    return mean, mean - half, mean + half


def p_values(values, low, high, resolution=0.0, size=0.0) -> tuple[float, float]:
    """Test whether a mean lies in the open range (low, high), and whether it lies beyond one of its ends.

    Parameters
    ----------
    values : array-like, shape (n,)
        At least two numbers.
    low, high : float
        The range; infinite where one side is open.
    resolution : float
        As for `interval`.
    size : float
        As for `mean_and_error`.

    Returns
    -------
    p_inside : float
        The larger p of two one-sided t tests, that the mean is above `low` and that it is below `high` (TOST).
    p_outside : float
        The smaller p of two one-sided t tests, that the mean is below `low` and that it is above `high`. Its error is
        that of one test, but for a range narrower than the error of the mean, where it is at most that of both.

    Notes
    -----
    Values that are all equal are taken for certain: a constant between the ends is inside, one beyond or at an end is
    outside, and one at which an end is missed by rounding is neither.
    """
    mean, error = mean_and_error(values, resolution**2 / 12, size=size)
    if error == 0:
        return _of_constant(values, low, high, size)
    freedom = len(values) - 1
    above, below = ((mean - low) / error, (high - mean) / error)
    inside, outside = stats.t.sf([min(above, below), max(-above, -below)], freedom)
    return float(inside), float(outside)


def mean_and_error(values, least=0.0, overlap=0.0, size=0.0) -> tuple[float, float]:
    """Mean of values, and its standard error.

    Parameters
    ----------
    values : array-like, shape (n,)
        At least two numbers.
    least : float
        The smallest variance that is believed of them.
    overlap : float
        Samples tested for each that is trained on, where the values are of repeated splits of one data set. Such
        splits share samples, and their mean varies by more than the nth part of the variance s²: about (1/n + overlap)
        s² (Nadeau & Bengio 2003, "Inference for the generalization error", section 3).
    size : float
        Of what was subtracted, where the values are differences; of logarithms of ratios 1. Their rounding is relative
        to it.

    Notes
    -----
    Values that differ by rounding alone have no variance.
    """
    values = np.asarray(values, dtype=float)
    if np.ptp(values) <= CONSTANT * max(size, np.abs(values).max()):
        mean, variance = float(values[0]), 0.0
    else:
        mean, variance = float(values.mean()), float(values.var(ddof=1))
    variance = max(variance, least)
    return mean, float(np.sqrt(variance / len(values) + overlap * variance))


def _of_constant(values, low, high, size):
    values = np.asarray(values, dtype=float)
    for end in filter(np.isfinite, (low, high)):
        if 0 < np.abs(values - end).max() <= NEAR * max(size, abs(end)):
            return 1.0, 1.0
    return (0.0, 1.0) if low < values[0] < high else (1.0, 0.0)
