"""Step or margin held: whether validating the other alone is enough.

On 16k ImageNet, each of the two held at the middle value that the sweep starts from, and the other swept as far as its
ladder goes, all other parameters as chosen in table 8; against table 8's whole sweep, from which they come: test
accuracy in percent, mean over draws of the data and 95 % interval, and the difference draw by draw. Chosen: the values
of the one swept, by draw. † marks a sweep that ended at an edge. Source: Gupta, Bengio and Weston 2014, footnote 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import groups
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial import estimators
from manyclass.report.tables import Exact

SET = "imagenet16k"
METHODS = ("wsabie_pp", "wsabie", "one_vs_rest", "auc_ranking")
SWEPT = {"margin": "step", "step": "margin"}  # by what is held
MARGIN = 0.5  # points, within which accuracies are similar
STATEMENTS = ("one-can-be-fixed",)


def middle(row, name) -> float:
    """The middle start value of step or margin in a method's own sweep."""
    start = _ladder(row, name).start
    return start[len(start) // 2]


def trial(config, row, held):
    """Declare the trial in which "step" or "margin" is held and the other swept."""
    whole, other = gupta.row_trial(config, SET, row), SWEPT[held]
    declared = {"search": {other: _ladder(row, other)}, "depends_on": whole, "halving": whole.halving}
    return gupta.trial(config, SET, row, f"held_{held}", {held: middle(row, held)}, **declared)


def trials(config):
    """Two trials a method, and table 8's, from which they start."""
    held = [trial(config, row, name) for row in METHODS for name in SWEPT]
    return [*held, *(gupta.row_trial(config, SET, row) for row in METHODS)]


def table(results):
    """One row a method and parameter held."""
    return pd.DataFrame([_row(results, row, held) for row in METHODS for held in SWEPT], dtype=object)


def claims(results):
    """Test by method and parameter held that the other one alone does as well."""
    return [_similar(results, row, held) for row in METHODS for held in SWEPT]


def pair(results, row, held) -> tuple[np.ndarray, np.ndarray]:
    """Test accuracy in percent of each draw with one held, and of the whole sweep; nan for failures.

    Each float64 (seeds,).
    """
    whole = gupta.row_trial(results.config, SET, row)
    return 100 * results.test(trial(results.config, row, held)), 100 * results.test(whole)


def _ladder(row, name):
    return groups(estimators.load(row).search)[0][name]


def _similar(results, row, held):
    text = f"{gupta.NAMES[row]}, {held} held: test accuracy differs from the whole sweep's by less than {MARGIN} points"
    stated = {"on": SET, "printed": "hypothesis, no number"}
    return claim.equivalent("one-can-be-fixed", text, *pair(results, row, held), MARGIN, **stated)


def _row(results, row, held):
    declared, (ours, whole) = trial(results.config, row, held), pair(results, row, held)
    chosen = {record.best.params[SWEPT[held]] for record in succeeded(results.records(declared))}
    return {
        "method": gupta.NAMES[row],
        "held": held,
        "at": Exact(middle(row, held)),
        "accuracy, %": base.cell(results, declared),
        "whole sweep, %": base.cell(results, gupta.row_trial(results.config, SET, row)),
        "difference": statistics.spread(ours - whole),
        "chosen": ", ".join(f"{value:g}" for value in sorted(chosen)) or None,
    }
