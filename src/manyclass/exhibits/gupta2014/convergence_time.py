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
    """One curve a method, on a logarithmic axis of time."""
    shown, (ax,) = style.panels(1, height=3.0)
    shown.set_figwidth(style.PAGE)
    looks = zip(style.COLOURS, style.MARKERS, style.LINES)
    for row, (colour, marker, line) in zip(convergence.CURVES, looks):
        seconds, accuracies = _seconds(results, row), convergence.valid(results, row)
        if accuracies:
            look = {"color": colour, "marker": marker, "linestyle": line, "markevery": max(1, len(seconds[0]) // 15)}
            ax.plot(
                np.median(seconds, axis=0), np.mean(accuracies, axis=0), label=convergence.label(results, row), **look
            )
    convergence.draw_level(ax, results)
    ax.set(xscale="log", xlabel="seconds of training", ylabel="validation accuracy, %", ylim=(0, None))
    ax.xaxis.set(major_formatter=StrMethodFormatter("{x:g}"), minor_formatter=NullFormatter())
    style.legend(shown, [ax])
    return shown


def _seconds(results, row) -> list:
    """Seconds of training up to each pass, one list for each draw that succeeded."""
    records = succeeded(results.records(convergence.curve_trial(results.config, row)))
    return [record.timing.candidates[record.winner] for record in records]
