"""How a map of winners looks: over two causes, the best method by colour and mark, and by how much by depth."""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from scipy.ndimage import distance_transform_edt, label

FULL = 20.0  # percent ahead of the second at which a colour is at its deepest
FAINTEST = 0.25
GREY = np.full(3, 0.35)  # none of the methods' colours
HALO = [withStroke(linewidth=1.5, foreground="white")]


def draw(ax, winner, margin, decided, looks) -> None:
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
    looks : sequence of (str, str)
        Colour and mark by number of the method; the mark is written once in each region that is one's.
    """
    full = np.array([to_rgb(colour) for colour, _ in looks])[winner]
    ax.imshow(_paler(full, margin[..., None]), origin="lower", extent=(0, 1, 0, 1), aspect="auto")
    y, x = np.nonzero(~decided)
    centre = (np.arange(len(winner)) + 0.5) / len(winner)
    ax.plot(centre[x], centre[y], linestyle="none", marker=".", markersize=1.5, color="0.25")
    for number in np.unique(winner):
        for row, column in _middles(winner == number):
            at = {"ha": "center", "va": "center", "path_effects": HALO}
            ax.text(centre[column], centre[row], looks[number][1], **at)
    ax.set(xlim=(0, 1), ylim=(0, 1))


def key(figure, named, never, at) -> None:
    """Explain colours, marks and depths in a free corner of the figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    named : dict of str to (str, str)
        Colour and mark of each method that is the best somewhere.
    never : sequence of str
        Methods that are nowhere.
    at : (float, float)
        Figure coordinates: right, top.
    """
    handles = [Patch(color=colour, label=f"{mark}  {name}") for name, (colour, mark) in named.items()]
    handles.append(_words("the deeper, the further ahead:"))
    for ahead, said in ((0.0, "level with the second"), (FULL / 2, f"{FULL / 2:g} %"), (FULL, f"{FULL:g} % or more")):
        handles.append(Patch(color=_paler(GREY, ahead), label=said))
    if never:
        handles += map(_words, ("nowhere the best:", *never))
    figure.legend(handles=handles, loc="upper right", bbox_to_anchor=at)


def _words(text) -> Patch:
    """An entry of a legend that has no colour."""
    return Patch(alpha=0, label=text)


def _paler(colour, margin) -> np.ndarray:
    """A colour, red, green and blue, as deep as a method is ahead."""
    return 1 - (FAINTEST + (1 - FAINTEST) * np.clip(margin / FULL, 0, 1)) * (1 - colour)


def _middles(region) -> list[tuple[int, int]]:
    """The cell of each connected part of a region, bool (k, k), that is deepest inside."""
    parts, count = label(region)
    return [
        np.unravel_index(distance_transform_edt(np.pad(parts == part, 1))[1:-1, 1:-1].argmax(), region.shape)
        for part in range(1, count + 1)
    ]
