"""Rows that still rise: whose winners more passes might make better, so that no claim is made on them."""

from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from manyclass.exhibits import base, statistics

MARKED = (
    f"{base.RISING} marks a row of which with some draw validation accuracy rose by more than a fiftieth of itself over"
    " the last third of all passes; no claim is made on it."
)


def mark(records, trial, *points) -> str:
    """The mark of a trial, or of points of its series, where a winner by one of its metrics still rises; else nothing.

    Parameters
    ----------
    records : list of Record
        Of the trial, one for each draw.
    trial : Trial
    *points : dict
    """
    of_each = product(points or ({},), trial.metrics)
    rises = any(base.any_rises(records, trial, base.still_rises, by, **point) for point, by in of_each)
    return base.RISING if rises else ""


def without_rising(records, trial, points) -> list:
    """The records of a series for claims: without test metrics where a draw's winner still rises, for all draws.

    Parameters
    ----------
    records : list of Record
        Of the trial, one for each draw.
    trial : Trial
    points : iterable of dict
        Those of its series.
    """
    rises = [point for point in points if mark(records, trial, point)]
    return [
        replace(record, candidates=[_unmeasured(each, rises) for each in record.candidates]) if rises else record
        for record in records
    ]


def _unmeasured(candidate, points):
    """The candidate without its test metrics, if it is at one of these points."""
    if candidate.test is None or not any(point.items() <= candidate.params.items() for point in points):
        return candidate
    return replace(candidate, test=dict.fromkeys(candidate.test, np.nan))


def best_by(valid, values) -> np.ndarray:
    """What `statistics.best_by` takes, all nan where that of a draw is not measured, as of a point that still rises.

    The others alone would be those that chose something else. Of a failure, which has no validation accuracy, it is nan
    in that draw alone.
    """
    taken = statistics.best_by(valid, values)
    return base.unless(bool(np.any(np.isnan(taken) & np.isfinite(np.max(valid, axis=0)))), taken)


# As in `base`: the accuracy of each draw's winner for a claim, and the number of a row for a table.
accuracy_unless_rising = partial(base.accuracy_unless_rising, still_rises=base.still_rises)
cell = partial(base.rising_cell, still_rises=base.still_rises)
