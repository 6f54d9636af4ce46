"""How means with their intervals look, a line for each name."""

import numpy as np

from manyclass.report.style import COLOURS
from manyclass.report.tables import Interval

LINES = (":", "--")


def draw(ax, cells, filled) -> None:
    """Draw a dot and its interval for every name, from above.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    cells : dict of str to Interval, or text where there is none
        The text is written in the place of the dot, as far as its first colon.
    filled : set of str
        Names whose dot is filled; the others' are open.
    """
    for place, (name, cell) in enumerate(cells.items()):
        if not isinstance(cell, Interval):
            ax.text(0.02, place, cell.partition(":")[0], transform=ax.get_yaxis_transform(), va="center", color="0.4")
            continue
        face = COLOURS[0] if name in filled else "white"
        half = 0 if np.isnan(cell.half) else cell.half
        ax.errorbar(cell.mean, place, xerr=half, color=COLOURS[0], marker="o", markerfacecolor=face, linestyle="none")
    labels = [f"{name}{cell.mark}" if isinstance(cell, Interval) else name for name, cell in cells.items()]
    ax.set(yticks=range(len(cells)), yticklabels=labels, ylim=(len(cells) - 0.5, -0.5))


def mark(ax, value, name, line) -> None:
    """Draw a vertical line at a value, unless it is nan or beyond what is shown."""
    low, high = ax.get_xlim()
    if low <= value <= high:
        ax.axvline(value, color="0.5", linestyle=line, linewidth=1, label=name)
