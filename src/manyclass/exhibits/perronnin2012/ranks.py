"""Ranks: the weighted ranking SVM with ranks estimated from draws, against exact ranks.

On bags of words of the set of many classes: test accuracy (mean over classes) in percent, and inner products, up to the
checkpoint kept. Estimated: wrong classes are drawn until one violates, at most as many as there are classes, and the
number of draws gives the rank. Exact: all classes are scored, the violators counted, and one of them drawn. An update
is a step on a violator; samples without any take inner products and make none. How many updates there were between two
checkpoints is taken from the share of the samples that updated at both. Mean ± half of the 95 % interval over draws of
the data. †: a sweep whose best value is the last one tried. Source: Perronnin, Akata, Harchaoui and Schmid 2012,
section 4.1, without numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.cost import products
from manyclass.exhibits.perronnin2012.trials import (
    IMAGENET10K,
    accuracy_by_draw,
    cell,
    features_by_kind,
    imagenet10k_trial,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("estimated-rank-cheaper",)
PRINTED = "significantly faster"
HALF = 0.5  # of the inner products
POINT = 1.0  # of accuracy


def trials(config) -> list[Trial]:
    """With the estimated rank, which table 3 shows too, and with the exact one."""
    return list(_trials(config).values())


def _trials(config) -> dict[str, Trial]:
    words = features_by_kind(config)["BOV"]
    exact = svm_trial(config, "WAR", words, IMAGENET10K, variant="exact", fixed={"rank": "exact"})
    return {"estimated": imagenet10k_trial(config, "WAR", "BOV"), "exact": exact}


def table(results):
    """One row a kind of rank."""
    return pd.DataFrame([_row(results, name) for name in _trials(results.config)], dtype=object)


def claims(results):
    """Test that the estimate takes less than half the inner products an update, and costs no accuracy."""
    declared = _trials(results.config)
    said = {"on": declared["exact"].dataset, "printed": PRINTED}
    counts = (products_an_update(results.records(trial)) for trial in declared.values())
    text = "the estimated rank takes less than half as many inner products an update as the exact one"
    cheaper = claim.ratio("estimated-rank-cheaper", text, *counts, 0, HALF, **said)
    accuracies = (accuracy_by_draw(results, trial) for trial in declared.values())
    text, show = "estimated and exact ranks are within a point of accuracy of each other", "{:+.2f} points".format
    return [cheaper, claim.equivalent("estimated-rank-cheaper", text, *accuracies, POINT, show=show, **said)]


def products_an_update(records) -> np.ndarray:
    """Inner products an update of each draw's winner, float64 (seeds,); nan for a failure or without an update."""
    found = [(products(record.best), updates(record.best)) if record.best else (np.nan, 1.0) for record in records]
    each, made = np.array(found, dtype=float).T
    return statistics.ratio(each, made)


def updates(best) -> float:
    """Updates that a candidate made for each training image, by the shares of the samples at its checkpoints."""
    passes, shares = [0, *best.passes], [best.updated[0], *best.updated]
    return float(np.trapezoid(shares, passes))


def _row(results, name):
    trial = _trials(results.config)[name]
    records = results.records(trial)
    totals = np.array([products(record.best) if record.best else np.nan for record in records])
    return {
        "rank": name,
        "accuracy, %": cell(results, trial),
        "inner products an update": statistics.mean_interval(products_an_update(records)),
        "inner products an image": statistics.mean_interval(totals),
    }
