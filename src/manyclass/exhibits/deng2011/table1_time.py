"""Time of table 1: seconds that label trees take to train, and to predict a sample, beside their accuracy.

The trees of deng2011/table1 and its baselines, medians over draws: of training, for Bengio with the one-vs-all pass,
and of one prediction when all test samples are predicted at once, of the trees alone; and the numbers that a model
stores. Accuracy as in deng2011/table1, † where a chosen value is the last that was tried. napkinXC does not say how
many numbers its models store, so that its rows have none and stand in the panels of seconds alone. Ours, on Deng,
Satheesh, Berg and Fei-Fei 2011, table 1, which counts operations.
"""

import pandas as pd

from manyclass.exhibits import base, cost_time
from manyclass.exhibits.deng2011 import costs, table1
from manyclass.exhibits.deng2011.trials import NAMES, beside, pair, tree_name

BASELINE = "–"  # in place of a shape

trials, note = table1.trials, cost_time.note


def table(results):
    """One row a set, shape and method, then one a baseline of the set."""
    rows = []
    for dataset, shape, *_ in table1.trees(results.config):
        rows += [_row(results, dataset, tree_name(shape), NAMES[trial.method], trial) for trial in pair(shape, dataset)]
    for dataset in table1.PRINTED:
        listed = beside(results.config, dataset).items()
        rows += [_row(results, dataset, BASELINE, name, trial) for name, trial in listed]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """One row of panels a data set, one column a cost; a tree by its method's look, and named with its shape."""
    frame = table(results)
    shapes = [f" {shape}" if shape != BASELINE else "" for shape in frame["tree"]]
    return cost_time.figure(frame.assign(name=frame["method"] + shapes))


def _row(results, dataset, tree, method, trial):
    """Seconds of prediction only of trees, since others are not timed."""
    n_samples = results.card(dataset)["test"]
    timed = {"prediction, µs": lambda records: 1e6 * costs.prediction_seconds(records, n_samples)}
    head = {"data set": dataset, "tree": tree, "method": method}
    measured = {} if tree == BASELINE else timed
    return cost_time.row(head, base.cell(results, trial), results.records(trial), **measured)
