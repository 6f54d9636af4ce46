"""Accuracy against what training costs and how large the model is: what the exhibits of several documents share.

An exhibit that does so is called ``..._time``: seconds are measured, and differ from run to run.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import baselines
from manyclass.protocol.selection import succeeded
from manyclass.report import names, points, style
from manyclass.report.tables import Interval

ACCURACY, SECONDS, SIZE, MEMORY = "accuracy, %", "training, s", "model parameters", "memory, GB"
COSTS = {SECONDS: "training, seconds", SIZE: "model parameters"}
MEASURED = (
    "Seconds are of the wall clock, on one core, of one run on one machine, which may have been busy with other jobs: "
    "they vary from run to run. A solver that starts from the solution of another candidate of its sweep is timed from "
    "there on. Memory, where it is shown, is the largest resident set of a trial's process, its whole sweep, with data "
    "and libraries. In the figure costs are on logarithmic axes, better is up and to the left, intervals are of the "
    "accuracy, and the line joins the methods of which no other is as cheap and as accurate; a cost in which the "
    "methods are within a tenth of one another on every set is not drawn."
)
ALIKE = 1.1  # ratio of two costs
HEIGHT = 3.1  # inches of a panel, in which the names of a dozen methods find room


def note(config) -> str:
    """What seconds are, how to read the figure, and where a baseline is missing."""
    return f"{MEASURED} {baselines.note()}".rstrip()


def cells(records) -> dict[str, float | None]:
    """Medians over draws: seconds that training the draw's winner took, numbers that its model stores, and memory.

    Parameters
    ----------
    records : list of Record
        One for each draw, of which one at least succeeded.

    Returns
    -------
    dict of str to float
        None where no draw knows its model's size, or its memory.
    """
    ok = succeeded(records)
    sizes = [record.n_parameters for record in ok if record.n_parameters is not None]
    peaks = [record.timing.peak_bytes / 1e9 for record in ok if record.timing.peak_bytes]
    return {
        SECONDS: float(np.median([record.training_s for record in ok])),
        SIZE: float(np.median(sizes)) if sizes else None,
        MEMORY: float(np.median(peaks)) if peaks else None,
    }


def row(head: dict, accuracy, records, **others) -> dict:
    """A row of a table: what it is of, its accuracy, and where there is one, `cells` and other measured columns.

    Parameters
    ----------
    head : dict
        The first columns, of which "data set" and "method" are read by `figure`.
    accuracy : Interval or str
        Or why there is none.
    records : list of Record
    **others : callable
        Of the records, by the column's name.
    """
    shown = head | {ACCURACY: accuracy}
    if not isinstance(accuracy, Interval):
        return shown
    return shown | cells(records) | {name: each(records) for name, each in others.items()}


def figure(frame: pd.DataFrame, accuracy=ACCURACY):
    """Panels of each data set, one a cost that tells the methods apart, each point by its name.

    A method looks the same in all panels.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns "data set", "method", that of the accuracies (Interval, or a text where there is none) and those of
        COSTS; one that no row knows may be missing. Column "name", if there is one, is what stands beside a point, and
        tells rows of one method on one data set apart.
    accuracy : str
        Which column that is; the label of the axis, too.

    Returns
    -------
    matplotlib.figure.Figure
    """
    known = [cost for cost in COSTS if cost in frame]
    telling = [cost for cost in known if _differs(frame, cost)] or known or COSTS
    panels = [(dataset, rows, cost) for dataset, rows in frame.groupby("data set", sort=False) for cost in telling]
    shown, axes = style.panels(len(panels), 2, height=HEIGHT)
    looks = points.looks(frame["method"])
    for ax, (dataset, rows, cost) in zip(axes, panels):
        named = rows["name"] if "name" in rows else rows["method"]
        drawn = zip(rows[cost], rows[accuracy]) if cost in rows else []
        points.draw(ax, dict(zip(named, drawn)), dict(zip(named, rows["method"].map(looks))))
        ax.set(title=dataset, xlabel=COSTS[cost], ylabel=f"test {accuracy}")
    names.write(shown)
    return shown


def _differs(frame, cost) -> bool:
    of_sets = frame[cost].astype(float).groupby(frame["data set"])
    return bool((of_sets.max() > ALIKE * of_sets.min()).any())
