"""Regimes: how the gains of Wsabie++ depend on six causes, one by one (ours).

Gain of the first method on the second, in percent of its accuracy, along each cause (gupta2014/regimes says what they
are), the mean over all values of the other five: by a Gaussian process fitted to the same points, with bands of two of
its standard deviations. Ignoring last violators: the rule as printed, and with a burn-in (ours), each against Wsabie++
that ignores none (Q = 0). Then Wsabie++ as printed against tuned one-vs-all SVMs, the averaged multiclass SVM, softmax
regression and linear discriminant analysis. One-vs-all SVMs have a constant feature (ours). Table: the points in each
third of a cause's range, at how many of them which method of the map is the most accurate, and the mean gain there with
its 95 % interval over points; the other causes vary as they do. Source of the methods: Gupta, Bengio and Weston 2014.
"""

from collections import Counter

import numpy as np
import pandas as pd

from manyclass.exhibits import design, statistics
from manyclass.exhibits.gupta2014 import regimes

GAINS = {
    "ignoring last violators, as printed": ("wsabie_pp", "wsabie_pp/q0"),
    "ignoring last violators, with burn-in": ("wsabie_pp/burn_in", "wsabie_pp/q0"),
    "Wsabie++ on one-vs-all SVMs": ("wsabie_pp", "one_vs_rest"),
    "Wsabie++ on the multiclass SVM": ("wsabie_pp", "multiclass_svm"),
    "Wsabie++ on softmax regression": ("wsabie_pp", "softmax"),
    "Wsabie++ on LDA": ("wsabie_pp", "lda"),
}


def trials(config):
    """Those of the maps."""
    return regimes.trials(config)


def table(results):
    """One row a cause and third of its range."""
    measured, rows = regimes.accuracies(results), []
    gains, best = of_pairs(measured), _best(measured)
    failed = {pair: regimes.failure_of_any(results, *rows_of) for pair, rows_of in GAINS.items()}
    for name, (low, high), chosen in regimes.DESIGN.thirds(results):
        row = {"cause": regimes.DESIGN.names[name], "from": low, "to": high, "points": int(chosen.sum())}
        counted = Counter(best[chosen].tolist())
        row["most accurate at"] = ", ".join(f"{method} {count}" for method, count in counted.most_common())
        here = {pair: design.percent(each[chosen]) for pair, each in gains.items()}
        cells = {pair: statistics.mean_interval(each) if len(each) else None for pair, each in here.items()}
        rows.append(row | {f"{pair}, %": failed[pair] or cell for pair, cell in cells.items()})
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """A panel for each cause."""
    return regimes.DESIGN.draw_effects(results, of_pairs(regimes.accuracies(results)))


def of_pairs(measured) -> dict[str, np.ndarray]:
    """The gains at all points, logarithms of ratios, float64 (points · draws,), by name."""
    return {name: design.gain(measured[a], measured[b]) for name, (a, b) in GAINS.items()}


def _best(measured) -> np.ndarray:
    """Name of the most accurate method of the map at each point, the first of equals: str (points · draws,)."""
    accuracy = np.nan_to_num([measured[row] for row in regimes.COMPETITORS], nan=-1.0)
    return np.array([regimes.NAMES[row] for row in regimes.COMPETITORS])[accuracy.argmax(axis=0)]
