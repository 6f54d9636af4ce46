"""Stand-ins: what takes the place of LIBLINEAR and of logistic regression where these take more than a minute a fit.

Test accuracy in percent of the batch solvers and of what stands in for them, on sets where a fit of either takes less
than a minute at standard scale; the parameters of both are chosen on validation. Crammer and Singer's SVM and both
one-vs-rest methods differ in more than the solver: LIBLINEAR minimises an objective with a penalty (one-vs-rest with a
squared hinge), the stand-ins stop early, average their steps and, one-vs-rest, draw as many negatives as validation
prefers. Softmax regression minimises the same objective as logistic regression. The last column is the mean over draws
of the stand-in's accuracy less the batch solver's. Not in the document, which compares with LIBLINEAR in section 4.3.
"""

from itertools import product

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines
from manyclass.exhibits.perronnin2012.trials import still_rises
from manyclass.protocol.claims import claim
from manyclass.report.tables import Interval

SETS = ("small_images", "indoor67", "places205", "label_noise")  # the first two at smoke scale
STATEMENTS = ("standins-equal", "standins-no-worse")
POINT = 1.0  # of accuracy: a smaller difference is of no account


def sets(config) -> tuple[str, ...]:
    """Data sets of the configured scale."""
    return SETS[:2] if config["scale"] == "smoke" else SETS


def trials(config):
    """Both of every kind on every set."""
    return [trial for dataset in sets(config) for kind in baselines.BATCH for trial in pair(config, dataset, kind)]


def table(results):
    """One row a set and kind."""
    rows = [_row(results, dataset, kind) for dataset in sets(results.config) for kind in baselines.BATCH]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: on each of the sets the stand-in is as accurate as the batch solver, or no worse.

    A mean over the sets would let what is gained on one of them hide what is lost on another.
    """
    listed = []
    for dataset, kind in product(sets(results.config), baselines.BATCH):
        batch, stand_in = accuracies(results, dataset, kind)
        text = f"{kind}, {dataset}: {{}} {baselines.BATCH[kind].row}"
        apart = "the stand-in is less than a point from"
        listed.append(claim.equivalent("standins-equal", text.format(apart), stand_in, batch, POINT, on=dataset))
        below, no_worse = stand_in - batch, "the stand-in is less than a point below"
        listed.append(claim.between("standins-no-worse", text.format(no_worse), below, -POINT, np.inf, on=dataset))
    return listed


def pair(config, dataset, kind) -> list:
    """The trials of a batch solver and of its stand-in."""
    both, scale = (baselines.BATCH[kind], baselines.STAND_INS[kind]), config["scale"]
    return [baselines.declare(each, scale, dataset) for each in both]


def accuracies(results, dataset, kind) -> np.ndarray:
    """Test accuracy in percent of both, float64 (2, seeds); nan for a failure, and all of one that still rises."""
    both = pair(results.config, dataset, kind)
    return np.array([base.accuracy_unless_rising(results, trial, still_rises) for trial in both])


def _row(results, dataset, kind):
    batch, stand_in = pair(results.config, dataset, kind)
    difference = np.subtract(*accuracies(results, dataset, kind)[::-1])
    return {
        "data set": dataset,
        "batch solver": baselines.BATCH[kind].row,
        "accuracy, %": base.rising_cell(results, batch, still_rises),
        "stand-in": baselines.STAND_INS[kind].row,
        "its accuracy, %": base.rising_cell(results, stand_in, still_rises),
        "difference, points": Interval.over(difference, len(difference)),
    }
