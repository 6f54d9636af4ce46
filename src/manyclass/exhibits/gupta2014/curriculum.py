"""A curriculum: whether last violators make easy classes be learnt before hard ones.

On 21k web data, Wsabie++ by the rule as printed with Q = 8 (the trial of gupta2014/ignored), and with Q = 0, step and
margin swept for each; and with Q = 0 at step and margin of Q = 8, since both decide how fast classes are learnt.
Training ends after some passes, and begun anew with the same draws for the next point. Easy classes: the third of the
classes that are most accurate at the end, by the mean of the trainings; hard ones: the least accurate third. Test
accuracy of each third, and passes until it first reaches half of its last value, in all trainings that of the one which
ends lowest; between two points, and before the first, accuracy is taken to grow evenly. Means over draws of the data
and 95 % intervals. †: the sweep ended at an edge. Source: Gupta, Bengio and Weston 2014, sections 1 and 6.2.1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import ignored, last_violators
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.ranking import class_accuracy
from manyclass.protocol.results import failure

SET = "web21k"
# By name: Q, and the Q of which the sweep chose step and margin.
TRAININGS = {f"Q = {ignored.Q}": (ignored.Q, ignored.Q), "Q = 0": (0, 0)}
TRAININGS |= {f"Q = 0, step and margin of Q = {ignored.Q}": (0, ignored.Q)}
WITH, *WITHOUT = TRAININGS
EASY, HARD = THIRDS = "easy", "hard"
STATEMENTS = ("curriculum",)


def trial(config, name, passes):
    """Declare one of TRAININGS for so many passes."""
    Q, tuned_at = TRAININGS[name]
    chosen = ignored.trial(config, SET, tuned_at)
    if tuned_at == Q:
        return ignored.trial_after(config, passes, chosen)
    return ignored.trial_after(config, passes, chosen, f"as-order{Q}", **last_violators.setting(Q, 0))


def trials(config):
    """One trial a training and number of passes."""
    return [trial(config, name, passes) for name in TRAININGS for passes in ignored.looks(config)]


def table(results):
    """One row a third of the classes and an order."""
    found, rows = measured(results), []
    for third in THIRDS:
        passes_to = to_half(results, found, third)
        for name in TRAININGS:
            records = results.records(trial(results.config, name, ignored.looks(results.config)[-1]))
            cells = {"classes": third, "last violators": name}
            curves, mark = found[third, name], base.edge_mark(records)
            cells["passes to half"] = failure(records) or statistics.mean_interval(passes_to[name], mark)
            for passes, accuracy in zip(ignored.looks(results.config), curves.T):
                cells[f"after {passes}, %"] = statistics.mean_interval(100 * accuracy, mark)
            rows.append(cells)
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that with last violators hard classes come later after easy ones than without."""
    found = measured(results)
    easy, hard = (to_half(results, found, third) for third in THIRDS)
    lags = {name: hard[name] - easy[name] for name in TRAININGS}
    text = f"{SET}, as printed: hard classes reach half of their last accuracy more passes after easy ones"
    stated = {"on": SET, "printed": "no number", "show": "{:+.2f} passes".format}
    return [
        claim.greater("curriculum", f"{text} with {WITH} than with {without}", lags[WITH], lags[without], **stated)
        for without in WITHOUT
    ]


def measured(results) -> dict[tuple[str, str], np.ndarray]:
    """Mean test accuracy over the classes of a third at each look, float64 (seeds, looks), by third and training.

    nan for a failure.
    """
    shape = len(results.seeds), len(ignored.looks(results.config))
    found = {(third, name): np.full(shape, np.nan) for third in THIRDS for name in TRAININGS}
    for draw, seed in enumerate(results.seeds):
        by_training = {name: _of_classes(results, name, seed) for name in TRAININGS}
        if any(each is None for each in by_training.values()):
            continue
        last = np.mean([each[-1] for each in by_training.values()], axis=0)
        ranked = np.argsort(last, kind="stable")[: np.isfinite(last).sum()]  # those without a test sample come last
        size = len(ranked) // 3
        for third, members in ((EASY, ranked[len(ranked) - size :]), (HARD, ranked[:size])):
            for name, each in by_training.items():
                found[third, name][draw] = each[:, members].mean(axis=1)
    return found


def to_half(results, found, third) -> dict[str, np.ndarray]:
    """Passes of a third to half of the lowest of its last accuracies, by training.

    Half of each training's own would be a higher aim for the one that ends higher.

    Parameters
    ----------
    results : Results
    found : dict
        As `measured` gives it.
    third : str

    Returns
    -------
    dict of str to float64 (seeds,)
        nan for a failure, and where a training ends at 0.
    """
    curves, at = {name: found[third, name] for name in TRAININGS}, [0, *ignored.looks(results.config)]
    lowest = np.min([of_training[:, -1] for of_training in curves.values()], axis=0)
    halves = np.where(lowest > 0, lowest / 2, np.nan)
    return {
        name: np.array([statistics.first_reached(at, [0.0, *curve], half) for curve, half in zip(of_training, halves)])
        for name, of_training in curves.items()
    }


def _of_classes(results, name, seed) -> np.ndarray | None:
    """Test accuracy of each class at each of `ignored.looks`, float64 (looks, G); None if a training failed."""
    of_looks = [trial(results.config, name, passes) for passes in ignored.looks(results.config)]
    if any(results.record(each, seed).best is None for each in of_looks):
        return None
    Y = results.data(SET, seed).test.Y
    return np.array([class_accuracy(results.predicted(each, seed), Y) for each in of_looks])
