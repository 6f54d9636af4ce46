"""Step or margin held: whether validating the other alone is enough.

Each of the two held at the middle value that the sweep starts from, the same on all data sets, and the other swept as
far as its ladder goes, all other parameters as chosen in table 8; against table 8's whole sweep, from which they come:
test accuracy in percent, mean over draws of the data and 95 % interval, and the difference draw by draw. What is
judged is to hold the one of the two by which less validation accuracy is lost, over all sets and methods, since one is
enough. Where the whole sweep chose the value held, it may well be fixed, so that a difference of 0 counts. Chosen: the
values of the one swept, by draw. † marks a sweep that ended at an edge. Source: Gupta, Bengio and Weston 2014, footnote
2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.report.tables import Exact

METHODS = ("wsabie_pp", "wsabie", gupta.ONE_VS_ALL, "auc_ranking")
SWEPT = {"margin": "step", "step": "margin"}  # by what is held
MARGIN = 0.5  # points, within which accuracies are similar
CASES = [(dataset, row, held) for dataset in gupta.SETS for row in METHODS for held in SWEPT]
STATEMENTS = ("one-can-be-fixed",)


def middle(row, name) -> float:
    """The middle start value of step or margin in a method's own sweep."""
    start = gupta.step_and_margin(row)[name].start
    return start[len(start) // 2]


def trial(config, dataset, row, held):
    """Declare the trial in which "step" or "margin" is held and the other swept."""
    whole, other = gupta.row_trial(config, dataset, row), SWEPT[held]
    declared = {"search": {other: gupta.step_and_margin(row)[other]}, "depends_on": whole}
    return gupta.trial(config, dataset, row, f"held_{held}", {held: middle(row, held)}, **declared)


def trials(config):
    """Two trials a data set and method, and table 8's, from which they start."""
    held = [trial(config, *each) for each in CASES]
    return [*held, *(gupta.row_trial(config, dataset, row) for dataset in gupta.SETS for row in METHODS)]


def table(results):
    """One row a data set, method and parameter held."""
    return pd.DataFrame([_row(results, *each) for each in CASES], dtype=object)


def claims(results):
    """Test by data set and method that with the better one held the other one alone does as well."""
    held = better_held(results)
    return [_similar(results, *case) for case in CASES if case[-1] == held]


def better_held(results) -> str:
    """Hold "step" or "margin": by which less validation accuracy is lost, on all data sets and methods together."""
    return min(SWEPT, key=lambda held: np.mean([_lost(results, *case) for case in CASES if case[-1] == held]))


def _lost(results, dataset, row, held) -> float:
    """Mean validation accuracy of the whole sweep less that with one held, over the draws that have both."""
    whole, with_one = gupta.row_trial(results.config, dataset, row), trial(results.config, dataset, row, held)
    pairs = zip(results.records(whole), results.records(with_one))
    lost = [each.valid - other.valid for each, other in pairs if each.best and other.best]
    return np.mean(lost) if lost else 0.0


def pair(results, dataset, row, held) -> tuple[np.ndarray, np.ndarray]:
    """`accuracy_unless_rising` with one held, and of the whole sweep."""
    both = trial(results.config, dataset, row, held), gupta.row_trial(results.config, dataset, row)
    return tuple(accuracy_unless_rising(results, each) for each in both)


def _similar(results, dataset, row, held):
    """That the two are similar."""
    ours, whole = pair(results, dataset, row, held)
    what = f"{dataset}, {gupta.NAMES[row]}, {held} held"
    text = f"{what}: test accuracy differs from the whole sweep's by less than {MARGIN} points"
    stated = {"on": dataset, "printed": "hypothesis, no number"}
    return claim.equivalent("one-can-be-fixed", text, ours, whole, MARGIN, **stated)


def _row(results, dataset, row, held):
    declared, (ours, whole) = trial(results.config, dataset, row, held), pair(results, dataset, row, held)
    chosen = {record.best.params[SWEPT[held]] for record in succeeded(results.records(declared))}
    return {
        "data set": dataset,
        "method": gupta.NAMES[row],
        "held": held,
        "at": Exact(middle(row, held)),
        "accuracy, %": cell(results, declared),
        "whole sweep, %": cell(results, gupta.row_trial(results.config, dataset, row)),
        "difference": statistics.mean_interval(ours - whole),
        "chosen": ", ".join(f"{value:g}" for value in sorted(chosen)) or None,
    }
