"""How histograms of class accuracies look on one axis: outlines, and a tick at each mean."""

from itertools import cycle

import numpy as np

from manyclass.report.style import COLOURS, LINES

BINS = np.linspace(0, 1, 21)
TICKS = (0, 1, 5, 10, 20, 40, 60, 80, 100)


def draw(ax, values):
    """Draw the share of classes in each twentieth of the accuracy range, for every entry of `values`.

    The share stands on a square-root scale: most of many classes can be near zero, and a few far from it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    values : dict of str to ndarray of shape (G,) or None
        Accuracy of each class, by the name for the legend; nan (no samples) is left out; None is a failure.
    """
    for (name, accuracy), colour, line in zip(values.items(), cycle(COLOURS), cycle(LINES)):
        if accuracy is None:
            ax.plot([], [], color=colour, linestyle=line, label=f"{name}: no result")
            continue
        accuracy = accuracy[np.isfinite(accuracy)]
        share = 100 * np.histogram(accuracy, BINS)[0] / len(accuracy)
        mean = 100 * accuracy.mean()
        ax.stairs(share, 100 * BINS, color=colour, fill=True, alpha=0.15)
        ax.stairs(share, 100 * BINS, color=colour, linestyle=line, label=f"{name}, mean {mean:.1f} %")
        ax.axvline(mean, ymax=0.06, color=colour, linewidth=2)
    ax.set(xlim=(0, 100), xlabel="accuracy of a class, %", ylabel="classes, %\n(square-root scale)")
    top = max(ax.get_ylim()[1], 2)
    ax.set_yscale("function", functions=(lambda share: np.sqrt(np.maximum(share, 0)), np.square))
    ax.set(ylim=(0, top), yticks=[tick for tick in TICKS if tick <= top])
    narrow = {"handlelength": 1.6, "handletextpad": 0.5, "borderpad": 0}  # a title at the left has room beside it
    ax.legend(loc="lower right", bbox_to_anchor=(1.03, 1.0), borderaxespad=0, labelspacing=0.2, **narrow)
