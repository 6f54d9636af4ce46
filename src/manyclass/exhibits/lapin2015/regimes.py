"""Regimes: how much the top-k SVM gains, over how alike classes are, wrong labels and samples (ours).

Sets of 120 classes at points scattered over four causes, each a population of its own (datasets/look_alikes): how many
classes look alike, how far these lie apart where others lie 1 apart, wrong labels, samples a class. Gain of the top-k
SVM α on each baseline, in percent of the baseline's top-k accuracy, both at the C best for it on validation: a table
row a baseline and k, the mean over points with its 95 % interval, at all points and at those with fewer and with more
look-alikes (halves of the range), and at how many points it is above 0. Figure: the gain for k = 5 along each cause,
the mean over all values of the others, by Gaussian processes fitted to the same points, with bands of two of their
standard deviations. Left out of all gains are points at which either of both was stopped before its tolerance, or is an
SVM whose duality gap does not tell its W from zero, so that its accuracy is what the solver happened to leave; how many
are left stands in the table. †: some sweep ended at the last value it may try. The top-k SVM, and with it the
multiclass SVM, has no intercept; one-vs-rest, softmax regression and LDA have one.
Source of the method: Lapin, Hein and Schiele 2015.
"""

from functools import partial

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, design, statistics
from manyclass.exhibits.lapin2015.trials import (
    KS,
    METRICS,
    SOFTMAX,
    TUNED,
    accuracy,
    sweep,
    told_from_zero,
    trained_draws,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

DESIGN = design.Design(
    "look_alikes",
    points={"smoke": 1, "standard": 8, "full": 8},
    names={
        "group": "look-alike classes",
        "apart": "distance of look-alikes",
        "noise": "wrong labels",
        "samples": "samples a class",
    },
)
SHOWN = 5  # the k of the figure and of the tests
MULTICLASS = "Multiclass SVM"
BASELINES = {each.row: each for each in (baselines.BATCH["one-vs-rest"], SOFTMAX, baselines.LDA)}
ONE_VS_ALL = baselines.BATCH["one-vs-rest"].row
AHEAD = {  # by statement: the row that it is compared with
    "regimes-multiclass": MULTICLASS,
    "regimes-ova": ONE_VS_ALL,
    "regimes-softmax": SOFTMAX.row,
    "regimes-lda": baselines.LDA.row,
}
HALVES = {"regimes-group": "group", "regimes-noise": "noise"}  # of the gain on the multiclass SVM
STATEMENTS = (*AHEAD, *HALVES)


def row_of(config, dataset, name) -> tuple:
    """Trial and parameters of one row: a baseline, the multiclass SVM, or the top-k SVM for a k."""
    if name in BASELINES:
        return baselines.declare(BASELINES[name], config["scale"], dataset, "topk", **TUNED), {}
    return sweep(config, dataset, "alpha"), {"k": 1 if name == MULTICLASS else name}


def trials(config):
    """The top-k SVM and the baselines on every point."""
    rows = (MULTICLASS, *BASELINES)
    return [row_of(config, dataset, name)[0] for dataset in DESIGN.datasets(config) for name in rows]


def table(results):
    """One row a baseline and k."""
    few = DESIGN.places(results)[:, 0] <= 0.5
    return pd.DataFrame([_row(results, name, k, few) for name in AHEAD.values() for k in KS[1:]], dtype=object)


def figure(results):
    """A panel for each cause."""
    labels = {f"top-{SHOWN} SVM α on {name}": name for name in AHEAD.values()}
    return DESIGN.draw_effects(results, {label: gain(results, name, SHOWN) for label, name in labels.items()})


def claims(results):
    """Test whether the top-k SVM is ahead on the whole, and what decides its gain."""
    listed = []
    for statement, name in AHEAD.items():
        text = f"the top-{SHOWN} SVM α has a higher top-{SHOWN} accuracy than {name}, mean over regimes"
        pair = at(results, SHOWN, SHOWN), at(results, name, SHOWN)
        listed.append(claim.ratio(statement, text, *pair, 1, np.inf, on=DESIGN.dataset, unit="regimes"))
    gains = design.percent(gain(results, MULTICLASS, SHOWN))
    what = f"the gain of the top-{SHOWN} SVM α on the multiclass SVM in top-{SHOWN} accuracy"
    halves = [DESIGN.larger_in(results, "upper", name, what, cause, gains) for name, cause in HALVES.items()]
    return [*listed, *halves]


def at(results, name, guesses) -> np.ndarray:
    """Top-k accuracy of a row in percent at all points, float64 (points · draws,).

    nan for a failure, where the row's solver was stopped before its tolerance, and where its W may be zero.
    """
    return DESIGN.measured(results, partial(_on, results, name, guesses))


def gain(results, name, k) -> np.ndarray:
    """Logarithm of the ratio of top-k accuracies, the top-k SVM's to a baseline's: float64 (points · draws,)."""
    return design.gain(at(results, k, k), at(results, name, k))


def _on(results, name, guesses, dataset):
    trial, params = row_of(results.config, dataset, name)
    solved = trained_draws(results, trial, guesses, **params)
    if trial.method == "topk_svm":
        solved &= told_from_zero(results, trial, guesses, **params)
    return np.where(solved, accuracy(results, trial, guesses, **params), np.nan)


def _row(results, name, k, few):
    compared = [row_of(results.config, each, row) for each in DESIGN.datasets(results.config) for row in (name, k)]
    failed = next(filter(None, (failure(results.records(trial)) for trial, _ in compared)), None)
    marks = (base.edge_mark(results.records(trial), METRICS[k], **params) for trial, params in compared)
    mark = "" if failed else base.every_mark(marks)
    gains = design.percent(gain(results, name, k))
    row = {"compared with": name, "k": k}
    for where, chosen in (("all", np.full(len(gains), True)), ("fewer alike", few), ("more alike", ~few)):
        chosen = chosen & np.isfinite(gains)
        row[f"{where}: points"] = int(chosen.sum())
        row[f"{where}: gain, %"] = failed or (statistics.mean_interval(gains[chosen], mark) if chosen.any() else None)
        row[f"{where}: above 0"] = int((gains[chosen] > 0).sum())
    return row
