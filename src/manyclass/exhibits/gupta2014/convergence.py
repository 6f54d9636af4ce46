"""Validation accuracy against passes: how early most of it is reached.

On 16k ImageNet and 21k web, in all the passes that table 8 allows, of which Wsabie has three times as many, and at the
parameters best after the last of them, as the document chooses: mean over draws of the data and its 95 % interval where
there are at least three. † marks a method whose sweep ended at an edge on either set. Nearest means is a level, since
its one pass is exact. How much is reached early is told of each method's own training in each draw: up to where a
seventh of it, or on 21k web a fourteenth, was flat, as the document stopped after a day without change, of a week or of
two; it is flat from the first pass within a standard error of the best. Whether stopping early is needed: by test
accuracy, of table 8, which keeps each candidate at its best, against these. The same curves over seconds are in
gupta2014/convergence_time.
Source: Gupta, Bengio and Weston 2014, section 8.3, which allows 100 passes.
"""

import math

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.report import curves, style

SET = "imagenet16k"
SETS = (SET, "web21k")
LEVEL = "nearest_means"
CURVES = ("wsabie_pp", "wsabie_pp/q0", "wsabie", gupta.ONE_VS_ALL, "auc_ranking", gupta.BALANCED)
METHODS = tuple(row for row in CURVES if row != "wsabie_pp/q0")  # of the document
EARLY, LATE = 0.2, 0.9  # shares of the passes
FLAT = {SET: 1 / 7, "web21k": 1 / 14}  # of a training, at its end: a day of a week, and of two
ROUGHLY = 0.7, 0.9  # 80 %
MARGIN = 0.5  # points, within which accuracies are similar
STATEMENTS = "early-accuracy", "converged", "no-early-stopping"


def chosen_trial(config, row, dataset=SET):
    """Declare the sweep of one row of table 8 by the accuracy after all passes."""
    _, _, variant = row.partition("/")
    name = f"last-{variant}" if variant else "last"
    swept = gupta.row_trial(config, dataset, row)
    declared = {"search": swept.search, "halving": swept.halving, "patience": 0}
    return gupta.trial(config, dataset, swept.method, name, swept.fixed, **declared)


def curve_trial(config, row, dataset=SET):
    """Declare the trial of its winner's parameters, looked at after every pass."""
    chosen = chosen_trial(config, row, dataset)
    return gupta.curve_trial(config, chosen, chosen.variant.replace("last", "curve"))


def trials(config):
    """Rows of table 8, and on each set a curve for each method trained in passes, and the sweep that chose for it."""
    rows = [gupta.row_trial(config, dataset, row) for dataset in SETS for row in (LEVEL, *METHODS)]
    drawn = [curve_trial(config, row, dataset) for dataset in SETS for row in CURVES]
    return [*rows, *drawn, *(each.depends_on for each in drawn)]


def figure(results):
    """One panel a set, one curve a method, on a logarithmic axis of passes."""
    shown, axes = style.panels(len(SETS), height=3.0)
    for ax, dataset in zip(axes, SETS):
        of_rows = {row: np.array(valid(results, row, dataset)).T for row in CURVES}
        curves.draw(ax, {label(results, row): statistics.band(each) for row, each in of_rows.items()})
        for line in ax.lines:
            line.set_markevery([passes - 1 for passes in checkpoints(len(line.get_xdata()))])
        draw_level(ax, results, dataset)
        ax.set(xscale="log", xlabel="passes", title=dataset, ylim=(0, None))
        style.plain_log(ax.xaxis)
    axes[0].set_ylabel("validation accuracy, %")
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test by set and method that most is reached early, that training has converged, and needed no early stop."""
    return [test for dataset in SETS for row in METHODS for test in _claims(results, row, dataset)]


def label(results, row) -> str:
    """Name of a method, marked where on either set its sweep ended at an edge, or what is compared still rises."""
    marks = []
    for dataset in SETS:
        compared = [chosen_trial(results.config, row, dataset)]
        if row in METHODS:
            compared.append(gupta.row_trial(results.config, dataset, row))
        marks.append(base.edge_mark(results.records(curve_trial(results.config, row, dataset))))
        marks.extend(rising.mark(results.records(each), each) for each in compared)
    return gupta.NAMES[row] + base.every_mark(marks)


def valid(results, row, dataset=SET) -> list[np.ndarray]:
    """Validation accuracy in percent after each pass, one curve of shape (passes,) for each draw that succeeded."""
    records = succeeded(results.records(curve_trial(results.config, row, dataset)))
    return [100 * np.array(record.best.valid) for record in records]


def draw_level(ax, results, dataset=SET) -> None:
    """Draw the validation accuracy of nearest means, if there is one."""
    level = [record.valid for record in succeeded(results.records(gupta.row_trial(results.config, dataset, LEVEL)))]
    if level:
        look = {"color": style.COLOURS[len(CURVES)], "linewidth": 0.8, "linestyle": (0, (1, 1))}
        ax.axhline(100 * np.mean(level), label=gupta.NAMES[LEVEL], **look)


def _by_draw(results, row, dataset) -> list[np.ndarray | None]:
    """Validation accuracy after each pass, float64 (passes,), draw by draw; None for a failure."""
    winners = [record.best for record in results.records(curve_trial(results.config, row, dataset))]
    return [None if winner is None else np.array(winner.valid) for winner in winners]


def training(curve, n_valid, flat) -> np.ndarray | None:
    """The part of a curve up to where the document's training ends, once this share was flat; None for a failure.

    It is flat from where accuracy is first less than its standard error on ``n_valid`` samples below the best.
    """
    if curve is None:
        return None
    best = curve.max()
    rises = 1 + int(np.argmax(curve >= best - np.sqrt(best * (1 - best) / n_valid)))
    return curve[: math.ceil(rises / (1 - flat))]


def _at(curve, share) -> float:
    """Accuracy after this share of the passes; nan for a failure."""
    return np.nan if curve is None else float(curve[max(1, round(share * len(curve))) - 1])


def _claims(results, row, dataset):
    name, by_draw = f"{dataset}, {gupta.NAMES[row]}", _by_draw(results, row, dataset)
    late, last = ([_at(curve, share) for curve in by_draw] for share in (LATE, 1))
    of_training = [training(curve, results.card(dataset)["valid"], FLAT[dataset]) for curve in by_draw]
    early, end = ([_at(curve, share) for curve in of_training] for share in (EARLY, 1))
    roughly = {"on": dataset, "printed": "roughly 80 %", "printed_value": 0.8}
    text = f"{name}: between 70 and 90 % of the last validation accuracy is reached in the first fifth of the training"
    ended = f"{name}: the last tenth of the passes changes the validation accuracy by less than 2 %"
    return [
        claim.ratio("early-accuracy", text, early, end, *ROUGHLY, **roughly),
        claim.ratio("converged", ended, last, late, 0.98, 1.02, on=dataset, printed="essentially converged"),
        _no_early_stopping(results, row, dataset, name),
    ]


def _no_early_stopping(results, row, dataset, name):
    """On test, as on validation the best of many looks is above the last by chance alone."""
    stopped = gupta.row_trial(results.config, dataset, row), chosen_trial(results.config, row, dataset)
    at_best, at_end = (rising.accuracy_unless_rising(results, each) for each in stopped)
    text = (
        f"{name}: kept at its best on validation it is less than {MARGIN} points better on test than after all passes"
    )
    show = "{:+.2f} points".format
    gained = at_best - at_end
    stated = {"on": dataset, "printed": "no number", "show": show}
    return claim.between("no-early-stopping", text, gained, -np.inf, MARGIN, **stated)
