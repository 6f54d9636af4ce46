"""How single points with an interval upwards and downwards look, each by its name."""

from itertools import cycle

import numpy as np

from manyclass.report.style import COLOURS, MARKERS
from manyclass.report.tables import Interval


def draw(ax, named) -> None:
    """Draw each name's point on a logarithmic axis of what it costs.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    named : dict of str to (float, Interval)
        Cost, above 0, and mean, by the name for the legend; one that is not to be had keeps its colour and is not
        drawn.
    """
    ax.set_xscale("log")
    looks = zip(cycle(COLOURS), cycle(MARKERS))
    for (name, (cost, cell)), (colour, marker) in zip(named.items(), looks):
        if not isinstance(cell, Interval) or cost is None or not cost > 0:
            continue
        half = 0 if np.isnan(cell.half) else cell.half
        ax.errorbar(cost, cell.mean, yerr=half, color=colour, marker=marker, linestyle="none", label=name)
    low, high = ax.get_xlim()
    if high < 10 * low:  # less than a decade has no labels that one can read
        middle = np.sqrt(low * high)
        ax.set_xlim(middle / np.sqrt(10), middle * np.sqrt(10))
