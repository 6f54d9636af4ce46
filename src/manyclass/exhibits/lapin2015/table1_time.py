"""Time of table 1: top-5 accuracy against the seconds that training takes.

The methods of lapin2015/table1 that are trained for one guess or for five, Recall@5 by a variant of ours: test top-5
accuracy at the candidate with the best one on the validation part, as there, and the seconds that training this
candidate took, medians over draws. †: the candidate stands at the end of what was tried; ‡: it was stopped early, with
a larger gap than the method's tolerance. All but Wsabie++, napkinXC's trees and LDA store one vector a class, so sizes
are not compared. Source: Lapin, Hein and Schiele 2015, section 5.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import cost_time
from manyclass.exhibits.lapin2015.trials import cell, dataset_trials, rows, sets, winners
from manyclass.report.tables import Interval

GUESSES = 5  # for which one of the methods is trained where another is trained for one
ACCURACY = "top-5 accuracy, %"

note = cost_time.note


def trials(config):
    """Those of table 1, but for the check of its first row."""
    return [trial for dataset in sets(config) for trial in dataset_trials(config, dataset)]


def table(results):
    """One row a data set and method."""
    listed = [
        _row(results, dataset, name, trial, params)
        for dataset in sets(results.config)
        for name, (trial, params) in rows(results.config, dataset).items()
        if params.get("k", GUESSES) in (1, GUESSES)
    ]
    return pd.DataFrame(listed, dtype=object)


def figure(results):
    """A panel a data set."""
    return cost_time.figure(table(results), ACCURACY)


def seconds(results, trial, params) -> float:
    """Median over draws of the seconds that training the candidate took that is best for five guesses."""
    chosen = zip(results.records(trial), winners(results, trial, GUESSES, **params))
    numbered = [(record, record.candidates.index(each)) for record, each in chosen if each is not None]
    return float(np.median([record.timing.candidates[number][-1] for record, number in numbered]))


def _row(results, dataset, name, trial, params):
    head, accuracy = {"data set": dataset, "method": name}, cell(results, trial, GUESSES, **params)
    row = head | {ACCURACY: accuracy}
    return row | {cost_time.SECONDS: seconds(results, trial, params)} if isinstance(accuracy, Interval) else row
