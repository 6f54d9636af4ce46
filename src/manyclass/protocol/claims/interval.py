"""The t interval of a mean, and how many values it takes to get its end past a number."""

import numpy as np

LEVEL = 0.95
REACH = 100  # repetitions that one could still make


def half_width(deviation, n):
    """Half of the two-sided 95 % t interval of a mean.

    Parameters
    ----------
    deviation : float
        Standard deviation of the values, with n - 1 below.
    n : int or ndarray of int
        Number of values, at least 2.

    Returns
    -------
    float or ndarray of float64, shaped as `n`
    """
    from scipy.special import stdtrit

    return stdtrit(n - 1, 0.5 + LEVEL / 2) * deviation / np.sqrt(n)


def interval(values) -> tuple[float, float, float]:
    """Mean and the ends of its two-sided 95 % t interval, from `values` of shape (n,), n ≥ 2."""
    mean, half = float(np.mean(values)), float(half_width(np.std(values, ddof=1), len(values)))
    return mean, mean - half, mean + half


def needed(values, distance) -> int | None:
    """Fewest repetitions whose interval is narrower, to each side, than `distance`, were the spread that of `values`.

    Parameters
    ----------
    values : ndarray, shape (n,), n ≥ 2
        What was measured.
    distance : float
        How far the mean is from the number that the interval is not to reach.

    Returns
    -------
    int or None
        None where `REACH` repetitions are not enough.
    """
    counts = np.arange(2, REACH + 1)
    enough = counts[half_width(np.std(values, ddof=1), counts) < distance]
    return int(enough[0]) if len(enough) else None
