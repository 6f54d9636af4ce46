"""What Wsabie++ does without: a step for every element, a ball, a number of negatives.

Test accuracy in percent against the row of table 8 from whose parameters each starts: mean over draws of the data, 95 %
interval, and the difference draw by draw. By element: adagrad with a scalar for every element of the class vectors and
of the embedding, not one a class and row, its step and margin swept anew. Ball: constraints on class vectors and rows
of the embedding of one radius, swept with step and margin; without last violators, which would hide what a constraint
does. Negatives: at most so many wrong classes are tried for a sample, a number that is swept up to all of them, not
until one violates; chosen: its geometric mean over draws, as a share of the wrong classes. † marks a row whose sweep
ended at an edge. Source: Gupta, Bengio and Weston 2014, sections 6.3, 7, 9.1 and 10.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim

METHOD, NEGATIVES = "wsabie_pp", "negatives"
MARGIN = 0.5  # points, within which accuracies are similar
STEPS = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.3, 1.0, 3.0])}


class Alternative(NamedTuple):
    """Its statement and name, the row of table 8 it starts from, its data sets, and what it holds and sweeps."""

    statement: str
    name: str
    row: str
    sets: tuple
    fixed: dict
    search: dict | list


ALTERNATIVES = {  # by variant
    "by-element": Alternative(
        "adagrad-one-scalar",
        "adagrad by element",
        METHOD,
        ("imagenet16k",),
        {"adaptation": "adagrad_by_element"},
        STEPS,
    ),
    "ball": Alternative(
        "euclidean-needs-no-constraint",
        "in a ball",
        "wsabie_pp/q0",
        ("imagenet16k", "web21k"),
        gupta.setting(0, 0),
        [{"radius": Ladder([1.0, 3.0, 10.0])}, STEPS],
    ),
    NEGATIVES: Alternative(
        "swept-negatives",
        "number of negatives swept",
        METHOD,
        ("imagenet16k",),
        {},
        {"max_tries": Ladder([8, 64], factor=2, low=1, high="rivals", whole=True)},
    ),
}
LARGEST = 0.5  # of the wrong classes: the ladder doubles
STATEMENTS = tuple(each.statement for each in ALTERNATIVES.values())


def trial(config, dataset, variant):
    """Declare the trial of one alternative: from the winner of its row of table 8."""
    _, _, row, _, fixed, search = ALTERNATIVES[variant]
    declared = {"search": search, "depends_on": gupta.row_trial(config, dataset, row), "anew": variant == NEGATIVES}
    return gupta.trial(config, dataset, METHOD, variant, fixed, **declared)


def trials(config):
    """One trial an alternative and set."""
    return [trial(config, dataset, variant) for variant, each in ALTERNATIVES.items() for dataset in each.sets]


def pair(results, dataset, variant) -> tuple[np.ndarray, np.ndarray]:
    """Test accuracy in percent of each draw, with the alternative and of the row it starts from; nan for failures.

    Each float64 (seeds,).
    """
    row = gupta.row_trial(results.config, dataset, ALTERNATIVES[variant].row)
    return 100 * results.test(trial(results.config, dataset, variant)), 100 * results.test(row)


def chosen(results, dataset) -> np.ndarray:
    """Negatives of each draw's winner as a share of the wrong classes: float64 (seeds,); nan for a failure."""
    declared, rivals = trial(results.config, dataset, NEGATIVES), results.card(dataset)["classes"] - 1
    winners = [record.best for record in results.records(declared)]
    shares = [np.nan if each is None else each.params["max_tries"] / rivals for each in winners]
    return base.independent(declared, shares)


def table(results):
    """One row an alternative and set."""
    rows = [_row(results, dataset, variant) for variant, each in ALTERNATIVES.items() for dataset in each.sets]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that none of the alternatives makes a difference, and that the largest number of negatives is chosen."""
    listed = []
    for variant, each in ALTERNATIVES.items():
        for dataset in each.sets:
            text = f"{dataset}, {each.name}: test accuracy differs by less than {MARGIN} points from Wsabie++'s"
            both, stated = pair(results, dataset, variant), {"on": dataset, "printed": "no number"}
            listed.append(claim.equivalent(each.statement, text, *both, MARGIN, **stated))
    (dataset,) = ALTERNATIVES[NEGATIVES].sets
    text = f"{dataset}: the number of negatives chosen is among the largest, above half of the wrong classes"
    stated = {"on": dataset, "printed": "almost the number of classes", "printed_value": 1}
    listed.append(claim.ratio("swept-negatives", text, chosen(results, dataset), 1.0, LARGEST, np.inf, **stated))
    return listed


def _row(results, dataset, variant):
    of_trial, each = trial(results.config, dataset, variant), ALTERNATIVES[variant]
    ours, winner = pair(results, dataset, variant)
    cells = {"what": each.name, "data set": dataset, "against": gupta.NAMES[each.row]}
    if failure := stored.failure(results.records(of_trial)):
        return cells | {"ours": failure}
    cells |= {"ours": base.cell(results, of_trial), "difference": statistics.spread(ours - winner)}
    if variant != NEGATIVES:
        return cells
    shares = chosen(results, dataset)
    return cells | {"chosen": float(np.exp(np.nanmean(np.log(shares))))}
