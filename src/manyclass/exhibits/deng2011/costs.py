"""What the exhibits of label trees read beside accuracies: costs counted and timed, local measures, over seeds."""

import numpy as np

from manyclass.protocol import selection


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
    records = selection.holding(records, **params)
    return np.array([np.nan if record.best is None else _cost(record, name, depth) for record in records], dtype=float)


def speedup(records, n_classes, **params) -> np.ndarray:
    """Classes per dot product of a test sample, float64 (seeds,): one-vs-all takes one product for each class."""
    return n_classes / cost(records, "test", **params)


def training_seconds(records) -> float:
    """Median over seeds of the seconds that training the best candidate took; nan where every seed failed."""
    return _median([record.training_s for record in selection.succeeded(records)])


def prediction_seconds(records, n_samples) -> float:
    """Median over seeds of the seconds that predicting a sample took, all ``n_samples`` of test at once."""
    return _median(cost(records, "prediction_s") / n_samples)


def _cost(record, name, depth):
    value = record.best.diagnostics["costs"][name]
    if value is None or (depth is not None and depth >= len(value)):
        return np.nan
    return value if depth is None else value[depth]


def _median(values) -> float:
    values = np.asarray(values, dtype=float)
    return float(np.median(values[np.isfinite(values)])) if np.isfinite(values).any() else np.nan
