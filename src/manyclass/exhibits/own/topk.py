"""Own comparison: accuracy of the k best classes.

Share of test samples with a given label among the first k classes of each draw's own winner, chosen by top-1: mean over
draws, and its 95 % interval where there are at least three, over what own/comparison says. †: with some draw the winner
stands at the end of the values tried; ‡: its training was stopped before it had converged; ↑: it was ended by the cap
on passes.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.own import comparison
from manyclass.exhibits.own.standing import overlap
from manyclass.protocol.metrics.ranking import topk_curve
from manyclass.protocol.selection import succeeded
from manyclass.report import curves, style

applies, trials, note = comparison.applies, comparison.trials, comparison.refitted


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: top-k accuracy"


def figure(results):
    """One panel a data set, one curve a method."""
    wanted = comparison.compared(results.config)
    sets = {dataset: comparison.by_method(results.config, dataset) for dataset in wanted["datasets"]}
    labels = {method: _label(results, method, sets) for method in wanted["methods"]}
    shown, axes = style.panels(len(sets), height=2.8)
    for ax, (dataset, by_method) in zip(axes, sets.items()):
        curves.draw(ax, {labels[method]: _band(results, dataset, trial) for method, trial in by_method.items()})
        ax.set(title=dataset, xlabel="k", ylabel="top-k accuracy, %", xticks=range(1, 11))
    style.legend(shown, axes)
    return shown


def _label(results, method, sets):
    """A method, marked where it is on any of the sets."""
    trials = (by_method[method] for by_method in sets.values())
    return f"{method}{base.every_mark(comparison.marks(results.records(trial), trial) for trial in trials)}"


def _band(results, dataset, trial):
    """Mean and ends of the interval, float64 (3, k), in percent; None when no seed succeeded."""
    seeds = [record.seed for record in succeeded(results.records(trial))]
    of_seeds = [topk_curve(results.ranked(trial, seed), results.data(dataset, seed).test.Y) for seed in seeds]
    return statistics.band(100 * np.array(of_seeds).T, overlap(results.card(dataset), trial.refit))
