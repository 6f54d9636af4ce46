"""The trials of the lecture's exhibits, and what is read off their records (Hazan & Singer, COS324, lecture 11).

In those of `sgd_trial` steps are η0/t and class vectors stay in a ball, as printed, unless an exhibit leaves the ball
away to see what it does; η0 and the radius are tuned for whatever is compared, as the estimators say, but for what an
exhibit varies. The margin is not: margin, radius and η0 multiplied by one number give W multiplied by it. All of their
candidates are trained to the end. lecture/ova_failure declares trials of its own, with other steps, a penalty and no
ball, of which accuracies are read off here too.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.protocol.trial.spec import Trial

TREE, NAMES = "taxonomy", "taxonomy-names5"
PASSES = {"smoke": 2, "standard": 10, "full": 20}


def at_scale(config, names, few) -> tuple:
    """The data sets `names`, or at smoke scale the `few`."""
    return few if config["scale"] == "smoke" else names


def sgd_trial(config, dataset, method, variant, series=None, fixed=None, **declared) -> Trial:
    """Declare a trial, tuned as its estimator says, whose candidates are all trained to the end."""
    declared = {"passes": PASSES[config["scale"]], "halving": False} | declared
    return Trial(dataset, method, variant, fixed or {}, series, **declared)


def chosen(records, by="accuracy", **params) -> str:
    """η0 and radius of each of the `base.winners`, each pair once."""
    best = [winner.params for winner in base.winners(records, by, **params) if winner]
    pairs = sorted({(each["step"], each["radius"]) for each in best if {"step", "radius"} <= each.keys()})
    return ", ".join(f"({step:g}, {radius:g})" for step, radius in pairs)


def violators_by_pass(candidate) -> np.ndarray:
    """Violating wrong classes of a sample that updates, pass by pass: float64 (passes,); nan where none updates."""
    return statistics.ratio(np.diff(candidate.n_tries, prepend=0.0), candidate.updated)


def by_pass(records, measure, passes, **params) -> np.ndarray:
    """`measure` of each of the `base.winners`, which gives a value a pass: float64 (seeds, passes); nan without one."""
    rows = np.full((len(records), passes), np.nan)
    for row, winner in zip(rows, base.winners(records, **params)):
        if winner is not None:
            values = np.asarray(measure(winner), dtype=float)[:passes]
            row[: len(values)] = values
    return rows


def by_seed(records, measure, **params) -> np.ndarray:
    """`measure` of each of the `base.winners`, a number: float64 (seeds,); nan without one."""
    winners = base.winners(records, **params)
    return np.array([np.nan if winner is None else measure(winner) for winner in winners], dtype=float)


def metric_by_seed(records, metric="accuracy", by="accuracy", **params) -> np.ndarray:
    """Test metric of each of the `base.winners`: float64 (seeds,); nan without one.

    Accuracies are in percent.
    """
    values = base.accuracy(records, metric, by, **params)
    return values / 100 if metric == "tree_distance" else values
