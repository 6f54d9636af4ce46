"""Validation accuracy against passes: how early most of it is reached.

On 16k ImageNet, the parameters chosen in table 8 trained for twice as many passes: mean over seeds and its 95 %
interval where there are at least three. Nearest means is a level, since its one pass is exact. Vertical line: the
first fifth of the training. The same curves over seconds are in gupta2014/convergence_time. Source: Gupta, Bengio
and Weston 2014, section 8.3, which allows 100 passes.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.report import curves, style

SET = "imagenet16k"
LEVEL = "nearest_means"
CURVES = ("wsabie_pp", "wsabie_pp/q0", "wsabie", "one_vs_rest", "auc_ranking", "one_vs_rest/balance1")
EARLY, ENOUGH = 0.2, 0.75


def curve_trial(config, row):
    """Declare the trial of one row of table 8: its winner's parameters, looked at after every pass."""
    method, _, variant = row.partition("/")
    chosen = gupta.row_trial(config, SET, row)
    name = f"curve-{variant}" if variant else "curve"
    return gupta.trial(config, SET, method, name, grid={}, passes=2 * chosen.passes, depends_on=chosen, halving=False)


def trials(config):
    """Nearest means of table 8, and a curve for each method trained in passes."""
    return [gupta.row_trial(config, SET, LEVEL), *(curve_trial(config, row) for row in CURVES)]


def figure(results):
    """One curve a method."""
    shown, (ax,) = style.panels(1, height=3.0)
    shown.set_figwidth(style.PAGE)
    curves.draw(ax, {gupta.NAMES[row]: statistics.band(np.array(valid(results, row)).T) for row in CURVES})
    for line in ax.lines:
        line.set_markevery(4)
    draw_level(ax, results)
    passes = curve_trial(results.config, CURVES[0]).passes
    ax.axvline(EARLY * passes, color="0.5", linewidth=0.8)
    ax.set(xlabel="passes", ylabel="validation accuracy, %", xlim=(0, passes + 0.5), ylim=(0, None))
    style.legend(shown, [ax])
    return shown


def claims(results):
    """Test by method that most is reached early, and that validation and test part give similar accuracies."""
    early = [_early(results, row) for row in CURVES]
    sizes = [results.card(SET)[part] for part in ("valid", "test")]
    return early + [_no_overfitting(results, row, sizes) for row in (*CURVES, LEVEL)]


def valid(results, row) -> list[np.ndarray]:
    """Validation accuracy in percent after each pass, one curve of shape (passes,) for each seed that succeeded."""
    records = succeeded(results.records(curve_trial(results.config, row)))
    return [100 * np.array(record.best.valid) for record in records]


def draw_level(ax, results) -> None:
    """Draw the validation accuracy of nearest means, if there is one."""
    level = [record.valid for record in succeeded(results.records(gupta.row_trial(results.config, SET, LEVEL)))]
    if level:
        look = {"color": style.COLOURS[len(CURVES)], "linewidth": 0.8, "linestyle": (0, (1, 1))}
        ax.axhline(100 * np.mean(level), label=gupta.NAMES[LEVEL], **look)


def _early(results, row):
    accuracies = valid(results, row)
    shares = [curve[max(1, round(EARLY * len(curve))) - 1] / curve[-1] for curve in accuracies if curve[-1] > 0]
    shares += [np.nan] * (len(results.seeds) - len(shares))
    text = (
        f"{gupta.NAMES[row]}: about 80 % (at least 75 %) of the final validation accuracy is reached in the first fifth"
    )
    return claim.between(text, shares, ENOUGH, np.inf, printed="roughly 80 %", show="{:.1%}".format)


def _no_overfitting(results, row, sizes):
    trial = gupta.row_trial(results.config, SET, row) if row == LEVEL else curve_trial(results.config, row)
    ours = np.array([record.valid for record in results.records(trial)], dtype=float)
    text = f"{gupta.NAMES[row]}: accuracies on validation and test part are statistically similar"
    return statistics.similar(text, ours, results.test(trial), *sizes, printed="statistically similar")
