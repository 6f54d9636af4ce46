"""Accuracy class by class: Wsabie++ against tuned one-vs-all SVMs.

Histograms over the classes of the share of a class's test samples classified correctly, in the best run of
each method (by validation accuracy). Ticks at the foot: means over classes. The vertical scale is that of the
square root.
"""

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import table8

METHODS = ("wsabie_pp", "one_vs_rest")


def trials(config):
    """Trials of the two methods on the sets of table 8."""
    return [table8.row_trial(config, dataset, row) for dataset in table8.SETS for row in METHODS]


def figure(results):
    """One panel a data set."""
    from manyclass.report import histograms, style

    shown, axes = style.panels(len(table8.SETS), height=2.3)
    for ax, dataset in zip(axes, table8.SETS):
        found = {row: table8.row_trial(results.config, dataset, row) for row in METHODS}
        histograms.draw(ax, base.class_accuracies(results, dataset, found))
        ax.set_title(dataset, loc="left")
    return shown
