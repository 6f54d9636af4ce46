"""Trials that the exhibits of Gupta et al. 2014 share, and what they read off the records of last violators.

The rows of table 8, from which most exhibits start; and Wsabie++ at settings of its last violators, of which the
candidates are all trained to the end (see `manyclass.exhibits.base.accuracy`).
"""

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import budgets
from manyclass.protocol import selection
from manyclass.protocol.trial.spec import Trial

SETS = ("imagenet16k", "imagenet22k", "web21k", "web97k")
NAMES = {
    "nearest_means": "Nearest means",
    "one_vs_rest/balance1": "One-vs-all SVMs 1+:1−",
    "one_vs_rest": "One-vs-all SVMs",
    "auc_ranking": "AUC sampling",
    "wsabie": "Wsabie",
    "ensemble_of/wsabie": "Wsabie ensemble",
    "wsabie_pp": "Wsabie++",
    "ensemble_of/wsabie_pp": "Wsabie++ ensemble",
    "wsabie_pp/q0": "Wsabie++, Q = 0",
}
FIXED = {"one_vs_rest/balance1": {"balance": 1}, "wsabie_pp/q0": {"last_violators": 0, "burn_in": 0}}


def trial(config, dataset, method, variant="default", fixed=None, **declared) -> Trial:
    """Declare a trial with the budget of the configured scale.

    The grid is the method's own ``search`` unless the budget has one; what is fixed is not swept.

    Parameters
    ----------
    config : dict
        The workflow's configuration; read here: ``scale``.
    dataset, method, variant : str
        As `Trial` takes them.
    fixed : dict, optional
        Parameters held.
    **declared
        What replaces the budget, as `Trial` takes it.
    """
    scale, fixed = config.get("scale", "standard"), dict(fixed or {})
    grid = budgets.grid(scale, dataset, method, variant)
    if isinstance(grid, list):
        grid = [_without(fixed, each) for each in grid]
    elif grid is not None:
        grid = _without(fixed, grid)
    budget = {"fixed": fixed, "grid": grid, "passes": budgets.passes(scale, dataset)}
    return Trial(dataset, method, variant, **(budget | declared))


def _without(fixed, grid):
    return {name: values for name, values in grid.items() if name not in fixed}


def row_trial(config, dataset, row) -> Trial:
    """Declare the trial of one row of table 8 (``method`` or ``method/variant``) on one data set."""
    method, _, variant = row.partition("/")
    members = row_trial(config, dataset, variant) if method == "ensemble_of" else None
    return trial(config, dataset, method, variant or "default", FIXED.get(row), depends_on=members)


def rules(burn_in) -> dict[str, int]:
    """Passes without last violators under the rule as printed and under our variant."""
    return {"as printed": 0, "with burn-in": burn_in}


def setting(Q, burn_in) -> dict:
    """Parameters of `Q` after `burn_in` passes; without last violators there is nothing to burn in."""
    return {"last_violators": Q, "burn_in": burn_in if Q else 0}


def grids(orders, burn_in, **swept) -> list[dict]:
    """Grids of no last violators and of each of `orders` under both rules, all by what else is `swept`."""
    both = [0, burn_in]
    return [
        {"last_violators": [0], "burn_in": [0], **swept},
        {"last_violators": list(orders), "burn_in": both, **swept},
    ]


def gain(records, Q, burn_in, metric="accuracy") -> np.ndarray:
    """By how many percent of itself the metric at Q = 0 grows with `Q`, float64 (seeds,); nan for a failure."""
    at, without = (base.accuracy(records, metric, **setting(each, burn_in)) for each in (Q, 0))
    return 100 * (np.divide(at, without, out=np.full(len(at), np.nan), where=without > 0) - 1)


def ignored(records, Q, burn_in) -> np.ndarray:
    """Share in percent of the last pass's samples that went unused: float64 (seeds,); nan for a failure."""
    winners = [record.best for record in selection.holding(records, **setting(Q, burn_in))]
    return np.array([np.nan if winner is None else 100 * winner.ignored[-1] for winner in winners])
