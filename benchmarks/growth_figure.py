"""The figure of `growth.py`: seconds of a pass over classes and over samples, with guides of slope 1."""

from pathlib import Path

import numpy as np
import pandas as pd

from manyclass.report.style import COLOURS, LINES, MARKERS, context, images, panels

TITLES = {"G": ("classes", "classes G"), "n": ("samples", "samples n")}
APART = 0.065  # of the height of a panel, between the names at the ends of lines


def draw(numbers: pd.DataFrame):
    """The figure of a table of `growth.py`."""
    figure, axes = panels(len(TITLES), height=3.6, sharey=True)
    looks = dict(zip(numbers["method"].unique(), _looks()))
    for ax, (along, (column, label)) in zip(axes, TITLES.items()):
        rows = numbers[numbers["along"] == along]
        for name, (colour, marker, line) in looks.items():
            of_it = rows[rows["method"] == name]
            ax.plot(of_it[column], of_it["seconds"], color=colour, marker=marker, linestyle=line)
        ax.set(xscale="log", yscale="log", xlabel=label)
        ax.set_xticks(sorted(rows[column].unique()), [f"{value:,}" for value in sorted(rows[column].unique())])
        ax.yaxis.set_major_formatter("{x:g}")
        ax.minorticks_off()
    axes[0].set_ylabel("CPU seconds of a pass")
    low, high = axes[0].get_ylim()
    for ax, (along, (column, _)) in zip(axes, TITLES.items()):
        rows = numbers[numbers["along"] == along]
        _guides(ax, rows[column].min(), rows[column].max(), low, high)
        ax.set(ylim=(low, high))
        _names(ax, rows.loc[rows.groupby("method")[column].idxmax()], column, looks)
    return figure


def _looks():
    """Colour, marker and line of one method after the other."""
    for number in range(len(COLOURS) * len(LINES)):
        yield COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)], LINES[number // len(COLOURS)]


def _guides(ax, first, last, low, high):
    """Thin grey lines of slope 1, a decade apart; what they are is said above."""
    for start in 10.0 ** np.arange(np.floor(np.log10(low * first / last)), np.ceil(np.log10(high))):
        ax.plot([first, last], [start, start * last / first], color="0.85", linewidth=0.6, marker="", zorder=0)
    ax.text(0.03, 0.97, "grey: slope 1", transform=ax.transAxes, va="top", color="0.5")


def _names(ax, ends, column, looks):
    """The methods' names at the right of their lines, moved apart where they would overlap."""
    low, high = np.log10(ax.get_ylim())
    ends = ends.sort_values("seconds")
    wished = (np.log10(ends["seconds"].to_numpy()) - low) / (high - low)
    places = _apart(wished, APART)
    for place, (_, row) in zip(places, ends.iterrows()):
        colour = looks[row["method"]][0]
        end, at = (row[column], row["seconds"]), (1.06, place)
        arrow = {"arrowstyle": "-", "color": colour, "linewidth": 0.5, "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 2}
        look = {"xycoords": "data", "textcoords": "axes fraction", "va": "center", "color": colour}
        ax.annotate(row["method"], end, at, annotation_clip=False, arrowprops=arrow, **look)


def _apart(places, least):
    """Sorted places, moved as little as it takes for neighbours to be so far apart: pool-adjacent-violators."""
    pools = []
    for place in np.asarray(places) - least * np.arange(len(places)):
        pools.append([place, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, m), (b, n) = pools.pop(-2), pools.pop()
            pools.append([(a * m + b * n) / (m + n), m + n])
    return np.concatenate([[mean] * count for mean, count in pools]) + least * np.arange(len(places))


def write(numbers: Path, folder: Path) -> None:
    """Read the table, and write growth.svg and growth.png."""
    folder.mkdir(exist_ok=True)
    with context():
        svg, png = images(draw(pd.read_csv(numbers)))
    (folder / "growth.svg").write_bytes(svg)
    (folder / "growth.png").write_bytes(png)
