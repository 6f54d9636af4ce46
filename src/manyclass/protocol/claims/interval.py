"""The 95 % t interval of a mean."""

import numpy as np
from scipy import stats

LEVEL = 0.95
FEWEST = 3  # values of which an interval is made


def interval(values) -> tuple[float, float, float]:
    """Mean and the ends of its two-sided 95 % t interval, from `values` of shape (n,), n ≥ 2."""
    mean, error = float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))
    half = error * float(stats.t.ppf(0.5 + LEVEL / 2, len(values) - 1))
    return mean, mean - half, mean + half
