"""How curves with intervals over seeds look."""

from itertools import cycle

import numpy as np

from manyclass.report.style import COLOURS, LINES, MARKERS


def draw(ax, curves, x=None):
    """Draw mean and interval over seeds.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    curves : dict of str to ndarray of shape (3, k) or None
        Mean, low and high end, by the name for the legend; None (a failure) keeps its colour and is not drawn.
    x : sequence of k numbers, optional
        Where the points stand; 1, 2, ... when not said.
    """
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(LINES))
    for (name, curve), (colour, marker, line) in zip(curves.items(), looks):
        if curve is None:
            continue
        mean, low, high = curve
        at = np.arange(1, len(mean) + 1) if x is None else x
        ax.plot(at, mean, color=colour, marker=marker, linestyle=line, label=name)
        ax.fill_between(at, low, high, color=colour, alpha=0.2, linewidth=0)
