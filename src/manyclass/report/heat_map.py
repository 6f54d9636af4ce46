"""How a table of standardised numbers looks: a heat map whose rows are in the order of a hierarchical clustering."""

import numpy as np
from scipy.cluster.hierarchy import dendrogram, linkage

REACH = 2.5  # standard deviations at which colours end
COLOURS = "PuOr_r"  # purple below, orange above: told apart by the colour-blind
TREE = 0.16  # width of the tree in those of the map


def draw(ax, standardised, numbers, rows, columns, bold=()) -> None:
    """Draw the map on `ax`, with the tree of the clustering to the left and the numbers in the cells.

    Rows are joined by the mean distance of their members (``average`` linkage, Euclidean).

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    standardised : ndarray, shape (rows, columns), float64
        What decides the colours and the order.
    numbers : ndarray of the same shape
        What is written.
    rows, columns : list of str
        Names.
    bold : collection of str
        Rows whose names are set in bold, with a star.
    """
    joined = linkage(standardised, "average", optimal_ordering=True)
    tree = dendrogram(joined, no_plot=True)
    order = tree["leaves"]
    image = ax.imshow(standardised[order], cmap=COLOURS, vmin=-REACH, vmax=REACH, aspect="auto")
    for place, row in enumerate(order):
        for column, number in enumerate(numbers[row]):
            dark = abs(standardised[row, column]) > 0.7 * REACH
            text = f"{number:.2f}" if abs(number) < 100 else f"{number:.0f}"
            text = "–" if np.isnan(number) else text
            ax.text(column, place, text, ha="center", va="center", color="white" if dark else "black")
    ax.yaxis.tick_right()
    ax.set_yticks(range(len(rows)), [f"★ {rows[row]}" if rows[row] in bold else rows[row] for row in order])
    for label, row in zip(ax.get_yticklabels(), order):
        label.set(weight="bold" if rows[row] in bold else "normal")
    ax.set_xticks(range(len(columns)), columns)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    _tree(ax.inset_axes([-TREE - 0.01, 0, TREE, 1]), tree, len(rows))
    bar = ax.figure.colorbar(image, ax=ax, location="bottom", shrink=0.5, pad=0.02, extend="both", aspect=40)
    bar.set_label("standard deviations from the mean of all rows")


def _tree(ax, tree, n_rows) -> None:
    """Draw the tree, its leaves at the right and at the heights of the rows."""
    for across, along in zip(tree["dcoord"], tree["icoord"]):
        ax.plot(across, (np.array(along) - 5) / 10, color="0.3", linewidth=0.7)
    ax.set(xlim=(1.02 * max(map(max, tree["dcoord"])), 0), ylim=(n_rows - 0.5, -0.5))
    ax.axis("off")
