"""What the exhibits of label trees read beside accuracies: costs counted and timed, local measures, over seeds."""

import numpy as np

from manyclass.protocol import selection


def cost(records, name, depth=None, **held) -> np.ndarray:
    """A cost of the best candidate on validation with the parameters `held`, float64 (seeds,); nan for a hole.

    Parameters
    ----------
    records : list of dict
        One a seed.
    name : str
        See `manyclass.protocol.label_trees.costs`.
    depth : int, optional
        Which number, where there is one for every depth.
    """
    found = [_costs(record) for record in selection.holding(records, **held)]
    return np.array([np.nan if each is None else _at(each[name], depth) for each in found], dtype=float)


def speedup(records, n_classes, **held) -> np.ndarray:
    """Classes per dot product of a test sample, float64 (seeds,): one-vs-all takes one product for each class."""
    return n_classes / cost(records, "test", **held)


def training(records) -> float:
    """Median over seeds of the seconds that training the best candidate took; nan where every seed is a hole."""
    return _median([_training(record) for record in records])


def prediction(records, n_samples) -> float:
    """Median over seeds of the microseconds that predicting a sample took, all ``n_samples`` of test at once."""
    return _median(1e6 * cost(records, "prediction_s") / n_samples)


def _median(values) -> float:
    values = np.asarray(values, dtype=float)
    return float(np.median(values[np.isfinite(values)])) if np.isfinite(values).any() else np.nan


def _training(record):
    return np.nan if record["winner"] is None else record["timing"]["seconds"][record["winner"]][-1]


def _costs(record):
    return None if record["winner"] is None else record["candidates"][record["winner"]]["costs"]


def _at(value, depth):
    if value is None or (depth is not None and depth >= len(value)):
        return np.nan
    return value if depth is None else value[depth]
