"""Validation accuracy against passes: how early most of it is reached.

On 16k ImageNet, the parameters chosen in table 8 trained for twice as many passes: mean over seeds and its 95 %
interval where there are at least three. Nearest means is a level, since its one pass is exact. Vertical line: the
first fifth of the training. The same curves over seconds are in gupta2014/convergence_time. Source: Gupta, Bengio
and Weston 2014, section 8.3, which allows 100 passes.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import table8
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded

SET = "imagenet16k"
LEVEL = "nearest_means"
CURVES = ("wsabie_pp", "wsabie_pp/q0", "wsabie", "one_vs_rest", "auc_ranking", "one_vs_rest/balance1")
EARLY, ENOUGH = 0.2, 0.75
DOCUMENT = 100  # passes


def curve_trial(config, row):
    """Declare the trial of one row of table 8: its winner's parameters, looked at after every pass."""
    method, _, variant = row.partition("/")
    chosen = table8.row_trial(config, SET, row)
    name = f"curve-{variant}" if variant else "curve"
    return gupta.trial(config, SET, method, name, grid={}, passes=2 * chosen.passes, depends_on=chosen, halving=False)


def trials(config):
    """Nearest means of table 8, and a curve for each method trained in passes."""
    return [table8.row_trial(config, SET, LEVEL), *(curve_trial(config, row) for row in CURVES)]


def figure(results):
    """One curve a method."""
    from manyclass.report import curves, style

    shown, (ax,) = style.panels(1, height=3.0)
    shown.set_figwidth(style.PAGE)
    found = {table8.NAMES[row]: _band(valid(results, row)) for row in CURVES}
    curves.draw(ax, found)
    for line in ax.lines:
        line.set_markevery(4)
    level(ax, results)
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
    return [100 * np.array(candidate["valid"]) for _, candidate in winners(results, row)]


def winners(results, row) -> list[tuple[int, dict]]:
    """Number and record of the only candidate of each seed that succeeded."""
    ok = succeeded(results.records(curve_trial(results.config, row)))
    return [(record["winner"], record["candidates"][record["winner"]]) for record in ok]


def level(ax, results) -> None:
    """Draw the validation accuracy of nearest means, if there is one."""
    from manyclass.report.style import COLOURS

    found = [record["valid"] for record in succeeded(results.records(table8.row_trial(results.config, SET, LEVEL)))]
    if found:
        look = {"color": COLOURS[len(CURVES)], "linewidth": 0.8, "linestyle": (0, (1, 1))}
        ax.axhline(100 * np.mean(found), label=table8.NAMES[LEVEL], **look)


def _band(curves):
    """Mean and ends of the interval, shape (3, passes); None without a curve, the mean thrice with fewer than three."""
    if not curves:
        return None
    if len(curves) < claim.FEWEST:
        return np.array([np.mean(curves, axis=0)] * 3)
    return np.array([claim.interval(column) for column in np.array(curves).T]).T


def _early(results, row):
    name, curves = table8.NAMES[row], valid(results, row)
    shares = [curve[max(1, round(EARLY * len(curve))) - 1] / curve[-1] for curve in curves if curve[-1] > 0]
    shares += [np.nan] * (len(results.seeds) - len(shares))
    text = f"{name}: about 80 % (at least 75 %) of the final validation accuracy is reached in the first fifth"
    told = {"printed": "roughly 80 %", "show": "{:.1%}".format, "why": _late(curves)}
    return claim.between(text, shares, ENOUGH, np.inf, **told)


def _late(curves) -> str:
    """Say after how many passes enough is reached, and how many a fifth is."""
    curves = [curve / curve[-1] for curve in curves if curve[-1] > 0]
    if not curves:
        return ""
    passes, fifth = len(curves[0]), round(EARLY * DOCUMENT)
    reached = np.mean([1 + np.argmax(curve >= ENOUGH) for curve in curves])
    later = f", after which it is {np.mean([c[fifth - 1] for c in curves]):.0%} here" if passes >= fifth else ""
    return (
        f"it takes {reached:.1f} passes on average; a fifth is {max(1, round(EARLY * passes))} of {passes} passes here,"
        f" and {fifth} of {DOCUMENT} in the document{later}"
    )


def _no_overfitting(results, row, sizes):
    trial = table8.row_trial(results.config, SET, row) if row == LEVEL else curve_trial(results.config, row)
    records = results.records(trial)
    ours = [np.nan if record["valid"] is None else record["valid"] for record in records]
    text = f"{table8.NAMES[row]}: accuracies on validation and test part are statistically similar"
    return statistics.similar(text, ours, results.test(trial), *sizes, printed="statistically similar")
