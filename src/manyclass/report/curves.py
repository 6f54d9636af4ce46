"""How curves with intervals over seeds look."""

from itertools import cycle

from manyclass.report.style import COLOURS, LINES, MARKERS


def draw(ax, x, curves):
    """Draw mean and interval over seeds.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : sequence of float, length k
    curves : dict of str to (mean, low, high), each of shape (k,)
        By the name for the legend.
    """
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(LINES))
    for (name, (mean, low, high)), (colour, marker, line) in zip(curves.items(), looks):
        ax.plot(x, mean, color=colour, marker=marker, linestyle=line, label=name)
        ax.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
