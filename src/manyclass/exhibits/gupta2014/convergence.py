"""Validation accuracy against passes: how early most of it is reached.

On 16k ImageNet, in all the passes that table 8 allows and at the parameters best after the last of them, as the
document chooses: mean over draws of the data and its 95 % interval where there are at least three. Of their sweeps
weaker candidates are dropped after a third of the passes; † marks a method whose sweep ended at an edge. Nearest means
is a level, since its one pass is exact. Vertical line: the first fifth of all passes. How much is reached early is told
of each method's own training: up to where table 8 would have ended it, since accuracy no longer rose, in each draw. The
same curves over seconds are in gupta2014/convergence_time. Source: Gupta, Bengio and Weston 2014, section 8.3, which
allows 100 passes.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.early_stopping import trained_for
from manyclass.report import curves, style

SET = "imagenet16k"
LEVEL = "nearest_means"
CURVES = ("wsabie_pp", "wsabie_pp/q0", "wsabie", gupta.ONE_VS_ALL, "auc_ranking", gupta.BALANCED)
METHODS = tuple(row for row in CURVES if row != "wsabie_pp/q0")  # of the document
EARLY, LATE = 0.2, 0.9  # shares of the passes
ROUGHLY = 0.7, 0.9  # 80 %
MARGIN = 0.5  # points, within which accuracies are similar
STATEMENTS = "early-accuracy", "converged", "no-early-stopping", "valid-test-similar"


def chosen_trial(config, row):
    """Declare the sweep of one row of table 8 by the accuracy after all passes."""
    _, _, variant = row.partition("/")
    name = f"last-{variant}" if variant else "last"
    swept = gupta.row_trial(config, SET, row)
    return gupta.trial(config, SET, swept.method, name, swept.fixed, search=swept.search, halving=True, patience=0)


def curve_trial(config, row):
    """Declare the trial of its winner's parameters, looked at after every pass."""
    chosen = chosen_trial(config, row)
    return gupta.curve_trial(config, chosen, chosen.variant.replace("last", "curve"))


def trials(config):
    """Nearest means of table 8, and a curve for each method trained in passes."""
    return [gupta.row_trial(config, SET, LEVEL), *(curve_trial(config, row) for row in CURVES)]


def figure(results):
    """One curve a method."""
    shown, (ax,) = style.panels(1, height=3.0)
    shown.set_figwidth(style.PAGE)
    drawn = {label(results, row): statistics.band(np.array(valid(results, row)).T) for row in CURVES}
    curves.draw(ax, drawn)
    passes = curve_trial(results.config, CURVES[0]).passes
    for line in ax.lines:
        line.set_markevery(max(1, passes // 15))
    draw_level(ax, results)
    ax.axvline(EARLY * passes, color="0.5", linewidth=0.8)
    ax.set(xlabel="passes", ylabel="validation accuracy, %", xlim=(0, passes + 0.5), ylim=(0, None))
    style.legend(shown, [ax])
    return shown


def claims(results):
    """Test by method that most is reached early, that training has converged, and that it has not gone too far."""
    listed = [test for row in METHODS for test in _of_curves(gupta.NAMES[row], _by_draw(results, row))]
    return listed + [_no_overfitting(results, row) for row in (*METHODS, LEVEL)]


def label(results, row) -> str:
    """Name of a method, with a mark where its sweep ended at an edge."""
    return gupta.NAMES[row] + base.edge_mark(results.records(curve_trial(results.config, row)))


def valid(results, row) -> list[np.ndarray]:
    """Validation accuracy in percent after each pass, one curve of shape (passes,) for each draw that succeeded."""
    records = succeeded(results.records(curve_trial(results.config, row)))
    return [100 * np.array(record.best.valid) for record in records]


def draw_level(ax, results) -> None:
    """Draw the validation accuracy of nearest means, if there is one."""
    level = [record.valid for record in succeeded(results.records(gupta.row_trial(results.config, SET, LEVEL)))]
    if level:
        look = {"color": style.COLOURS[len(CURVES)], "linewidth": 0.8, "linestyle": (0, (1, 1))}
        ax.axhline(100 * np.mean(level), label=gupta.NAMES[LEVEL], **look)


def _by_draw(results, row) -> list[np.ndarray | None]:
    """Validation accuracy after each pass, float64 (passes,), draw by draw; None for a failure."""
    winners = [record.best for record in results.records(curve_trial(results.config, row))]
    return [None if winner is None else np.array(winner.valid) for winner in winners]


def training(curve) -> np.ndarray | None:
    """The part of a curve up to where a training ends that stops once accuracy no longer rises; None for a failure."""
    return None if curve is None else curve[: trained_for(curve, base.PATIENCE, base.LEAST)]


def _at(curve, share) -> float:
    """Accuracy after this share of the passes, the best one after any for None; nan for a failure."""
    if curve is None:
        return np.nan
    return float(curve.max() if share is None else curve[max(1, round(share * len(curve))) - 1])


def _of_curves(name, by_draw):
    late, last, best = ([_at(curve, share) for curve in by_draw] for share in (LATE, 1, None))
    early, end = ([_at(training(curve), share) for curve in by_draw] for share in (EARLY, 1))
    roughly = {"on": SET, "printed": "roughly 80 %", "printed_value": 0.8}
    text = f"{name}: between 70 and 90 % of the last validation accuracy is reached in the first fifth of the training"
    ended = f"{name}: the last tenth of the passes changes the validation accuracy by less than 2 %"
    kept = f"{name}: the last validation accuracy is at least 97 % of the best after any pass"
    return [
        claim.ratio("early-accuracy", text, early, end, *ROUGHLY, **roughly),
        claim.ratio("converged", ended, last, late, 0.98, 1.02, on=SET, printed="essentially converged"),
        claim.ratio("no-early-stopping", kept, last, best, 0.97, np.inf, on=SET, printed="no number"),
    ]


def _no_overfitting(results, row):
    trial = gupta.row_trial(results.config, SET, row) if row == LEVEL else curve_trial(results.config, row)
    valid_accuracy = 100 * np.array([record.valid for record in results.records(trial)], dtype=float)
    text = f"{gupta.NAMES[row]}: accuracies on validation and test part differ by less than {MARGIN} points"
    stated = {"on": SET, "printed": "statistically similar"}
    return claim.equivalent("valid-test-similar", text, valid_accuracy, 100 * results.test(trial), MARGIN, **stated)
