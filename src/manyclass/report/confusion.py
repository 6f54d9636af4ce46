"""How a confusion matrix of thousands of classes looks: coarse, in tree order, the tree's blocks marked."""

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import LogNorm

CELLS = 120  # rows and columns at most: more are not seen at column width, and a cell of one sample is noise
BLOCKS = 48  # most blocks that can still be told apart
FAINTEST = 0.01  # about the share of a cell where predictions spread evenly; less stays white


def coarse(true, predicted, classes) -> np.ndarray:
    """Share of each group of neighbouring true classes (rows) predicted as each group (columns).

    Parameters
    ----------
    true, predicted : ndarray of int, shape (n,)
        Class numbers, in tree order.
    classes : int
        Number of classes; they are put into at most CELLS groups of (nearly) equal size.

    Returns
    -------
    ndarray, shape (groups, groups), float64
        Rows sum to one, or hold nan where a group has no sample.
    """
    groups = min(classes, CELLS)
    rows, columns = (np.asarray(c, dtype=np.int64) * groups // classes for c in (true, predicted))
    counts = np.bincount(rows * groups + columns, minlength=groups * groups).reshape(groups, groups)
    samples = counts.sum(axis=1, keepdims=True)
    return np.where(samples > 0, counts / np.maximum(samples, 1), np.nan)


def blocks(paths) -> np.ndarray:
    """First class of each block, at the deepest level of the tree with at most BLOCKS blocks.

    Parameters
    ----------
    paths : ndarray of int, shape (classes, levels)
        Nodes from the root down to each class, filled up with -1; classes in depth-first order.

    Returns
    -------
    ndarray of int, ascending, without class 0; empty when even the first level has more blocks.
    """
    borders = np.array([], dtype=np.int64)
    for ancestor in np.where(paths >= 0, paths, np.arange(len(paths))[:, None]).T[1:]:
        changes = np.flatnonzero(np.diff(ancestor)) + 1
        if len(changes) >= BLOCKS:
            break
        borders = changes
    return borders


def draw(ax, true, predicted, classes, borders):
    """Draw the matrix on `ax`, with a square for each block of the tree.

    Returns the image, for a colour bar common to several.
    """
    image = ax.imshow(
        coarse(true, predicted, classes),
        extent=(0, classes, classes, 0),
        norm=LogNorm(FAINTEST, 1),
        cmap=colormaps["magma_r"].with_extremes(under="white", bad="white"),
        aspect="equal",
    )
    edges = np.concatenate([[0], borders, [classes]])
    for first, last in zip(edges[:-1], edges[1:]):
        square = np.array([[0, 1, 1, 0, 0], [0, 0, 1, 1, 0]]) * (last - first) + first
        ax.plot(*square, color="0.25", linewidth=0.5)
    ax.set(xlim=(0, classes), ylim=(classes, 0))
    ax.locator_params(nbins=4)
    for spine in ax.spines.values():
        spine.set_visible(True)
    return image
