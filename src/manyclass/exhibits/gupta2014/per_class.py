"""Accuracy class by class: Wsabie++ against tuned one-vs-all SVMs.

Histograms over the classes of the share of a class's test samples classified correctly, in the best run of each method
(by validation accuracy), on that run's draw of the data. Ticks at the foot: means over classes. The vertical scale is
that of the square root.
"""

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.report import histograms, style

METHODS = ("wsabie_pp", gupta.ONE_VS_ALL)


def trials(config):
    """Trials of the two methods on the sets of table 8."""
    return [gupta.row_trial(config, dataset, row) for dataset in gupta.SETS for row in METHODS]


def figure(results):
    """One panel a data set."""
    shown, axes = style.panels(len(gupta.SETS), height=2.3)
    for ax, dataset in zip(axes, gupta.SETS):
        by_row = {gupta.NAMES[row]: gupta.row_trial(results.config, dataset, row) for row in METHODS}
        histograms.draw(ax, base.class_accuracies(results, by_row))
        ax.set_title(dataset, loc="left")
    return shown
