"""Validation accuracy against training time.

The runs of gupta2014/convergence, whose passes this figure replaces by the seconds they took: means over seeds of the
accuracy, medians of the time. The clock stands still while a model is evaluated; the first pass includes loading
the compiled code. Seconds are measured, so that this figure alone differs a little when everything is run again.
Source: Gupta, Bengio and Weston 2014, section 8.3.
"""

import numpy as np

from manyclass.exhibits.gupta2014 import convergence, table8
from manyclass.protocol.selection import succeeded

trials = convergence.trials


def figure(results):
    """One curve a method, on a logarithmic axis of time."""
    from matplotlib.ticker import NullFormatter, StrMethodFormatter

    from manyclass.report import style

    shown, (ax,) = style.panels(1, height=3.0)
    shown.set_figwidth(style.PAGE)
    looks = zip(style.COLOURS, style.MARKERS, style.LINES)
    for row, (colour, marker, line) in zip(convergence.CURVES, looks):
        seconds, curves = _seconds(results, row), convergence.valid(results, row)
        if curves:
            look = {"color": colour, "marker": marker, "linestyle": line, "markevery": 4}
            ax.plot(np.median(seconds, axis=0), np.mean(curves, axis=0), label=table8.NAMES[row], **look)
    convergence.level(ax, results)
    ax.set(xscale="log", xlabel="seconds of training", ylabel="validation accuracy, %", ylim=(0, None))
    ax.xaxis.set(major_formatter=StrMethodFormatter("{x:g}"), minor_formatter=NullFormatter())
    style.legend(shown, [ax])
    return shown


def _seconds(results, row) -> list:
    """Seconds of training up to each pass, one list for each seed that succeeded."""
    records = succeeded(results.records(convergence.curve_trial(results.config, row)))
    return [record["timing"]["seconds"][record["winner"]] for record in records]
