"""Cost-sensitive margins: tree distances as margins against a fixed margin.

The loss is max_r γΔ(y, r) + z_r − z_y, with Δ the number of edges between two classes of the tree, or 1 for all.
Accuracy and mean tree distance of the predicted class on the test part, 0 where it is right; per error: the mean over
the errors alone. Each kind of margin has its own sweep of step and γ, chosen by validation accuracy. taxonomy: branches
lie further apart than the classes in them; balanced: leaves all as deep; noisy: one training label in four is wrong;
flat, the control: the same tree, but the features know nothing of it. Mean and 95 % interval over seeds; dashes: the
Bayes-optimal classifier for equal costs. Source: Hazan & Singer, COS324, lecture 11, slides “Cost-Sensitive
Multiclass” and “Use Example: Hierarchical Categories”, which have no numbers.
"""

import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lecture.trials import (
    FIXED,
    STEPS,
    TREE,
    at_scale,
    best_candidates,
    metric_by_seed,
    scale,
    sgd_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import style

FLAT = f"{TREE}-flat"
SETS = (TREE, f"{TREE}-balanced", f"{TREE}-noisy", FLAT)
COSTS = {"equal": "fixed margin", "tree": "tree distance"}
MARGINS = [0.25, 1.0]
NO_NUMBER = "no number"


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return at_scale(config, SETS, (TREE, FLAT))


def trial(config, dataset):
    """Declare the trial of one data set: both kinds of costs by step and γ."""
    grid = {"costs": [*COSTS], "margin": MARGINS, "step": STEPS[scale(config)]}
    return sgd_trial(config, dataset, "cost_sensitive_svm", "margins", FIXED, grid)


def trials(config):
    """One trial a data set."""
    return [trial(config, each) for each in sets(config)]


def table(results):
    """One row a data set and kind of margin."""
    rows = [_row(results, dataset, costs) for dataset in sets(results.config) for costs in COSTS]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy and tree distance by data set, one marker a kind of margin."""
    shown, axes = style.panels(2, height=2.6)
    names = sets(results.config)
    for ax, (metric, label) in zip(axes, {"tree_distance": "mean tree distance", "accuracy": "accuracy, %"}.items()):
        for place, (costs, colour, marker) in enumerate(zip(COSTS, style.COLOURS, style.MARKERS)):
            values = [_measured(results, each, costs, metric) for each in names]
            _points(ax, values, 0.2 * place - 0.1, colour, marker, COSTS[costs])
        for x, dataset in enumerate(names):
            best = results.card(dataset)["controls"]["bayes_optimal"][metric] * (100 if metric == "accuracy" else 1)
            ax.hlines(best, x - 0.3, x + 0.3, color="0.4", linestyles="--", label="Bayes-optimal")
        ax.set(ylabel=label, xlim=(-0.5, len(names) - 0.5), ylim=(0, None))
        ax.set_xticks(range(len(names)), [each.partition("-")[2] or each for each in names])
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test that the distance falls where the features know the tree, there alone, and that accuracy hardly moves."""
    listed, falls = [], {}
    for dataset in sets(results.config):
        equal, tree = (_measured(results, dataset, costs, "tree_distance") for costs in COSTS)
        falls[dataset] = 100 * (1 - tree / equal)
        if dataset != FLAT:
            text = f"{dataset}: margins by tree distance lower the mean tree distance"
            listed.append(claim.greater(text, equal, tree, printed=NO_NUMBER, show="{:+.3f}".format))
        equal, tree = (_measured(results, dataset, costs, "accuracy") for costs in COSTS)
        text = f"{dataset}: margins by tree distance change accuracy by less than 1.5 points"
        listed.append(claim.between(text, tree - equal, -1.5, 1.5, printed=NO_NUMBER, show="{:+.2f}".format))
    text = f"{FLAT}: where the features know nothing of the tree, the distance falls by less than 2 %"
    show = "{:+.1f} %".format
    listed.append(claim.between(text, falls[FLAT], -2.0, 2.0, printed="ours", show=show))
    text = f"the distance falls by more on {TREE} than on {FLAT}"
    return [*listed, claim.greater(text, falls[TREE], falls[FLAT], printed="ours", show=show)]


def _measured(results, dataset, costs, metric):
    return metric_by_seed(results.records(trial(results.config, dataset)), metric, costs=costs)


def _points(ax, values, shift, colour, marker, label):
    """Mean and interval over seeds of each data set, side by side; those without a result are left out."""
    band = statistics.band(values)
    if band is None:
        return
    mean, low, high = band
    at = [x + shift for x in range(len(values))]
    ax.errorbar(at, mean, yerr=[mean - low, high - mean], fmt=marker, color=colour, capsize=2, label=label)


def _row(results, dataset, costs):
    records = results.records(trial(results.config, dataset))
    row = {"data set": dataset, "margin": COSTS[costs]}
    if reason := failure(records):
        return row | {"accuracy, %": reason}
    accuracy, distance = (_measured(results, dataset, costs, each) for each in ("accuracy", "tree_distance"))
    chosen = [candidate.params for candidate in best_candidates(records, costs=costs) if candidate]
    swept = {(params["step"], params["margin"]) for params in chosen}
    return row | {
        "accuracy, %": statistics.spread(accuracy),
        "tree distance": statistics.spread(distance),
        "per error": statistics.spread(distance / (1 - accuracy / 100)),
        "chosen (η0, γ)": ", ".join(f"({step:g}, {margin:g})" for step, margin in sorted(swept)),
    }
