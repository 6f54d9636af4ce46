"""Validation accuracy against training time.

The runs of gupta2014/convergence, whose passes this figure replaces by the seconds they took: means over draws of the
accuracy, medians of the time. The clock stands still while a model is evaluated; the first pass includes loading the
compiled code. Seconds are measured, so that this figure differs a little when everything is run again. † marks a method
whose sweep ended at an edge. Source: Gupta, Bengio and Weston 2014, section 8.3.
"""

import numpy as np
from matplotlib.ticker import NullFormatter, StrMethodFormatter

from manyclass.exhibits.gupta2014 import convergence
from manyclass.protocol.selection import succeeded
from manyclass.report import style

trials = convergence.trials


def figure(results):
    """One panel a set, one curve a method, on a logarithmic axis of time."""
    shown, axes = style.panels(len(convergence.SETS), height=3.0)
    for ax, dataset in zip(axes, convergence.SETS):
        for row, look in zip(convergence.CURVES, zip(style.COLOURS, style.MARKERS, style.LINES)):
            _draw(ax, results, row, dataset, *look)
        convergence.draw_level(ax, results, dataset)
        ax.set(xscale="log", xlabel="seconds of training", title=dataset, ylim=(0, None))
        ax.xaxis.set(major_formatter=StrMethodFormatter("{x:g}"), minor_formatter=NullFormatter())
    axes[0].set_ylabel("validation accuracy, %")
    style.legend(shown, axes)
    return shown


def _draw(ax, results, row, dataset, colour, marker, line):
    seconds, accuracies = _seconds(results, row, dataset), convergence.valid(results, row, dataset)
    if accuracies:
        look = {"color": colour, "marker": marker, "linestyle": line, "markevery": max(1, len(seconds[0]) // 15)}
        label = convergence.label(results, row)
        ax.plot(np.median(seconds, axis=0), np.mean(accuracies, axis=0), label=label, **look)


def _seconds(results, row, dataset) -> list:
    """Seconds of training up to each pass, one list for each draw that succeeded."""
    records = succeeded(results.records(convergence.curve_trial(results.config, row, dataset)))
    return [record.timing.candidates[record.winner] for record in records]
