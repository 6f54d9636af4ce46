"""What Wsabie++ does without: a step for every element, a ball, a number of negatives.

Test accuracy in percent against what each is compared with, all starting from Wsabie++'s row of table 8: mean over
draws of the data, 95 % interval, and the difference draw by draw. By element: adagrad with a scalar for every element
of the class vectors and of the embedding, not one a class and row, its step and margin swept anew, against the row.
Ball: constraints on class vectors and rows of the embedding of one radius, swept with step and margin, against the same
sweep of step and margin without a ball. Negatives: at most so many wrong classes are tried for a sample, a number that
is swept up to all of them, not until one violates, step and margin anew, against the row; chosen: its geometric mean
over draws, as a share of the wrong classes. † marks a row whose sweep ended at an edge. Source: Gupta, Bengio and
Weston 2014, sections 6.3, 7, 9.1 and 10.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

METHOD, NEGATIVES = "wsabie_pp", "negatives"
MARGIN = 0.5  # points, within which accuracies are similar
STEPS = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.3, 1.0, 3.0])}


class Alternative(NamedTuple):
    """Its statement and name, what it holds and sweeps, and the variant it is compared with, None for the row."""

    statement: str
    name: str
    fixed: dict
    search: dict | list
    against: str | None = None


BALL, FREE = "ball", "free"
ALTERNATIVES = {  # by variant
    "by-element": Alternative("adagrad-one-scalar", "adagrad by element", {"adaptation": "adagrad_by_element"}, STEPS),
    BALL: Alternative(
        "euclidean-needs-no-constraint", "in a ball", {}, [{"radius": Ladder([1.0, 3.0, 10.0])}, STEPS], FREE
    ),
    NEGATIVES: Alternative(
        "swept-negatives",
        "number of negatives swept",
        {},
        [{"max_tries": Ladder([8, 64], factor=2, low=1, high="rivals", whole=True)}, STEPS],
    ),
}
SETS = ("imagenet16k", "web21k")
MOST = 0.5  # of the draws, at least, that choose the largest number
STATEMENTS = tuple(each.statement for each in ALTERNATIVES.values())


def trial(config, dataset, variant):
    """Declare the trial of one alternative, or without a ball: from the winner of the row of table 8."""
    each, row = ALTERNATIVES.get(variant), gupta.row_trial(config, dataset, METHOD)
    fixed, search = ({}, STEPS) if each is None else (each.fixed, each.search)
    declared = {"search": search, "depends_on": row, "anew": variant == NEGATIVES}
    return gupta.trial(config, dataset, METHOD, variant, fixed, **declared)


def compared_with(config, dataset, variant):
    """The trial that an alternative is compared with."""
    against = ALTERNATIVES[variant].against
    return gupta.row_trial(config, dataset, METHOD) if against is None else trial(config, dataset, against)


def trials(config):
    """One trial an alternative and set, and one a set without a ball."""
    return [trial(config, dataset, variant) for dataset in SETS for variant in (*ALTERNATIVES, FREE)]


def pair(results, dataset, variant) -> tuple[np.ndarray, np.ndarray]:
    """`rising.accuracy_unless_rising` with the alternative, and of what it is compared with."""
    both = trial(results.config, dataset, variant), compared_with(results.config, dataset, variant)
    return tuple(rising.accuracy_unless_rising(results, each) for each in both)


def chosen(results, dataset) -> np.ndarray:
    """Negatives of each draw's winner as a share of the wrong classes: float64 (seeds,); nan for a failure."""
    declared, rivals = trial(results.config, dataset, NEGATIVES), results.card(dataset)["classes"] - 1
    winners = [record.best for record in results.records(declared)]
    shares = [np.nan if each is None else each.params["max_tries"] / rivals for each in winners]
    return base.independent(declared, shares)


def table(results):
    """One row an alternative and set."""
    rows = [_row(results, dataset, variant) for variant in ALTERNATIVES for dataset in SETS]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that none of the alternatives is better, and that the largest number of negatives is chosen."""
    listed = [_no_better(results, dataset, variant) for variant in ALTERNATIVES for dataset in SETS]
    return listed + [_largest_chosen(results, dataset) for dataset in SETS]


def _no_better(results, dataset, variant):
    """That it gains nothing: a worse one would speak for the document, too."""
    each, (ours, without) = ALTERNATIVES[variant], pair(results, dataset, variant)
    text = f"{dataset}, {each.name}: test accuracy is less than {MARGIN} points above that without"
    stated = {"on": dataset, "printed": "no number", "show": "{:+.2f}".format}
    return claim.between(each.statement, text, ours - without, -np.inf, MARGIN, **stated)


def _largest_chosen(results, dataset):
    """Draws that all choose alike are no witness of a share of 1, whence the resolution."""
    text = f"{dataset}: the number of negatives chosen is that of all wrong classes in more than half of the draws"
    shares = chosen(results, dataset)
    largest = np.where(np.isnan(shares), np.nan, shares == 1)
    stated = {"on": dataset, "printed": "the largest, almost the number of classes", "printed_value": 1}
    return claim.between("swept-negatives", text, largest, MOST, np.inf, resolution=1, show="{:.0%}".format, **stated)


def _row(results, dataset, variant):
    of_trial, each = trial(results.config, dataset, variant), ALTERNATIVES[variant]
    ours, winner = pair(results, dataset, variant)
    against = gupta.NAMES[METHOD] if each.against is None else "the same without it"
    rises = rising.mark(results.records(other := compared_with(results.config, dataset, variant)), other)
    cells = {"what": each.name, "data set": dataset, "against": against + rises}
    if reason := failure(results.records(of_trial)):
        return cells | {"ours": reason}
    cells |= {"ours": rising.cell(results, of_trial), "difference": statistics.mean_interval(ours - winner)}
    if variant != NEGATIVES:
        return cells
    shares = chosen(results, dataset)
    return cells | {"chosen": float(np.exp(np.nanmean(np.log(shares))))}
