"""Time of table 1: seconds that label trees take to train, and to predict a sample.

The trees of deng2011/table1, wall time on one core, medians over draws: of training, for Bengio with the one-vs-all
pass, and of one prediction when all test samples are predicted at once. Of the others training alone is timed.
Seconds are measured, so that this table varies from run to run. Ours, on Deng, Satheesh, Berg and Fei-Fei 2011,
table 1, which counts operations.
"""

import pandas as pd

from manyclass.exhibits.deng2011 import costs, table1
from manyclass.exhibits.deng2011.trials import NAMES, beside, pair, tree_name
from manyclass.protocol.results import failure

trials, note = table1.trials, table1.note


def table(results):
    """One row a set, shape and method, then one a baseline of the set."""
    rows = []
    for dataset, shape, *_ in table1.trees(results.config):
        row, n_samples = {"data set": dataset, "tree": tree_name(shape)}, results.card(dataset)["test"]
        rows += [row | _times(results.records(trial), NAMES[trial.method], n_samples) for trial in pair(shape, dataset)]
    for dataset in table1.PRINTED:
        row = {"data set": dataset, "tree": "–"}
        listed = beside(results.config, dataset).items()
        rows += [row | _times(results.records(trial), name) for name, trial in listed]
    return pd.DataFrame(rows, dtype=object)


def _times(records, method, n_samples=None):
    """Seconds, of prediction only of those that time it, for which `n_samples` are given."""
    if reason := failure(records):
        return {"method": method, "training, s": reason}
    row = {"method": method, "training, s": costs.training_seconds(records)}
    return row if n_samples is None else row | {"prediction, µs": 1e6 * costs.prediction_seconds(records, n_samples)}
