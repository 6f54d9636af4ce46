"""How a Markov chain looks: states as circles, transitions as arrows with a label each, in the arrow's colour."""

import numpy as np
from matplotlib.patches import Circle

RADIUS = 0.2  # of a circle; the states' places are in the same units
BEND = 0.18


def draw(ax, states, transitions) -> None:
    """Draw a chain.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    states : dict of str to (float, float)
        Name and place of every state.
    transitions : list of (str, str, str, dict)
        From, to, label, and the line's properties. From a state to itself is a loop that points outwards.
    """
    ax.set(aspect="equal")
    ax.axis("off")
    centre = np.mean(list(states.values()), axis=0)
    for name, place in states.items():
        ax.add_patch(Circle(place, RADIUS, fill=False))
        ax.text(*place, name, ha="center", va="center")
    for start, end, label, line in transitions:
        if start == end:
            _loop(ax, np.array(states[start]), centre, label, line)
        else:
            _arrow(ax, np.array(states[start]), np.array(states[end]), label, line)
    ax.margins(0.12)
    ax.autoscale_view()


def _arrow(ax, start, end, label, line):
    along = (end - start) / np.linalg.norm(end - start)
    left = np.array([-along[1], along[0]])
    ends = [start + RADIUS * along, end - RADIUS * along]
    style = {"arrowstyle": "-|>", "connectionstyle": f"arc3,rad=-{BEND}", "shrinkA": 1, "shrinkB": 1, **line}
    _line(ax, ends, style)
    middle = (start + end) / 2 + left * (BEND * np.linalg.norm(ends[1] - ends[0]) / 2 + 0.02)
    sides = {"ha": _side(left[0], "left", "right"), "va": _side(left[1], "bottom", "top")}
    ax.text(*middle, label, color=line.get("color", "black"), **sides)


def _loop(ax, place, centre, label, line):
    out = (place - centre) / np.linalg.norm(place - centre)
    angle = np.arctan2(out[1], out[0])
    ends = [place + RADIUS * np.array([np.cos(angle + turn), np.sin(angle + turn)]) for turn in (0.5, -0.5)]
    style = {"arrowstyle": "-|>", "connectionstyle": "arc3,rad=-1.6", "shrinkA": 0, "shrinkB": 0, **line}
    _line(ax, ends, style)
    sides = {"ha": _side(out[0], "left", "right"), "va": _side(out[1], "bottom", "top")}
    ax.text(*(place + out * (RADIUS + 0.18)), label, color=line.get("color", "black"), **sides)


def _line(ax, ends, style):
    """A line and its head, which would be dotted with the line if it were one with it."""
    ax.annotate("", ends[1], ends[0], arrowprops=style | {"arrowstyle": "-", "shrinkB": 4})
    ax.annotate("", ends[1], ends[0], arrowprops=style | {"linestyle": "-", "linewidth": 0})


def _side(component, positive, negative):
    return "center" if abs(component) < 0.2 else positive if component > 0 else negative
