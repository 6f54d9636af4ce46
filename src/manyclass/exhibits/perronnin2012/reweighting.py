"""Reweighting: the joint methods with every class drawn as often (equation 4), against every sample as often.

Test accuracy in percent, mean ± half of the 95 % interval over draws of the data, and the difference draw by draw; then
the same difference over the quarter of the classes that has fewest images to train on, and over the quarter that has
most. †: a sweep whose best value is the last one tried. The largest class has four times the images of the smallest.
Source: Perronnin, Akata, Harchaoui and Schmid 2012, sections 3.2 and 5.2; the classes by size are ours.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    ILSVRC,
    accuracy_by_draw,
    cell,
    dataset_name,
    features_by_kind,
    rises,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.ranking import class_accuracy

STATEMENTS = ("reweighting-little", "reweighting-serves-small")
METHODS = ("MUL", "RNK", "WAR")
MIDDLING = "fv4"
LITTLE = 1.0  # points of accuracy
PRINTED = "typically .1 to .5 %"


def features_of(config) -> list[str]:
    """Bags of words, and Fisher vectors of middling size; at smoke scale only the first."""
    return [features_by_kind(config)["BOV"], MIDDLING][: 1 if config["scale"] == "smoke" else 2]


def pair(config, method, features):
    """Declare the trial without reweighting, which others show too, and the one with."""
    plain = svm_trial(config, method, features)
    return plain, svm_trial(config, method, features, variant="reweighted", fixed={"reweight": True})


def trials(config):
    """Two trials a method and set of features."""
    return [trial for features in features_of(config) for method in METHODS for trial in pair(config, method, features)]


def table(results):
    """One row a method and set of features."""
    rows = [(features, method) for features in features_of(results.config) for method in METHODS]
    return pd.DataFrame([_row(results, *each) for each in rows], dtype=object)


def claims(results):
    """Test that reweighting changes little, and whom it serves."""
    listed = []
    for features in features_of(results.config):
        for method in METHODS:
            plain, even = (accuracy_by_draw(results, trial) for trial in pair(results.config, method, features))
            said = {"on": dataset_name(ILSVRC, features), "show": "{:+.2f} points".format}
            text = f"{features}, {method}: reweighting changes accuracy by less than a point, either way"
            listed.append(claim.equivalent("reweighting-little", text, even, plain, LITTLE, printed=PRINTED, **said))
            text = f"{features}, {method}: reweighting serves the smallest quarter of the classes (ours)"
            smallest = by_size(results, method, features)[:, 0]
            listed.append(claim.between("reweighting-serves-small", text, smallest, 0, np.inf, **said))
    return listed


def by_size(results, method, features) -> np.ndarray:
    """What reweighting adds to the accuracy of the smallest and largest quarters of the classes, in points.

    Returns
    -------
    ndarray, shape (seeds, 2), float64
        nan where a draw has no result; all are where with some draw either still rises.
    """
    changes = np.full((len(results.seeds), 2), np.nan)
    trials = pair(results.config, method, features)
    if any(rises(results, trial) for trial in trials):
        return changes
    for row, seed in zip(changes, results.seeds):
        if all(results.record(trial, seed).best for trial in trials):
            data = results.data(dataset_name(ILSVRC, features), seed)
            size = np.bincount(data.train.Y.indices, minlength=data.train.Y.shape[1])
            order, quarter = np.argsort(size, kind="stable"), max(1, len(size) // 4)
            plain, even = (class_accuracy(results.predicted(trial, seed), data.test.Y) for trial in trials)
            row[:] = [100 * np.nanmean((even - plain)[some]) for some in (order[:quarter], order[-quarter:])]
    return changes


def _row(results, features, method):
    row = {"features": features, "method": method}
    trials = pair(results.config, method, features)
    plain, even = (accuracy_by_draw(results, trial) for trial in trials)
    for name, trial in zip(("as drawn", "reweighted"), trials):
        row[name] = cell(results, trial)
    changes = np.column_stack([even - plain, by_size(results, method, features)])
    for name, values in zip(("difference", "smallest quarter", "largest quarter"), changes.T):
        row[name] = statistics.mean_interval(values)
    return row
