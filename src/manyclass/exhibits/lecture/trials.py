"""The trials of the lecture's exhibits, and what is read off their records (Hazan & Singer, COS324, lecture 11).

Steps are η0/t and class vectors stay in a ball, as printed; η0 is swept, with values in proportion to the updates
that a scale makes. All candidates are trained to the end.
"""

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol import selection

TREE, NAMES = "taxonomy", "taxonomy-names5"
PASSES = {"smoke": 2, "standard": 10, "full": 20}
STEPS = {"smoke": [1e2, 1e3], "standard": [1e4, 1e5], "full": [1e6, 1e7]}
HELD = {"radius": 20.0, "average_from": 1}


def scale(config) -> str:
    """The configured scale."""
    return config.get("scale", "standard")


def sets(config, names, few) -> tuple:
    """The data sets `names`, or at smoke scale the `few`."""
    return few if scale(config) == "smoke" else names


def trial(config, dataset, method, variant, fixed, grid):
    """Declare a trial whose candidates are all trained to the end."""
    passes = PASSES[scale(config)]
    return base.trial(config, dataset, method, variant, fixed, grid=grid, passes=passes, halving=False)


def winners(records, **held) -> list[dict | None]:
    """Of each seed the candidate best on validation among those with the parameters `held`; None for a hole."""
    found = selection.holding(records, **held)
    return [None if record["winner"] is None else record["candidates"][record["winner"]] for record in found]


def violators(candidate) -> np.ndarray:
    """Violating wrong classes of a sample that updates, pass by pass: float64 (passes,); nan where none updates."""
    tried, updated = np.diff(candidate["tried"], prepend=0.0), np.array(candidate["updated"], dtype=float)
    return np.divide(tried, updated, out=np.full(len(tried), np.nan), where=updated > 0)


def by_pass(records, measure, passes, **held) -> np.ndarray:
    """`measure` of each seed's winner, which gives a value a pass: float64 (seeds, passes); nan for a hole."""
    rows = np.full((len(records), passes), np.nan)
    for row, candidate in zip(rows, winners(records, **held)):
        if candidate is not None:
            values = np.asarray(measure(candidate), dtype=float)[:passes]
            row[: len(values)] = values
    return rows


def finals(records, measure, **held) -> np.ndarray:
    """`measure` of each seed's winner, a number: float64 (seeds,); nan for a hole."""
    return np.array([np.nan if each is None else measure(each) for each in winners(records, **held)], dtype=float)


def tested(records, metric="accuracy", **held) -> np.ndarray:
    """Test metric of each seed's winner, float64 (seeds,), accuracies in percent; nan for a hole."""
    values = last.accuracy(records, metric, **held)
    return values / 100 if metric == "tree_distance" else values
