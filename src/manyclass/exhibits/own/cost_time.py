"""Own comparison: accuracy against time of training and size of the model.

Medians over draws: seconds of wall clock that training the draw's winner took, those that its whole sweep took, and the
numbers that its model stores, where they are known. Accuracy as in own/comparison. Seconds are measured, so that they
vary from run to run and with what else the machine does. The figure shows both costs, on logarithmic axes: better is
up and to the left. †: with some draw the winner stands at the end of the values tried.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.own import comparison
from manyclass.protocol.selection import succeeded
from manyclass.report import points, style
from manyclass.report.tables import Interval

COSTS = {"training, s": "training, seconds", "model parameters": "model parameters"}

applies, trials, note = comparison.applies, comparison.trials, comparison.refitted


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: time and size"


def table(results):
    """One row a data set and method."""
    return pd.DataFrame([_row(results, trial) for trial in trials(results.config)], dtype=object)


def figure(results):
    """One row of panels a data set, one column a cost."""
    frame = table(results)
    sets = comparison.compared(results.config)["datasets"]
    shown, axes = style.panels(len(sets) * len(COSTS), len(COSTS), height=2.4)
    for ax, (dataset, cost) in zip(axes, [(dataset, cost) for dataset in sets for cost in COSTS]):
        rows = frame[frame["data set"] == dataset]
        points.draw(ax, {row["method"]: (row.get(cost), row["accuracy"]) for _, row in rows.iterrows()})
        ax.set(title=dataset, xlabel=COSTS[cost], ylabel="test accuracy, %")
    style.legend(shown, axes)
    return shown


def _row(results, trial):
    accuracy = comparison.accuracy(results, trial)
    named = {"data set": trial.dataset, "method": comparison.name_of(trial), "accuracy": accuracy}
    if not isinstance(accuracy, Interval):
        return named
    records = succeeded(results.records(trial))
    sizes = [record.n_parameters for record in records if record.n_parameters is not None]
    return named | {
        "training, s": float(np.median([record.training_s for record in records])),
        "sweep, s": float(np.median([record.timing.wall_s for record in records])),
        "model parameters": float(np.median(sizes)) if sizes else None,
    }
