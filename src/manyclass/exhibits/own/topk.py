"""Own comparison: accuracy of the k best classes.

Share of test samples with a given label among the first k classes of each seed's winner: mean over seeds, and
its 95 % interval where there are at least three.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.own import comparison
from manyclass.protocol.metrics.classification import topk_curve
from manyclass.protocol.selection import succeeded
from manyclass.report import curves, style

applies, trials = comparison.applies, comparison.trials


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: top-k accuracy"


def figure(results):
    """One panel a data set, one curve a method."""
    sets = comparison.compared(results.config)["datasets"]
    shown, axes = style.panels(len(sets), height=2.8)
    for ax, dataset in zip(axes, sets):
        by_method = comparison.by_method(results.config, dataset)
        curves.draw(ax, {method: _band(results, dataset, trial) for method, trial in by_method.items()})
        ax.set(title=dataset, xlabel="k", ylabel="top-k accuracy, %", xticks=range(1, 11))
    style.legend(shown, axes)
    return shown


def _band(results, dataset, trial):
    """Mean and ends of the interval, float64 (3, k), in percent; None when no seed succeeded."""
    Y = results.data(dataset).test.Y
    ranked = [results.ranked(trial, record.seed) for record in succeeded(results.records(trial))]
    return statistics.band(np.array([100 * topk_curve(of_seed, Y) for of_seed in ranked]).T)
