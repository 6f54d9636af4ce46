"""Updates: which classes a sample moves, by the loss and the weights of the violators.

For each sample that updates: E, the wrong classes within the margin, and the class vectors that move. The logistic loss
moves all G of them at every sample; the max-margin loss at most the violators and the right class: the largest violator
alone, all of them alike, or in proportion to their margin errors. Accuracy and top-5 of the test part; η0 and the
radius of the ball chosen by validation for each. Below them, not of the lecture, nearest means, linear discriminant
analysis (LDA) and logistic regression to its optimum. taxonomy: classes in a tree. names5: five names of a concept, one
of them given, so that a sample has four wrong classes nearly as good as the right one. Mean and 95 % interval over
draws, † where a chosen value is the last that was tried. Source: Hazan & Singer, COS324, lecture 11, slides “Examples
and Elaboration” and “Max-margin vs. Logistic Regression”, which have no numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.lecture.trials import (
    NAMES,
    TREE,
    at_scale,
    by_pass,
    by_seed,
    metric_by_seed,
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
STATEMENTS = "logistic-dense", "violators-bound", "max-margin-sparse", "updates-alike", "violators-top5"
ALIKE = 2.5  # points of accuracy
PRINTED_MM, PRINTED_LR = "|{j: p_j > 0}| ≤ |E|, and p_y = −1", "|{j: p_j > 0}| = k − 1, and p_y > −1"


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return at_scale(config, SETS, SETS[1:])


def trial(config, dataset, update):
    """Declare the trial of one update on one data set; those of the max-margin loss share one."""
    if update == LOGISTIC:
        return sgd_trial(config, dataset, "softmax_regression", "updates")
    return sgd_trial(config, dataset, "max_margin_sgd", "updates", {"violators": [*UPDATES]})


def trials(config):
    """Two trials a data set, and its baselines."""
    ours = [trial(config, dataset, update) for dataset in sets(config) for update in ("max", LOGISTIC)]
    return ours + [each for dataset in sets(config) for each in baselines.simple(config, dataset).values()]


def table(results):
    """One row a data set and update, then one a baseline."""
    rows = []
    for dataset in sets(results.config):
        rows += [_row(results, dataset, update) for update in ROWS]
        rows += [_baseline(results, dataset, *each) for each in baselines.simple(results.config, dataset).items()]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Classes moved, and validation accuracy, pass by pass; one column a data set."""
    names = sets(results.config)
    labels = {update: name + max(_mark(results, dataset, update) for dataset in names) for update, name in ROWS.items()}
    shown, axes = style.panels(2 * len(names), columns=len(names), height=2.2)
    for column, dataset in enumerate(names):
        above, below = axes[column], axes[len(names) + column]
        for ax, measure in ((above, _moved), (below, _valid)):
            curves.draw(ax, {labels[update]: _band(results, dataset, update, measure) for update in ROWS})
        above.set(title=dataset, yscale="log", ylabel="classes moved by a sample")
        below.set(xlabel="passes", ylabel="validation accuracy, %", ylim=(0, None))
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test how many classes move, and what the updates make of the same passes."""
    listed = []
    for dataset in sets(results.config):
        listed += [*_moving(results, dataset), *_accuracies(results, dataset)]
    top5 = {update: _metric(results, NAMES, update, "top5") for update in UPDATES}
    for update in ("uniform", "by_margin"):
        text = f"{NAMES}: {UPDATES[update]} rank the right class among the first 5 more often than the {UPDATES['max']}"
        listed.append(claim.greater("violators-top5", text, top5[update], top5["max"], on=NAMES))
    return listed


def _moving(results, dataset):
    n_classes, show = results.card(dataset)["classes"], "{:.4f}".format
    moved = {update: _by_seed(results, dataset, update, _moved_last) for update in ROWS}
    text = f"{dataset}: a logistic step moves all {n_classes} classes (their share)"
    says, share = {"on": dataset, "printed": PRINTED_LR, "show": show}, moved[LOGISTIC] / n_classes
    listed = [claim.between("logistic-dense", text, share, 0.999, 1 + ROUNDING, **says)]
    says["printed"] = PRINTED_MM
    for update, name in UPDATES.items():
        text = f"{dataset}, {name}: a step moves at most |E| + 1 classes (their ratio, the largest of all passes)"
        most = _by_seed(results, dataset, update, _most)
        listed.append(claim.between("violators-bound", text, most, 0, 1 + ROUNDING, **says))
    text = f"{dataset}, {{}}: a step of the last pass moves less than a fifth of the classes that a logistic one moves"
    return listed + [
        claim.ratio("max-margin-sparse", text.format(name), moved[update], moved[LOGISTIC], 0, 0.2, on=dataset)
        for update, name in UPDATES.items()
        if update != "max"  # which moves two classes by definition
    ]


def _accuracies(results, dataset):
    top1 = {update: _metric(results, dataset, update, "accuracy") for update in ROWS}
    text = f"{dataset}: {{}} and logistic are as accurate, within {ALIKE:g} points"
    return [
        claim.equivalent("updates-alike", text.format(name), top1[update], top1[LOGISTIC], ALIKE, on=dataset)
        for update, name in UPDATES.items()
    ]


def _mark(results, dataset, update):
    records, params = _runs(results, dataset, update)
    return base.edge_mark(records, **params)


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


def _baseline(results, dataset, name, declared):
    cells = {"accuracy, %": base.cell(results, declared), "top-5, %": base.cell(results, declared, "top5")}
    return {"data set": dataset, "update": name, **cells}


def _row(results, dataset, update):
    row, (records, params) = {"data set": dataset, "update": ROWS[update]}, _runs(results, dataset, update)
    declared = trial(results.config, dataset, update)
    row["accuracy, %"] = base.cell(results, declared, **params)
    if failure(records):
        return row
    row["top-5, %"] = base.cell(results, declared, "top5", **params)
    measures = {
        "samples that update, %": lambda candidate: 100 * candidate.updated[-1],
        "|E|": lambda candidate: violators_by_pass(candidate)[-1],
        "classes moved": _moved_last,
    }
    if update == LOGISTIC:
        row["|E|"] = None
        del measures["|E|"]
    return row | {
        name: statistics.mean_interval(_by_seed(results, dataset, update, measure))
        for name, measure in measures.items()
    }
