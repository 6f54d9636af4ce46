"""Wsabie++ at settings of its last violators, each a point of a series with a sweep of its own; what they do."""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.trial.spec import Trial

DIMENSIONS = {"smoke": 4, "standard": 12, "full": 256}


def rules(config) -> dict[str, int]:
    """Passes without last violators under the rule as printed and under our variant."""
    return {"as printed": 0, "with burn-in": gupta.burn_in(config)}


def setting(Q, burn_in) -> dict:
    """Parameters of `Q` after `burn_in` passes; without last violators there is nothing to burn in."""
    return {"last_violators": Q, "burn_in": burn_in if Q else 0}


def trial(config, dataset, orders, **declared) -> Trial:
    """Declare a sweep of step and margin for no last violators, and for each of `orders` under both rules, at one m."""
    under_both = {"last_violators": list(orders), "burn_in": list(rules(config).values())}
    declared |= {"series": [{"last_violators": [0], "burn_in": [0]}, under_both]}
    return gupta.trial(config, dataset, "wsabie_pp", "orders", {"dimensions": DIMENSIONS[config["scale"]]}, **declared)


def settings(config, orders) -> list[dict]:
    """The points of a `trial`: no last violators, and each of `orders` under both rules."""
    return [setting(0, 0), *(setting(Q, burn_in) for Q in orders for burn_in in rules(config).values())]


def without_rising(results, declared, orders) -> list:
    """The records of a `trial` for claims, as `rising.without_rising` has them."""
    return rising.without_rising(results.records(declared), declared, settings(results.config, orders))


def marks(results, declared, Q) -> str:
    """The marks of a Q of a `trial`: of a sweep, by either rule, that ended at an edge, and of what still rises."""
    records = results.records(declared)
    at = [setting(Q, burn_in) for burn_in in rules(results.config).values()]
    edges = [base.edge_mark(records, **point) for point in at]
    return base.every_mark(edges) + rising.mark(records, declared, *at)


def gain(records, Q, burn_in, metric="accuracy") -> np.ndarray:
    """By how many percent of itself the metric at Q = 0 grows with `Q`, float64 (seeds,); nan for a failure.

    Winners are the best on validation by the same metric.
    """
    at, without = (base.accuracy(records, metric, by=metric, **setting(each, burn_in)) for each in (Q, 0))
    return statistics.gain(at, without)


def ignored(records, **params) -> np.ndarray:
    """Share in percent of the last pass's samples that went unused, of each `base.winners`, float64 (seeds,).

    nan for a failure.
    """
    winners = base.winners(records, **params)
    return np.array([np.nan if winner is None else 100 * winner.ignored[-1] for winner in winners])
