"""Own comparison: the pairs of classes most often confused.

For the method with the highest mean accuracy on each data set, in its best run (the winner with the highest validation
accuracy of all draws; †: it stands at the end of the values tried; ‡: its training was stopped before it had
converged; ↑: it was ended by the cap on passes), by number of test samples of its draw; the share is of the true
class's samples. A sample with several labels counts under its first.
"""

import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.own import comparison
from manyclass.exhibits.own.standing import best_method
from manyclass.protocol.metrics.confusion import confused_pairs

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
    method = best_method(results, dataset, by_method)
    if method is None:
        return [(dataset, "no method succeeded", "–", "–", None, None)]
    run = base.best(results, by_method[method])
    data, predicted = results.data(dataset, run.seed), results.predicted(by_method[method], run.seed)
    mark = comparison.marks([run], by_method[method])
    return [
        (dataset, f"{method}{mark}", data.names[g], data.names[h], samples, 100 * share)
        for g, h, samples, share in confused_pairs(predicted, data.test.Y)
    ]
