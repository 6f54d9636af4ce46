"""Imbalance: what reweighting adds where class sizes differ more, by sampling and by weighting the updates.

On bags of 16 words of 50 classes, of which the largest has 1, 4 or 16 times the images of the smallest: test accuracy
(mean over classes) in percent of the joint methods, with every sample drawn as often; with every class drawn as often
(equation 4); and with samples drawn as they are and updates weighted in inverse proportion to their class's size. First
passes: mean validation accuracy at the first three checkpoints (passes 1 to 3), with the step that is best at the end.
Mean ± half of the 95 % interval over draws of the data. †: a sweep whose best value is the last one tried. The document
has ILSVRC 2010's sizes only, within a factor of 4; its example of reweighting, one-vs-rest, is not among the methods,
of which none weights the updates of a binary problem. Source: Perronnin, Akata, Harchaoui and Schmid 2012, sections 4.2
and 5.2, without numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import SMALL, accuracy_by_draw, cell, dataset_name, svm_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("imbalance-decides", "sampling-faster-than-weighting")
METHODS = ("MUL", "RNK", "WAR")
SKEWS = {"skew1": 1, "skew4": 4, "skew16": 16}  # the largest class over the smallest
SAMPLING, WEIGHTING = "by sampling", "by weighting"
WAYS = {  # variant and fixed parameters
    "as drawn": (None, {}),
    SAMPLING: ("reweighted", {"reweight": True}),
    WEIGHTING: ("reweighted_updates", {"reweight": "updates"}),
}
FIRST = 3  # checkpoints, after as many passes
POINTS = "{:+.2f} points".format


def trial(config, skew, method, way) -> Trial:
    """Declare the trial of a method on one of the SKEWS, reweighted by one of the WAYS."""
    variant, fixed = WAYS[way]
    return svm_trial(config, method, skew, SMALL, variant=variant, fixed=fixed)


def trials(config) -> list[Trial]:
    """Every way for every method and set."""
    return [trial(config, skew, method, way) for skew in SKEWS for method in METHODS for way in WAYS]


def table(results):
    """One row a set and method."""
    return pd.DataFrame([_row(results, skew, method) for skew in SKEWS for method in METHODS], dtype=object)


def claims(results):
    """Test by method that reweighting adds more where sizes differ more, and that sampling is ahead at first."""
    smallest, *more = SKEWS
    listed = []
    for method in METHODS:
        text = f"{method}: reweighting adds more where sizes differ by {SKEWS[more[-1]]} than where they do not"
        gains = (added(results, skew, method) for skew in (more[-1], smallest))
        said = {"on": [dataset_name(SMALL, each) for each in (more[-1], smallest)], "printed": "4 against 999"}
        listed.append(claim.greater("imbalance-decides", text, *gains, show=POINTS, **said))
        for skew in more:
            text = f"{method}, sizes within a factor of {SKEWS[skew]}: sampling is ahead over the first {FIRST} passes"
            both = (first_passes(results, skew, method, way) for way in (SAMPLING, WEIGHTING))
            said = {"on": dataset_name(SMALL, skew), "printed": "faster convergence", "show": POINTS}
            listed.append(claim.greater("sampling-faster-than-weighting", text, *both, **said))
    return listed


def added(results, skew, method) -> np.ndarray:
    """What drawing every class as often adds to the test accuracy, in points, float64 (seeds,)."""
    ways = (trial(results.config, skew, method, way) for way in (SAMPLING, "as drawn"))
    return np.subtract(*(accuracy_by_draw(results, each) for each in ways))


def first_passes(results, skew, method, way) -> np.ndarray:
    """Mean validation accuracy in percent at each winner's first checkpoints, float64 (seeds,); nan for a failure.

    Where training kept an earlier one of them, its accuracy stands for those after it.
    """
    records = results.records(trial(results.config, skew, method, way))
    curves = ([*record.best.valid, *record.best.valid[-1:] * FIRST] if record.best else [np.nan] for record in records)
    return np.array([100 * np.mean(curve[:FIRST]) for curve in curves])


def _row(results, skew, method):
    row = {"largest class / smallest": SKEWS[skew], "method": method}
    for way in WAYS:
        row[way] = cell(results, trial(results.config, skew, method, way))
    row["added by sampling"] = statistics.spread(added(results, skew, method))
    for way in (SAMPLING, WEIGHTING):
        row[f"first passes, {way}"] = statistics.spread(first_passes(results, skew, method, way))
    return row
