"""A curriculum: whether last violators make easy classes be learnt before hard ones.

On 21k web data, Wsabie++ by the rule as printed with Q = 8 (the trial of gupta2014/ignored), and with Q = 0, step and
margin swept for each: training ends after some passes, and begun anew with the same draws for the next point.
Easy classes: the third of the classes that are most accurate at the end, by the mean of both trainings; hard ones: the
least accurate third. Test accuracy of each third, and passes until it first reaches half of its last value, in both
trainings that of the one which ends lower; between two points, and before the first, accuracy is taken to grow evenly.
Means over draws of the data and 95 % intervals. †: the sweep ended at an edge. Source: Gupta, Bengio and Weston 2014,
sections 1 and 6.2.1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import ignored
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.classification import class_accuracy
from manyclass.protocol.trial.early_stopping import checkpoints

SET = ignored.SET
ORDERS = {f"Q = {ignored.Q}": ignored.Q, "Q = 0": 0}
WITH, WITHOUT = ORDERS
EASY, HARD = THIRDS = "easy", "hard"
MOST = 108  # passes looked at: most of what is learnt is learnt by then, and each look is a training of its own
STATEMENTS = ("curriculum",)


def looks(config) -> list[int]:
    """Passes after which training is looked at."""
    return checkpoints(min(gupta.passes(config), MOST))


def trial(config, Q, passes):
    """Declare the training of so many passes with the parameters of `ignored`'s winner."""
    declared = {"search": {}, "passes": passes, "patience": 0, "depends_on": ignored.trial(config, Q)}
    return gupta.trial(config, SET, ignored.METHOD, f"order{Q}-after{passes}", gupta.setting(Q, 0), **declared)


def trials(config):
    """One trial an order and number of passes."""
    return [trial(config, Q, passes) for Q in ORDERS.values() for passes in looks(config)]


def table(results):
    """One row a third of the classes and an order."""
    found, rows = measured(results), []
    for third in THIRDS:
        passes_to = to_half(results, found, third)
        for name, Q in ORDERS.items():
            records = results.records(trial(results.config, Q, looks(results.config)[-1]))
            cells = {"classes": third, "last violators": name}
            curves, mark = found[third, name], base.edge_mark(records)
            cells["passes to half"] = stored.failure(records) or statistics.spread(passes_to[name], mark)
            for passes, accuracy in zip(looks(results.config), curves.T):
                cells[f"after {passes}, %"] = statistics.spread(100 * accuracy, mark)
            rows.append(cells)
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that with last violators hard classes come later after easy ones than without."""
    found = measured(results)
    easy, hard = (to_half(results, found, third) for third in THIRDS)
    lags = (hard[name] - easy[name] for name in (WITH, WITHOUT))
    text = f"{SET}, as printed: hard classes reach half of their last accuracy more passes after easy ones"
    stated = {"on": SET, "printed": "no number", "show": "{:+.2f} passes".format}
    return [claim.greater("curriculum", f"{text} with {WITH} than with {WITHOUT}", *lags, **stated)]


def measured(results) -> dict[tuple[str, str], np.ndarray]:
    """Mean test accuracy over the classes of a third at each of `looks`, float64 (seeds, looks), by third and order.

    nan for a failure.
    """
    shape = len(results.seeds), len(looks(results.config))
    found = {(third, name): np.full(shape, np.nan) for third in THIRDS for name in ORDERS}
    for draw, seed in enumerate(results.seeds):
        by_order = {name: _of_classes(results, Q, seed) for name, Q in ORDERS.items()}
        if any(each is None for each in by_order.values()):
            continue
        last = np.mean([each[-1] for each in by_order.values()], axis=0)
        ranked = np.argsort(last, kind="stable")[: np.isfinite(last).sum()]  # those without a test sample come last
        size = len(ranked) // 3
        for third, members in ((EASY, ranked[len(ranked) - size :]), (HARD, ranked[:size])):
            for name, each in by_order.items():
                found[third, name][draw] = each[:, members].mean(axis=1)
    return found


def to_half(results, found, third) -> dict[str, np.ndarray]:
    """Passes of a third to half of the lower of its two last accuracies, by order.

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
        nan for a failure.
    """
    curves, at = {name: found[third, name] for name in ORDERS}, [0, *looks(results.config)]
    halves = np.min([of_order[:, -1] for of_order in curves.values()], axis=0) / 2
    return {
        name: np.array([first_reached(at, [0.0, *curve], half) for curve, half in zip(of_order, halves)])
        for name, of_order in curves.items()
    }


def first_reached(passes, accuracy, level) -> float:
    """Where the straight lines through these points first reach a level; nan if that is 0 or nan."""
    if not level > 0:
        return np.nan
    after = int(np.argmax(np.array(accuracy) >= level))
    share = (level - accuracy[after - 1]) / (accuracy[after] - accuracy[after - 1])
    return float(passes[after - 1] + share * (passes[after] - passes[after - 1]))


def _of_classes(results, Q, seed) -> np.ndarray | None:
    """Test accuracy of each class at each of `looks`, float64 (looks, G); None if a training failed."""
    of_looks = [trial(results.config, Q, passes) for passes in looks(results.config)]
    if any(results.record(each, seed).best is None for each in of_looks):
        return None
    Y = results.data(SET, seed).test.Y
    return np.array([class_accuracy(results.predicted(each, seed), Y) for each in of_looks])
