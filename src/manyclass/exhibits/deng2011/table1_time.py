"""Time of table 1: seconds that label trees take to train, and to predict a sample.

The trees of deng2011/table1, wall time on one core, medians over seeds: of training, for Bengio with the one-vs-all
pass, and of one prediction when all test samples are predicted at once. Of the public tree training alone is timed.
Seconds are measured, so that this table varies from run to run. Ours, on Deng, Satheesh, Berg and Fei-Fei 2011,
table 1, which counts operations.
"""

import pandas as pd

from manyclass.exhibits.deng2011 import costs, table1
from manyclass.exhibits.deng2011.trials import NAMES, pair, peers, tree_name
from manyclass.protocol.results import failure

trials = table1.trials


def table(results):
    """One row a set, shape and method; of the public tree's, too."""
    rows = []
    for dataset, shape, *_ in table1.trees(results.config):
        row = {"data set": dataset, "tree": tree_name(shape)}
        n_samples = results.card(dataset)["test"]
        rows += [row | _times(results.records(trial), NAMES[trial.method], n_samples) for trial in pair(shape, dataset)]
        rows += [row | _peer_times(results, peers(shape, dataset))]
    return pd.DataFrame(rows, dtype=object)


def _times(records, method, n_samples):
    if reason := failure(records):
        return {"method": method, "training, s": reason}
    prediction = 1e6 * costs.prediction_seconds(records, n_samples)
    return {"method": method, "training, s": costs.training_seconds(records), "prediction, µs": prediction}


def _peer_times(results, declared):
    if not declared:
        return {"method": "napkinXC", "training, s": "not installed"}
    records = results.records(declared[0])
    return {"method": "napkinXC", "training, s": failure(records) or costs.training_seconds(records)}
