"""How points with a cost and an interval of their value look, each by its name, and which of them none dominates."""

import numpy as np

from manyclass.report.style import COLOURS, MARKERS, plain_log
from manyclass.report.tables import Interval

ROOM = 0.05  # at either end of an axis, as a share
FRONT = {"color": "0.6", "linewidth": 0.9, "zorder": 1}


def looks(names) -> dict[str, tuple[str, str]]:
    """Colour and marker of each name, in order; as many as there are pairs differ."""
    pairs = {}
    for number, name in enumerate(dict.fromkeys(names)):
        turn, place = divmod(number, len(COLOURS))
        pairs[name] = COLOURS[place], MARKERS[(place + turn) % len(MARKERS)]
    return pairs


def draw(ax, named, looks) -> None:
    """Draw each name's point on a logarithmic axis of what it costs, and join those that none dominates.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    named : dict of str to (float, Interval)
        Cost, above 0, and mean, by the name of the point; one that is not to be had is not drawn.
    looks : dict of str to (str, str)
        Colour and marker by name, the same for all panels of a figure.
    """
    known = {name: point for name, point in named.items() if isinstance(point[1], Interval) and (point[0] or 0) > 0}
    ax.set_xscale("log")
    _limit(ax, [cost for cost, _ in known.values()])
    plain_log(ax.xaxis)
    for name, (cost, cell) in known.items():
        colour, marker = looks[name]
        half = 0 if np.isnan(cell.half) else cell.half
        ax.errorbar(cost, cell.mean, yerr=half, color=colour, marker=marker, linestyle="none", label=name)
    joined = front({name: (cost, cell.mean) for name, (cost, cell) in known.items()})
    ax.plot([known[name][0] for name in joined], [known[name][1].mean for name in joined], **FRONT)


def _limit(ax, costs) -> None:
    """Limits around all costs, a decade apart at least, since less has no labels that one can read."""
    ends = np.log10([min(costs), max(costs)]) if costs else np.array([0.0, 1.0])
    margin = max(ROOM * np.ptp(ends), (1 - np.ptp(ends)) / 2)
    ax.set_xlim(*10 ** (ends + [-margin, margin]))


def front(points) -> list[str]:
    """The points that none dominates, from the cheapest: no other costs less or as much and is better or as good.

    Parameters
    ----------
    points : dict of str to (float, float)
        Cost and value by name. Of points that are equal in both the first alone is listed.
    """
    best, listed = -np.inf, []
    for name in sorted(points, key=lambda name: (points[name][0], -points[name][1])):
        if points[name][1] > best:
            best = points[name][1]
            listed.append(name)
    return listed
