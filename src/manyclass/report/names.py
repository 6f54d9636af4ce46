"""Names written beside the points of a figure, where they cover neither each other nor a point."""

import numpy as np
from matplotlib.patheffects import withStroke

from manyclass.report import style

MOST = 10  # names of one panel that find room beside its points
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (1, 2), (-1, 2), (1, -2), (-1, -2)]
DISTANCES = (5, 11, 18, 26, 36, 48, 62, 78)  # points from the middle of a marker to the nearest edge of its name
LED = 11  # from which on a line leads from the one to the other, as where another marker is nearer than its own
MARKER, BAR = 4, (2, 0)  # half of what a marker covers, and what is free of names around an interval, in points
LINE = {"color": "0.5", "linewidth": 0.6, "zorder": 0, "scalex": False, "scaley": False}
HALO = [withStroke(linewidth=2, foreground="white")]  # where a name covers a line, it can be read and the line ends
OUTSIDE = 3  # times as bad as covering something


def write(figure) -> None:
    """Write the label of every point that `manyclass.report.points.draw` has drawn, in all axes of a figure.

    The figure has to be complete, since what is free depends on how large its axes come out. Each name goes, one after
    the other, where it covers least and no other point is nearer, as near its own as that can be had. Where a panel has
    more names than find room, a number stands for each, the same in all panels, and a legend says which.
    """
    said = {}  # what stands beside a point, by its label
    for ax in figure.axes:
        said |= {container.get_label(): container.get_label() for container in ax.containers}
    if max((len(ax.containers) for ax in figure.axes), default=0) > MOST:
        said = _number(figure, list(said))
    figure.draw_without_rendering()
    for ax in figure.axes:
        _write_in(ax, figure.dpi / 72, said)


def _number(figure, listed) -> dict[str, str]:
    """Put the number of each name before it and all into a legend; return the numbers by what labels are now.

    The figure grows by the legend, and panels stay as high as they are.
    """
    labels = {name: f"{place}  {name}" for place, name in enumerate(listed, 1)}
    for container in (each for ax in figure.axes for each in ax.containers):
        container.set_label(labels[container.get_label()])
    style.legend(figure, figure.axes)
    figure.set_figheight(figure.get_figheight() + figure.legends[0].get_window_extent().height / figure.dpi)
    return {label: str(place) for place, label in enumerate(labels.values(), 1)}


def _write_in(ax, scale, said) -> None:
    points = {container.get_label(): container for container in ax.containers}
    at = {name: ax.transData.transform(each[0].get_xydata()[0]) for name, each in points.items()}
    taken = [[*(middle - MARKER * scale), *(middle + MARKER * scale)] for middle in at.values()]
    around = scale * np.array([*np.negative(BAR), *BAR])
    taken += [each[2][0].get_window_extent().extents + around for each in points.values()]
    for name in sorted(at, key=lambda name: -at[name][1]):
        at_point = {"xy": points[name][0].get_xydata()[0], "xytext": (0, 0), "textcoords": "offset points"}
        text = ax.annotate(said[name], **at_point, va="bottom", path_effects=HALO)
        text.set_in_layout(False)
        others = np.array([middle for other, middle in at.items() if other != name]).reshape(-1, 2)
        boxes = _places(at[name], np.array(text.get_window_extent().size), scale)
        costs = _costs(boxes, np.array(taken), ax.bbox.extents) + _nearness(boxes, others, scale)
        box = boxes[int(np.argmin(costs))]
        taken.append(box)
        text.set_position((box[:2] - at[name]) / scale)
        own, other = (_distances(box, middles).min(initial=np.inf) for middles in (at[name][None], others))
        if own > (LED - 0.5) * scale or other < own:
            nearest = np.clip(at[name], box[:2], box[2:])
            ax.plot(*ax.transData.inverted().transform([at[name], nearest]).T, **LINE)


def _places(middle, size, scale) -> np.ndarray:
    """Where a name of this size may stand around a point: float64 (places, 4), the nearest first."""
    directions = np.array(SIDES, dtype=float)
    reach = directions / np.abs(directions).max(axis=1, keepdims=True)
    low = middle - size * np.where(directions > 0, 0, np.where(directions < 0, 1, 0.5))
    low = (low + scale * np.array(DISTANCES)[:, None, None] * reach).reshape(-1, 2)
    return np.hstack([low, low + size])


def _costs(boxes, taken, inside) -> np.ndarray:
    """How much each of `boxes` covers, float64 (boxes,), in square pixels; what lies beyond the axes counts more."""
    beyond = _overlaps(boxes, boxes).diagonal() - _overlaps(boxes, inside[None])[:, 0]
    return _overlaps(boxes, taken).sum(axis=1) + OUTSIDE * beyond


def _nearness(boxes, others, scale) -> np.ndarray:
    """How far each of the boxes of `_places` reaches into where another point is as near as its own, as `_costs`.

    A name with a line to its point is read by the line; near others it has to be as little as one without.
    """
    reach = scale * np.minimum(np.repeat(DISTANCES, len(SIDES)), LED)[:, None, None]
    around = np.concatenate([others - reach, others + reach], axis=2)
    return _shared(boxes[:, None], around).sum(axis=1)


def _distances(box, middles) -> np.ndarray:
    """How far each of `middles`, float64 (n, 2), is from a box; float64 (n,)."""
    return np.linalg.norm(middles - np.clip(middles, box[:2], box[2:]), axis=1)


def _overlaps(some, others) -> np.ndarray:
    """Area that each of some boxes shares with each of others, float64 (some, others); boxes are x0, y0, x1, y1."""
    return _shared(some[:, None], others[None])


def _shared(some, others) -> np.ndarray:
    """Area that boxes share one by one; the last axis is that of x0, y0, x1, y1."""
    low, high = np.maximum(some[..., :2], others[..., :2]), np.minimum(some[..., 2:], others[..., 2:])
    return np.clip(high - low, 0, None).prod(axis=-1)
