"""How histograms of several methods look on one axis: outlines, and a tick at each mean."""

from itertools import cycle

import numpy as np

from manyclass.report.style import COLOURS, LINES

BINS = np.linspace(0, 1, 21)


def draw(ax, values):
    """Draw the share of classes in each twentieth of the accuracy range, for every entry of `values`.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    values : dict of str to ndarray, shape (G,)
        Accuracy of each class, by the name for the legend; nan (no samples) is left out.
    """
    for (name, accuracy), colour, line in zip(values.items(), cycle(COLOURS), cycle(LINES)):
        accuracy = accuracy[np.isfinite(accuracy)]
        share = np.histogram(accuracy, BINS)[0] / max(len(accuracy), 1)
        mean = accuracy.mean() if len(accuracy) else np.nan
        label = f"{name} (mean {100 * mean:.1f} %)"
        ax.stairs(100 * share, 100 * BINS, color=colour, linestyle=line, linewidth=1.2, label=label)
        ax.axvline(100 * mean, ymax=0.04, color=colour, linewidth=2)
    ax.set(xlim=(0, 100), xlabel="accuracy of a class, %", ylabel="share of classes, %", yscale="log")
    ax.set_ylim(bottom=0.05)
    ax.legend(loc="upper right")
