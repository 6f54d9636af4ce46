"""What the exhibits of label trees read beside accuracies: costs counted and timed, local measures, over seeds."""

import numpy as np

from manyclass.exhibits import base


def cost(records, name, depth=None, **params) -> np.ndarray:
    """A cost of the best candidate with these parameters, float64 (seeds,); nan where a seed has no result.

    Parameters
    ----------
    records : list of Record
        One a seed.
    name : str
        See `manyclass.methods.base.trees.diagnostics.costs`.
    depth : int, optional
        Which number, where there is one for every depth.
    """
    winners = base.winners(records, **params)
    return np.array([np.nan if winner is None else _cost(winner, name, depth) for winner in winners], dtype=float)


def speedup(records, n_classes, **params) -> np.ndarray:
    """Classes per dot product of a test sample, float64 (seeds,): one-vs-all takes one product for each class."""
    return n_classes / cost(records, "test", **params)


def prediction_seconds(records, n_samples) -> float:
    """Median over seeds of the seconds that predicting a sample took, all ``n_samples`` of test at once."""
    seconds = cost(records, "prediction_s") / n_samples
    finite = np.isfinite(seconds)
    return float(np.median(seconds[finite])) if finite.any() else np.nan


def _cost(winner, name, depth):
    value = winner.diagnostics["costs"][name]
    if value is None or (depth is not None and depth >= len(value)):
        return np.nan
    return value if depth is None else value[depth]
