"""Updates: which classes a sample moves, by the loss and the weights of the violators.

For each sample that updates: E, the wrong classes within the margin, and the class vectors that move. The logistic
loss moves all G of them at every sample; the max-margin loss at most the violators and the right class: the largest
violator alone, all of them alike, or in proportion to their margin errors. Accuracy and top-5 of the test part; step
chosen by validation. taxonomy: classes in a tree. names5: five names of a concept, one of them given, so that a sample
has four wrong classes nearly as good as the right one. Mean and 95 % interval over seeds. Source: Hazan & Singer,
COS324, lecture 11, slides “Examples and Elaboration” and “Max-margin vs. Logistic Regression”, which have no numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lecture.trials import (
    FIXED,
    NAMES,
    STEPS,
    TREE,
    at_scale,
    by_pass,
    by_seed,
    metric_by_seed,
    scale,
    sgd_trial,
    violators_by_pass,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import curves, style

SETS = (TREE, NAMES)
LOGISTIC = "logistic"
UPDATES = {"max": "max violator", "uniform": "all violators alike", "by_margin": "violators by margin"}
ROWS = {**UPDATES, LOGISTIC: "logistic"}
ROUNDING = 1e-6
PRINTED_MM, PRINTED_LR = "|{j: p_j > 0}| ≤ |E|, and p_y = −1", "|{j: p_j > 0}| = k − 1, and p_y > −1"


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return at_scale(config, SETS, SETS[1:])


def trial(config, dataset, update):
    """Declare the trial of one update on one data set; those of the max-margin loss share one."""
    grid = {"step": STEPS[scale(config)]}
    if update == LOGISTIC:
        return sgd_trial(config, dataset, "softmax_regression", "updates", FIXED, grid)
    return sgd_trial(config, dataset, "max_margin_sgd", "updates", FIXED, {"violators": [*UPDATES], **grid})


def trials(config):
    """Two trials a data set."""
    return [trial(config, dataset, update) for dataset in sets(config) for update in ("max", LOGISTIC)]


def table(results):
    """One row a data set and update."""
    rows = [_row(results, dataset, update) for dataset in sets(results.config) for update in ROWS]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Classes moved, and validation accuracy, pass by pass; one column a data set."""
    names = sets(results.config)
    shown, axes = style.panels(2 * len(names), columns=len(names), height=2.2)
    for column, dataset in enumerate(names):
        above, below = axes[column], axes[len(names) + column]
        for ax, measure in ((above, _moved), (below, _valid)):
            curves.draw(ax, {name: _band(results, dataset, update, measure) for update, name in ROWS.items()})
        above.set(title=dataset, yscale="log", ylabel="classes moved by a sample")
        below.set(xlabel="passes", ylabel="validation accuracy, %", ylim=(0, None))
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test how many classes move, and what the updates make of the same passes."""
    listed = []
    for dataset in sets(results.config):
        n_classes = results.card(dataset)["classes"]
        moved = {update: _by_seed(results, dataset, update, _moved_last) for update in ROWS}
        text = f"{dataset}: a logistic step moves all {n_classes} classes (their share)"
        share = moved[LOGISTIC] / n_classes
        listed.append(claim.between(text, share, 0.999, 1 + ROUNDING, printed=PRINTED_LR, show="{:.4f}".format))
        for update, name in UPDATES.items():
            most = _by_seed(results, dataset, update, _most)
            text = f"{dataset}, {name}: a step moves at most |E| + 1 classes (their ratio, the largest of all passes)"
            listed.append(claim.between(text, most, 0, 1 + ROUNDING, printed=PRINTED_MM, show="{:.4f}".format))
        text = (
            f"{dataset}: in the last pass all violators are less than a fifth of the classes that a logistic step moves"
        )
        listed.append(claim.ratio(text, moved["uniform"], moved[LOGISTIC], 0, 0.2, printed="sparse against dense"))
    return listed + _accuracies(results)


def _accuracies(results):
    listed, show = [], "{:+.2f}".format
    for dataset in sets(results.config):
        top1 = [_metric(results, dataset, update, "accuracy") for update in ROWS]
        spread = np.max(top1, axis=0) - np.min(top1, axis=0)
        text = f"{dataset}: the accuracies of the four updates lie within 2.5 points of each other"
        listed.append(claim.between(text, spread, -ROUNDING, 2.5, printed="no number", show=show))
    top5 = {update: _metric(results, NAMES, update, "top5") for update in ROWS}
    for update in ("uniform", "by_margin", LOGISTIC):
        text = f"{NAMES}: {ROWS[update]} ranks the right class among the first 5 more often than {UPDATES['max']}"
        listed.append(claim.greater(text, top5[update], top5["max"], printed="ours", show=show))
    return listed


def _runs(results, dataset, update):
    """Records of an update's trial, and the parameters of its candidates."""
    params = {} if update == LOGISTIC else {"violators": update}
    return results.records(trial(results.config, dataset, update)), params


def _by_seed(results, dataset, update, measure):
    records, params = _runs(results, dataset, update)
    return by_seed(records, measure, **params)


def _metric(results, dataset, update, metric):
    records, params = _runs(results, dataset, update)
    return metric_by_seed(records, metric, **params)


def _band(results, dataset, update, measure):
    records, params = _runs(results, dataset, update)
    return statistics.band(by_pass(records, measure, trial(results.config, dataset, update).passes, **params).T)


def _moved(candidate):
    return candidate.n_classes_updated


def _moved_last(candidate):
    return candidate.n_classes_updated[-1]


def _valid(candidate):
    return 100 * np.array(candidate.valid)


def _most(candidate) -> float:
    """The largest ratio, of all passes, of the classes that a sample moves and its violators with the right class."""
    return float(np.nanmax(np.array(candidate.n_classes_updated) / (violators_by_pass(candidate) + 1)))


def _row(results, dataset, update):
    row = {"data set": dataset, "update": ROWS[update]}
    if reason := failure(_runs(results, dataset, update)[0]):
        return row | {"accuracy, %": reason}
    row["accuracy, %"] = statistics.spread(_metric(results, dataset, update, "accuracy"))
    row["top-5, %"] = statistics.spread(_metric(results, dataset, update, "top5"))
    measures = {
        "samples that update, %": lambda candidate: 100 * candidate.updated[-1],
        "|E|": lambda candidate: violators_by_pass(candidate)[-1],
        "classes moved": _moved_last,
    }
    if update == LOGISTIC:
        row["|E|"] = None
        del measures["|E|"]
    return row | {
        name: statistics.spread(_by_seed(results, dataset, update, measure)) for name, measure in measures.items()
    }
