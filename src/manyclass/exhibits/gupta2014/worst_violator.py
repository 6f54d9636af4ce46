"""The worst violator: what updating it, not a drawn one, costs where labels are missing.

Where a concept goes by eight names, each a class of its own, and a sample is given one of them, the class of the
largest violation is often a right one that is missing. Test accuracy in percent, mean over draws of the data and 95 %
interval, of Wsabie++ without last violators and of linear WARP sampling: with a violator drawn uniformly, as both have
it, and with the one that violates by most, every rank having the weight 1; by the given names, as section 8.4 counts,
and with any name of the concept counting as right. Beside them the same on the set's control, which gives every name.
Step and margin are tuned for each and each way to count, draw by draw, and no candidate is dropped. † marks a row with
a sweep that ended at an edge. Source: Gupta, Bengio and Weston 2014, section 5.4, which supposes that the worst
performs poorly and does not say by what measure.
"""

from itertools import product

import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import last_violators, noise
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.protocol.claims import claim

MISSING = "names8"
SETS = {MISSING: "one of eight names given", "names8_given": "all eight names given"}
METHODS = {"wsabie_pp": "Wsabie++, Q = 0", "warp_ranking": "linear WARP"}
VIOLATORS = "drawn", "worst"
STATEMENTS = ("worst-violator-harmful",)


def trial(config, variant, method):
    """Declare the trial of one set and method: a sweep of step and margin for each violator."""
    declared = {"series": {"violator": list(VIOLATORS)}, "halving": False, "metrics": noise.metrics(variant)}
    fixed = {"rank_weight": "one"}  # the worst violator, for which no other is tried, has no rank
    if method == "wsabie_pp":
        fixed |= noise.trial(config, variant).fixed | last_violators.setting(0, 0)
    return gupta.trial(config, noise.dataset(variant), method, "violators", fixed, **declared)


def trials(config):
    """One trial a set and method."""
    return [trial(config, variant, method) for variant in SETS for method in METHODS]


def accuracy(results, variant, method, violator, metric="accuracy"):
    """`accuracy_unless_rising` by this metric."""
    of_trial = trial(results.config, variant, method)
    return accuracy_unless_rising(results, of_trial, metric=metric, by=metric, violator=violator)


def table(results):
    """One row a set and method: drawn, worst, and the difference."""
    rows = [
        {"data set": noise.dataset(variant), "labels": labels, "method": name} | _cells(results, variant, method)
        for variant, labels in SETS.items()
        for method, name in METHODS.items()
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test by method that a drawn violator is the better one where labels are missing, by either way to count."""
    listed = []
    for (method, name), (metric, counts) in product(METHODS.items(), noise.COUNTED.items()):
        both = (accuracy(results, MISSING, method, violator, metric) for violator in VIOLATORS)
        text = f"{name}, {SETS[MISSING]}, {counts}: a drawn violator is more accurate than the worst one"
        stated = {"on": noise.dataset(MISSING), "printed": "hypothesis, no number"}
        listed.append(claim.greater(*STATEMENTS, text, *both, **stated))
    return listed


def _cells(results, variant, method):
    of_trial, cells = trial(results.config, variant, method), {}
    for metric, what in {"accuracy": "", "sibling_precision": ", any name"}.items():
        if metric in of_trial.metrics:
            drawn, worst = (accuracy(results, variant, method, each, metric) for each in VIOLATORS)
            for each in VIOLATORS:
                cells[f"{each}{what}, %"] = cell(results, of_trial, metric=metric, by=metric, violator=each)
            cells[f"drawn less worst{what}, points"] = statistics.mean_interval(drawn - worst)
    return cells
