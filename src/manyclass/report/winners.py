"""How a map of winners looks: over two causes, the best method by colour and by how much by depth."""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch

from manyclass.report.style import COLOURS

FULL = 20.0  # percent ahead of the second at which a colour is at its deepest
FAINTEST = 0.25


def draw(ax, winner, margin, decided, colours) -> None:
    """Draw one map on the unit square; where the first and the second cannot be told apart, a dot.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    winner : int ndarray (k, k)
        Number of the best method; rows along y, upwards, columns along x.
    margin : float64 ndarray (k, k)
        By how many percent it is ahead of the second.
    decided : bool ndarray (k, k)
        Whether that is beyond doubt.
    colours : sequence of str
        By number of the method.
    """
    depth = FAINTEST + (1 - FAINTEST) * np.clip(margin / FULL, 0, 1)[..., None]
    full = np.array([to_rgb(colour) for colour in colours])[winner]
    ax.imshow(1 - depth * (1 - full), origin="lower", extent=(0, 1, 0, 1), aspect="auto")
    y, x = np.nonzero(~decided)
    centre = (np.arange(len(winner)) + 0.5) / len(winner)
    ax.plot(centre[x], centre[y], linestyle="none", marker=".", markersize=1.5, color="0.25")
    ax.set(xlim=(0, 1), ylim=(0, 1))


def key(figure, names, at) -> None:
    """Explain the colours in a free corner of the figure, at these figure coordinates (right, top)."""
    handles = [Patch(color=colour, label=name) for name, colour in zip(names, COLOURS)]
    figure.legend(handles=handles, loc="upper right", bbox_to_anchor=at)
