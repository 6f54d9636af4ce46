"""Own comparison: accuracy of the k best classes.

Share of test samples with a given label among the first k classes of each seed's winner: mean over seeds, and
its 95 % interval where there are at least three.
"""

import numpy as np

from manyclass.exhibits.own import comparison
from manyclass.protocol.claims.claim import FEWEST, interval
from manyclass.protocol.metrics import predictions
from manyclass.protocol.selection import succeeded

applies, trials = comparison.applies, comparison.trials


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: top-k accuracy"


def figure(results):
    """One panel a data set, one curve a method."""
    from manyclass.report import curves, style

    sets = comparison.compared(results.config)["datasets"]
    shown, axes = style.panels(len(sets), height=2.8)
    for ax, dataset in zip(axes, sets):
        found = comparison.by_method(results.config, dataset)
        curves.draw(ax, {method: _curve(results, dataset, trial) for method, trial in found.items()})
        ax.set(title=dataset, xlabel="k", ylabel="top-k accuracy, %", xticks=range(1, 11))
    style.legend(shown, axes)
    return shown


def _curve(results, dataset, trial):
    """Mean and ends of the interval, shape (3, k), in percent; None when no seed succeeded."""
    seeds = [record["trial"]["seed"] for record in succeeded(results.records(trial))]
    if not seeds:
        return None
    Y = results.data(dataset).test.Y
    hits = 100 * np.array([predictions.topk_curve(Y, results.ranked(trial, seed)) for seed in seeds])
    if len(seeds) < FEWEST:
        return np.array([hits.mean(axis=0)] * 3)
    return np.array([interval(column) for column in hits.T]).T
