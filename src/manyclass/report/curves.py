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
    for (name, band), look in zip(curves.items(), looks):
        if band is not None:
            curve(ax, np.arange(1, len(band[0]) + 1) if x is None else x, band, look, name)


def curve(ax, x, band, look, label) -> None:
    """Draw a line through the means and a band of the intervals, in a look that the caller chooses.

    There is reason to where one figure shows two kinds of things, so that a colour must not stand for both.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : sequence of k numbers
    band : ndarray of shape (3, k), or None
        Mean, low and high end; None (a failure) is not drawn.
    look : tuple
        Colour, marker and line.
    label : str
        For the legend.
    """
    if band is not None:
        mean, low, high = band
        colour, marker, line = look
        ax.plot(x, mean, color=colour, marker=marker, linestyle=line, label=label)
        ax.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)


def bars(ax, x, band, look, label) -> None:
    """Draw the means, joined by the look's line, with a bar for each interval; arguments as of `curve`.

    For several bands at the same places, which would lie upon each other.
    """
    if band is not None:
        mean, low, high = band
        colour, marker, line = look
        error = [mean - low, high - mean]
        ax.errorbar(x, mean, yerr=error, color=colour, marker=marker, linestyle=line, capsize=2, label=label)
