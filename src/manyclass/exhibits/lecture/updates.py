"""Updates: which classes a sample moves, by the loss and the weights of the violators.

For each sample that updates: E, the wrong classes within the margin, and the class vectors that move. The logistic
loss moves all G of them at every sample; the max-margin loss at most the violators and the right class: the largest
violator alone, all of them alike, or in proportion to their margin errors. Accuracy and top-5 of the test part; step
chosen by validation. taxonomy: classes in a tree. names5: five names of a concept, one of them given, so that a sample
has four wrong classes nearly as good as the right one. Mean and 95 % interval over seeds. Source: Hazan & Singer,
COS324, lecture 11, slides “Examples and Elaboration” and “Max-margin vs. Logistic Regression”, which have no numbers.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.lecture import trials as lecture
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim

SETS = (lecture.TREE, lecture.NAMES)
LOGISTIC = "logistic"
UPDATES = {"max": "max violator", "uniform": "all violators alike", "by_margin": "violators by margin"}
ROWS = {**UPDATES, LOGISTIC: "logistic"}
ROUNDING = 1e-6
PRINTED_MM, PRINTED_LR = "|{j: p_j > 0}| ≤ |E|, and p_y = −1", "|{j: p_j > 0}| = k − 1, and p_y > −1"


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return lecture.sets(config, SETS, SETS[1:])


def trial(config, dataset, update):
    """Declare the trial of one update on one data set; those of the max-margin loss share one."""
    grid = {"step": lecture.STEPS[lecture.scale(config)]}
    if update == LOGISTIC:
        return lecture.trial(config, dataset, "softmax_regression", "updates", lecture.HELD, grid)
    return lecture.trial(config, dataset, "max_margin_sgd", "updates", lecture.HELD, {"violators": [*UPDATES], **grid})


def trials(config):
    """Two trials a data set."""
    return [trial(config, each, update) for each in sets(config) for update in ("max", LOGISTIC)]


def table(results):
    """One row a data set and update."""
    import pandas as pd

    return pd.DataFrame([_row(results, each, update) for each in sets(results.config) for update in ROWS], dtype=object)


def figure(results):
    """Classes moved, and validation accuracy, pass by pass; one column a data set."""
    from manyclass.report import curves, style

    names = sets(results.config)
    shown, axes = style.panels(2 * len(names), columns=len(names), height=2.2)
    for column, dataset in enumerate(names):
        above, below = axes[column], axes[len(names) + column]
        for ax, measure in ((above, lambda found: found["touched"]), (below, _valid)):
            curves.draw(ax, {name: _band(results, dataset, update, measure) for update, name in ROWS.items()})
        above.set(title=dataset, yscale="log", ylabel="classes moved by a sample")
        below.set(xlabel="passes", ylabel="validation accuracy, %", ylim=(0, None))
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test how many classes move, and what the updates make of the same passes."""
    found = []
    for dataset in sets(results.config):
        n_classes = results.card(dataset)["classes"]
        touched = {update: _finals(results, dataset, update, lambda each: each["touched"][-1]) for update in ROWS}
        text = f"{dataset}: a logistic step moves all {n_classes} classes (their share)"
        share = touched[LOGISTIC] / n_classes
        found.append(claim.between(text, share, 0.999, 1 + ROUNDING, printed=PRINTED_LR, show="{:.4f}".format))
        for update, name in UPDATES.items():
            most = _finals(results, dataset, update, _most)
            text = f"{dataset}, {name}: a step moves at most |E| + 1 classes (their ratio, the largest of all passes)"
            found.append(claim.between(text, most, 0, 1 + ROUNDING, printed=PRINTED_MM, show="{:.4f}".format))
        text = (
            f"{dataset}: in the last pass all violators are less than a fifth of the classes that a logistic step moves"
        )
        found.append(claim.ratio(text, touched["uniform"], touched[LOGISTIC], 0, 0.2, printed="sparse against dense"))
    return found + _accuracies(results)


def _accuracies(results):
    found, show = [], "{:+.2f}".format
    for dataset in sets(results.config):
        top1 = {update: _tested(results, dataset, update, "accuracy") for update in ROWS}
        spread = np.max(list(top1.values()), axis=0) - np.min(list(top1.values()), axis=0)
        text = f"{dataset}: the accuracies of the four updates lie within 2.5 points of each other"
        found.append(claim.between(text, spread, -ROUNDING, 2.5, printed="no number", show=show))
    top5 = {update: _tested(results, lecture.NAMES, update, "top5") for update in ROWS}
    for update in ("uniform", "by_margin", LOGISTIC):
        text = (
            f"{lecture.NAMES}: {ROWS[update]} ranks the right class among the first 5 more often than {UPDATES['max']}"
        )
        found.append(claim.greater(text, top5[update], top5["max"], printed="ours", show=show))
    return found


def _held(update):
    return {} if update == LOGISTIC else {"violators": update}


def _records(results, dataset, update):
    return results.records(trial(results.config, dataset, update))


def _finals(results, dataset, update, measure):
    return lecture.finals(_records(results, dataset, update), measure, **_held(update))


def _tested(results, dataset, update, metric):
    return lecture.tested(_records(results, dataset, update), metric, **_held(update))


def _band(results, dataset, update, measure):
    passes = trial(results.config, dataset, update).passes
    return statistics.band(lecture.by_pass(_records(results, dataset, update), measure, passes, **_held(update)).T)


def _valid(candidate):
    return 100 * np.array(candidate["valid"])


def _most(candidate) -> float:
    """The largest ratio, of all passes, of the classes that a sample moves and its violators with the right class."""
    return float(np.nanmax(np.array(candidate["touched"]) / (lecture.violators(candidate) + 1)))


def _row(results, dataset, update):
    cells = {"data set": dataset, "update": ROWS[update]}
    if hole := stored.hole(_records(results, dataset, update)):
        return cells | {"accuracy, %": hole}
    cells |= {"accuracy, %": statistics.spread(_tested(results, dataset, update, "accuracy"))}
    cells |= {"top-5, %": statistics.spread(_tested(results, dataset, update, "top5"))}
    measures = {
        "samples that update, %": lambda each: 100 * each["updated"][-1],
        "|E|": lambda each: lecture.violators(each)[-1],
        "classes moved": lambda each: each["touched"][-1],
    }
    if update == LOGISTIC:
        cells["|E|"] = None
        del measures["|E|"]
    return cells | {name: statistics.spread(_finals(results, dataset, update, each)) for name, each in measures.items()}
