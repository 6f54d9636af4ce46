"""What exhibits make of one value a draw of the data, means and intervals, and of one curve."""

import numpy as np

from manyclass.protocol.claims.interval import FEWEST, interval
from manyclass.report.tables import Interval


def mean(values) -> float:
    """Mean of `values`, one for each draw, over those that succeeded; nan if none did."""
    values = np.atleast_1d(np.asarray(values, dtype=float))
    ok = values[np.isfinite(values)]
    return float(ok.mean()) if len(ok) else np.nan


def mean_interval(values, mark="", overlap=0.0) -> Interval | None:
    """Mean and its interval over the draws that succeeded, for a table; None if none did.

    `overlap` is that of repeated splits of one data set, see `manyclass.protocol.claims.interval`.
    """
    ok = values[np.isfinite(values)]
    return Interval.over(ok, len(values), mark, overlap) if len(ok) else None


def ratio(a, b) -> np.ndarray:
    """The first over the second, float64; nan where that is not above 0."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return np.divide(a, b, out=np.full(a.shape, np.nan), where=b > 0)


def gain(a, b) -> np.ndarray:
    """By how many percent of the second the first is above it, float64; nan where that is not above 0."""
    return 100 * (ratio(a, b) - 1)


def best_by(valid, values) -> np.ndarray:
    """Of several rows, the value of the one that is best on validation, draw by draw, the first of equals.

    nan where one of them has failed, nan on validation: it might have been the best.

    Parameters
    ----------
    valid, values : array-like of float, shape (rows, draws)
        What decides, and what is taken.

    Returns
    -------
    float64 (draws,)
    """
    valid, values = np.asarray(valid, float), np.asarray(values, float)
    taken = np.take_along_axis(values, np.argmax(valid, axis=0)[None], axis=0)[0]
    return np.where(np.isnan(valid).any(axis=0), np.nan, taken)


def band(points, overlap=0.0) -> np.ndarray | None:
    """Mean and ends of the 95 % interval over draws, point by point of a curve.

    Parameters
    ----------
    points : iterable of array-like, each of shape (draws,)
        The values at each point, nan where a draw has no result.
    overlap : float
        As for `mean_interval`.

    Returns
    -------
    ndarray, shape (3, points), float64, or None
        The mean thrice where fewer than three draws succeeded, nan where none did; None if none did anywhere.
    """
    curves = np.array([_mean_and_ends(np.asarray(values, dtype=float), overlap) for values in points]).T
    return curves if np.isfinite(curves).any() else None


def _mean_and_ends(values, overlap):
    values = values[np.isfinite(values)]
    if len(values) < FEWEST:
        return [values.mean() if len(values) else np.nan] * 3
    return interval(values, overlap=overlap)


def first_reached(x, y, level) -> float:
    """Where the straight lines through points first reach a level; the last of their places if they do not.

    Parameters
    ----------
    x, y : sequence of float
        Places, which grow, and heights.
    level : float
        A height; nan is reached nowhere, and not said to be.

    Returns
    -------
    float
        nan for such a level.
    """
    if np.isnan(level):
        return np.nan
    reached = np.flatnonzero(np.asarray(y) >= level)
    if not len(reached):
        return float(x[-1])
    after = reached[0]
    first = max(after - 1, 0)
    return float(np.interp(level, y[first : after + 1], x[first : after + 1]))
