"""Own comparison: accuracy against time of training and size of the model.

Medians over draws: seconds that training the draw's winner on the training part took, those that its whole sweep took,
and the numbers that its model stores, where they are known. Accuracy as in own/comparison. †: with some draw the winner
stands at the end of the values tried; ‡: its training was stopped before it had converged; ↑: it was ended by the cap
on passes.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import cost_time
from manyclass.exhibits.own import comparison
from manyclass.protocol.selection import succeeded

applies, trials = comparison.applies, comparison.trials


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: time and size"


def note(config) -> str:
    """What seconds are, how to read the figure, and whether winners were trained anew."""
    return f"{cost_time.MEASURED} {comparison.refitted(config)}".rstrip()


def table(results):
    """One row a data set and method."""
    return pd.DataFrame([_row(results, trial) for trial in trials(results.config)], dtype=object)


def figure(results):
    """One row of panels a data set, one column a cost."""
    return cost_time.figure(table(results))


def _row(results, trial):
    head = {"data set": trial.dataset, "method": comparison.name_of(trial)}
    accuracy, records = comparison.accuracy(results, trial), results.records(trial)
    return cost_time.row(head, accuracy, records, **{"sweep, s": sweep_seconds})


def sweep_seconds(records) -> float:
    """Median over draws of the seconds that the whole sweep took."""
    return float(np.median([record.timing.wall_s for record in succeeded(records)]))
