"""How classifiers of the plane look: boundaries of nearest-prototype regions."""

import numpy as np
from matplotlib.colors import ListedColormap

FINENESS = 400


def boundaries(ax, prototypes, **line) -> None:
    """Draw where two prototypes, float (G, 2), are nearest alike, within the limits of the axes.

    It is the zero line of a difference of distances, which is smooth enough to be contoured, without what lies
    nearer to a third prototype; every pair is drawn once.
    """
    xs, ys = (np.linspace(*limits, FINENESS) for limits in (ax.get_xlim(), ax.get_ylim()))
    places = np.stack(np.meshgrid(xs, ys), axis=-1)
    distances = np.linalg.norm(places[..., None, :] - np.asarray(prototypes), axis=-1)
    for g in range(len(prototypes) - 1):
        own, next_best = distances[..., g], distances[..., g + 1 :].min(axis=-1)
        before = distances[..., :g].min(axis=-1, initial=np.inf)
        lead = np.where(before < np.minimum(own, next_best), np.nan, own - next_best)
        ax.contour(xs, ys, lead, levels=[0], **line)


def samples(ax, X, right, colour, marker, label) -> None:
    """Draw the samples of a class, float (n, 2), open where ``right``, bool (n,), and filled where not."""
    ax.plot(*X[right].T, marker, color=colour, markerfacecolor="none", label=label)
    ax.plot(*X[~right].T, marker, color=colour)


def regions(ax, lines, colours) -> None:
    """Shade where each linear classifier of the plane scores highest, within the limits of the axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    lines : array-like (G, 3)
        Class vectors and intercepts; of equal scores the first class's counts.
    colours : sequence of G colours
    """
    xs, ys = (np.linspace(*limits, FINENESS) for limits in (ax.get_xlim(), ax.get_ylim()))
    places = np.stack([*np.meshgrid(xs, ys), np.ones((FINENESS, FINENESS))], axis=-1)
    best = (places @ np.asarray(lines).T).argmax(axis=-1)
    extent = (*ax.get_xlim(), *ax.get_ylim())
    look = {"cmap": ListedColormap(colours), "vmin": -0.5, "vmax": len(colours) - 0.5, "alpha": 0.2}
    ax.imshow(best, extent=extent, origin="lower", aspect=ax.get_aspect(), zorder=0, **look)
