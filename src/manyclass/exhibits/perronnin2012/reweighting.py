"""Reweighting: the joint methods with every class drawn as often (equation 4), against every sample as often.

Test accuracy in percent, mean ± standard deviation over seeds, and the difference seed by seed; then the same
difference over the quarter of the classes that has fewest images to train on, and over the quarter that has most. The
largest class has four times the images of the smallest. Source: Perronnin, Akata, Harchaoui and Schmid 2012,
sections 3.2 and 5.2; the classes by size are ours.
"""

import numpy as np

from manyclass.exhibits.perronnin2012 import trials as shared
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics import classification as metrics

METHODS = ("MUL", "RNK", "WAR")
MIDDLING = "fv8"
LITTLE = 1.0  # points of accuracy
PRINTED = "typically .1 to .5 %"


def features_of(config) -> list[str]:
    """Bags of words, and Fisher vectors of middling size; at smoke scale only the first."""
    return [shared.features(config)["BOV"], MIDDLING][: 1 if config.get("scale") == "smoke" else 2]


def pair(config, method, features):
    """Declare the trial without reweighting, which others show too, and the one with."""
    plain = shared.trial(config, method, features)
    return plain, shared.trial(config, method, features, variant="reweighted", fixed={"reweight": True})


def trials(config):
    """Two trials a method and set of features."""
    return [trial for features in features_of(config) for method in METHODS for trial in pair(config, method, features)]


def table(results):
    """One row a method and set of features."""
    import pandas as pd

    rows = [(features, method) for features in features_of(results.config) for method in METHODS]
    return pd.DataFrame([_row(results, *each) for each in rows], dtype=object)


def claims(results):
    """Test that reweighting changes little, and whom it serves."""
    found = []
    for features in features_of(results.config):
        for method in METHODS:
            plain, even = (shared.accuracy(results, trial) for trial in pair(results.config, method, features))
            text = f"{features}, {method}: reweighting changes accuracy by less than a point, either way"
            show = "{:+.2f} points".format
            found.append(claim.between(text, even - plain, -LITTLE, LITTLE, printed=PRINTED, show=show))
            text = f"{features}, {method}: reweighting serves the smallest quarter of the classes (ours)"
            found.append(claim.between(text, by_size(results, method, features)[:, 0], 0, np.inf, show=show))
    return found


def by_size(results, method, features) -> np.ndarray:
    """What reweighting adds to the accuracy of the smallest and largest quarters of the classes, in points.

    Returns
    -------
    ndarray, shape (seeds, 2), float64
        nan where a seed left a hole.
    """
    data = results.data(shared.name(shared.ILSVRC, features))
    size = np.bincount(data.train.Y.indices, minlength=data.train.Y.shape[1])
    order, quarter = np.argsort(size, kind="stable"), max(1, len(size) // 4)
    found = np.full((len(results.seeds), 2), np.nan)
    trials = pair(results.config, method, features)
    for row, seed in zip(found, results.seeds):
        if all(results.record(trial, seed)["status"] == "ok" for trial in trials):
            plain, even = (metrics.class_accuracy(results.predicted(trial, seed), data.test.Y) for trial in trials)
            row[:] = [100 * np.nanmean((even - plain)[some]) for some in (order[:quarter], order[-quarter:])]
    return found


def _row(results, features, method):
    from manyclass.report.tables import Spread

    row = {"features": features, "method": method}
    trials = pair(results.config, method, features)
    for name, trial in zip(("as drawn", "reweighted"), trials):
        accuracy = shared.accuracy(results, trial)
        there = accuracy[np.isfinite(accuracy)]
        row[name] = Spread.over(there, len(accuracy)) if len(there) else stored.hole(results.records(trial))
    plain, even = (shared.accuracy(results, trial) for trial in trials)
    changes = np.column_stack([even - plain, by_size(results, method, features)])
    changes = changes[np.isfinite(changes[:, 0])]
    for name, values in zip(("difference", "smallest quarter", "largest quarter"), changes.T):
        row[name] = Spread.over(values, len(results.seeds)) if len(values) else None
    return row
