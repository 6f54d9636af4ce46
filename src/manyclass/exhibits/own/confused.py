"""Own comparison: the pairs of classes most often confused.

For the best run of each data set (the winner with the highest validation accuracy of all methods and draws; †: it
stands at the end of the values tried; ‡: its training was stopped before it had converged), by number of test samples
of its draw; the share is of the true class's samples. A sample with several labels counts under its first.
"""

import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.own import comparison
from manyclass.protocol.metrics.confusion import confused_pairs
from manyclass.protocol.trial.record import Record

COLUMNS = ["data set", "method", "true class", "predicted", "samples", "share, %"]

applies, trials, note = comparison.applies, comparison.trials, comparison.refitted


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: most confused pairs"


def table(results):
    """Ten rows a data set."""
    sets = comparison.compared(results.config)["datasets"]
    rows = [row for dataset in sets for row in _pairs(results, dataset)]
    return pd.DataFrame(rows, columns=COLUMNS, dtype=object)


def _pairs(results, dataset):
    by_method = comparison.by_method(results.config, dataset)
    runs = {method: base.best(results, trial) for method, trial in by_method.items()}
    runs = {method: run for method, run in runs.items() if isinstance(run, Record)}
    if not runs:
        return [(dataset, "no method succeeded", "–", "–", None, None)]
    method = max(runs, key=lambda method: runs[method].valid)
    data = results.data(dataset, runs[method].seed)
    mark = comparison.marks([runs[method]])
    predicted = results.predicted(by_method[method], runs[method].seed)
    return [
        (dataset, f"{method}{mark}", data.names[g], data.names[h], samples, 100 * share)
        for g, h, samples, share in confused_pairs(predicted, data.test.Y)
    ]
