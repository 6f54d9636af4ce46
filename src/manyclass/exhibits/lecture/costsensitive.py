"""Cost-sensitive margins: tree distances as margins against a fixed margin.

The loss is max_r γΔ(y, r) + z_r − z_y, with Δ the number of edges between two classes of the tree, or 1 for all.
Accuracy and mean tree distance of the predicted class on the test part, 0 where it is right; per error: the mean over
the errors alone. Each kind of margin has its own sweep of η0 and of the radius ρ of the ball, every one with every
other, which is one of γ as well, since γ, ρ and η0 times a number only scale W. Each metric is of the candidate best by
it on validation, and the sweep goes on until both stand inside. taxonomy: branches lie further apart than the classes
in them; taxonomy-balanced: leaves all as deep; taxonomy-noisy: one label in four is drawn at random, also in test;
taxonomy-flat, the control: the same tree, but the features know nothing of it. Mean and 95 % interval over draws, †
where a chosen value is the last that was tried; dashes: the Bayes-optimal classifier for equal costs. In the table, not
of the lecture, nearest means, linear discriminant analysis (LDA) and logistic regression, which know nothing of the
tree, but are chosen by each metric, too. Source: Hazan & Singer, COS324, lecture 11, slides “Cost-Sensitive Multiclass”
and “Use Example: Hierarchical Categories”, which have no numbers.
"""

import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.lecture.trials import (
    TREE,
    at_scale,
    chosen,
    metric_by_seed,
    sgd_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import style

FLAT = f"{TREE}-flat"
SETS = (TREE, f"{TREE}-balanced", f"{TREE}-noisy", FLAT)
COSTS = {"equal": "fixed margin", "tree": "tree distance"}
METRICS = {"accuracy": "accuracy, %", "tree_distance": "mean tree distance"}
BY_BOTH = {"halving": False, "metrics": tuple(METRICS)}
SHORT = {"accuracy": "accuracy", "tree_distance": "distance"}
STATEMENTS = "cost-falls", "cost-accuracy", "cost-control"
DISTANCE = "{:+.3f}".format
ALIKE = 1.5  # points of accuracy
BELOW = 0.04  # of the largest value, that the axis goes below 0: dashes at 0 would lie on it
CONTROL = 0.02  # of the mean tree distance with a fixed margin


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return at_scale(config, SETS, (TREE, FLAT))


def trial(config, dataset):
    """Declare the trial of one data set: both kinds of costs, each tuned by itself."""
    return sgd_trial(config, dataset, "cost_sensitive_svm", "margins", {"costs": [*COSTS]}, **BY_BOTH)


def beside(config, dataset):
    """Declare the baselines of one data set, by row."""
    return baselines.simple(config, dataset, "by_distance", **BY_BOTH)


def trials(config):
    """One trial a data set, and its baselines."""
    rivals = [each for dataset in sets(config) for each in beside(config, dataset).values()]
    return [*(trial(config, each) for each in sets(config)), *rivals]


def table(results):
    """One row a data set and kind of margin, or baseline."""
    rows = []
    for dataset in sets(results.config):
        rows += [_row(results, dataset, costs) for costs in COSTS]
        rows += [_baseline(results, dataset, *each) for each in beside(results.config, dataset).items()]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy and tree distance by data set, one marker a kind of margin."""
    shown, axes = style.panels(2, height=2.6)
    names = sets(results.config)
    for ax, (metric, label) in zip(axes, reversed(METRICS.items())):
        for place, (costs, colour, marker) in enumerate(zip(COSTS, style.COLOURS, style.MARKERS)):
            values = [_measured(results, each, costs, metric) for each in names]
            _points(ax, values, 0.2 * place - 0.1, colour, marker, COSTS[costs])
        for x, dataset in enumerate(names):
            best = statistics.mean(results.controls(dataset, "bayes_optimal", metric))
            best *= 100 if metric == "accuracy" else 1
            ax.hlines(best, x - 0.3, x + 0.3, color="0.4", linestyles="--", label="Bayes-optimal")
        ax.set(ylabel=label, xlim=(-0.5, len(names) - 0.5))
        ax.set_ylim(-BELOW * ax.get_ylim()[1], None)
        marks = [max(_mark(results, each, costs, metric) for costs in COSTS) for each in names]
        labels = [each.replace("-", "-\n") + mark for each, mark in zip(names, marks)]
        ax.set_xticks(range(len(names)), labels)
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test that the distance falls where the features know the tree, there alone, and that accuracy hardly moves."""
    listed, falls = [], {}
    for dataset in sets(results.config):
        equal, tree = (_measured(results, dataset, costs, "tree_distance") for costs in COSTS)
        falls[dataset] = 1 - tree / equal
        if dataset != FLAT:
            text = f"{dataset}: margins by tree distance lower the mean tree distance"
            listed.append(claim.greater("cost-falls", text, equal, tree, on=dataset, show=DISTANCE))
        equal, tree = (_measured(results, dataset, costs, "accuracy") for costs in COSTS)
        text = f"{dataset}: margins by tree distance change accuracy by less than {ALIKE:g} points"
        listed.append(claim.equivalent("cost-accuracy", text, tree, equal, ALIKE, on=dataset))
    text = f"{FLAT}: where the features know nothing of the tree, the distance changes by less than {CONTROL:.0%}"
    listed.append(claim.equivalent("cost-control", text, falls[FLAT], 0.0, CONTROL, on=FLAT, show=DISTANCE))
    text = f"the distance falls by a larger share on {TREE} than on {FLAT}"
    return [*listed, claim.greater("cost-control", text, falls[TREE], falls[FLAT], on=(TREE, FLAT), show=DISTANCE)]


def _mark(results, dataset, costs, metric):
    return base.edge_mark(results.records(trial(results.config, dataset)), by=metric, costs=costs)


def _measured(results, dataset, costs, metric):
    return _of_best(results.records(trial(results.config, dataset)), metric, costs=costs)


def _of_best(records, metric, **params):
    """Test metric of the candidate of each draw that is best by it on validation."""
    return metric_by_seed(records, metric, by=metric, **params)


def _points(ax, values, shift, colour, marker, label):
    """Mean and interval over seeds of each data set, side by side; those without a result are left out."""
    band = statistics.band(values)
    if band is None:
        return
    mean, low, high = band
    at = [x + shift for x in range(len(values))]
    ax.errorbar(at, mean, yerr=[mean - low, high - mean], fmt=marker, color=colour, capsize=2, label=label)


def _baseline(results, dataset, name, declared):
    return {"data set": dataset, "margin": f"none: {name}"} | _cells(results.records(declared))


def _row(results, dataset, costs):
    records = results.records(trial(results.config, dataset))
    row = {"data set": dataset, "margin": COSTS[costs]} | _cells(records, costs=costs)
    return row | {f"(η0, ρ) by {short}": chosen(records, metric, costs=costs) for metric, short in SHORT.items()}


def _cells(records, **params):
    """Each metric, and the mean tree distance of the errors alone."""
    if failed := failure(records):
        return dict.fromkeys(METRICS.values(), failed)
    marks = {metric: base.edge_mark(records, metric, **params) for metric in METRICS}
    cells = {
        label: statistics.mean_interval(_of_best(records, metric, **params), marks[metric])
        for metric, label in METRICS.items()
    }
    distance, accuracy = (metric_by_seed(records, each, by="tree_distance", **params) for each in reversed(METRICS))
    per_error = distance / (1 - accuracy / 100)
    return cells | {"per error": statistics.mean_interval(per_error, marks["tree_distance"])}
