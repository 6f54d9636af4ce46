"""Table 6: what each difference between Wsabie and Wsabie++ contributes, on 21k web data.

Test accuracy in percent: the mean over draws of the data of each draw's own winner, with its 95 % interval, and the
best run, of all candidates and draws by validation accuracy, as the document selects. Every row has Euclidean
discriminants and one fixed m; step and margin are swept, and steps that do not shrink have more passes (see table 8).
Beside the printed numbers the rule as printed, in which last violators are ignored from the first sample on, and the
rule with a burn-in (ours), which trains the first 5 passes without (1 at smoke scale, 20 at full scale). Each has its
own sweep, and neither enters the other's column. × first: geometric mean over draws of the ratio to the first row, in
the figure with its 95 % interval. Ignored: share of the samples that last violators made go unused in the winners' last
pass. Step and margin are those of the best run. † marks a row whose sweep ended at an edge. The document fixes m at 100
for 1,024 features; ours is half of the features, but at full scale. Below, not of the document: nearest means, linear
discriminant analysis (LDA), and logistic regression or what stands in for it. Source: Gupta, Bengio and Weston 2014,
table 6, sections 5.4 and 9.1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.gupta2014 import last_violators, rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import style
from manyclass.report.tables import Exact

SET = "web21k"
ROWS = {  # what the document calls it, its accuracy, and what is held: weight of a rank, adaptation, Q
    "plain": ("Wsabie", 3.7, ("harmonic", "fixed", 0)),
    "lv10": ("+ 10 last violators", 5.0, ("harmonic", "fixed", 10)),
    "adagrad": ("+ adagrad", 5.0, ("harmonic", "adagrad", 0)),
    "w1": ("+ w = 1", 4.1, ("one", "fixed", 0)),
    "adagrad-lv10": ("+ adagrad + 10 last violators", 5.9, ("harmonic", "adagrad", 10)),
    "adagrad-w1": ("+ adagrad + w = 1", 6.0, ("one", "adagrad", 0)),
    "adagrad-w1-lv1": ("+ adagrad + w = 1 + 1 last violator", 6.3, ("one", "adagrad", 1)),
    "adagrad-w1-lv10": ("+ adagrad + w = 1 + 10 last violators", 7.1, ("one", "adagrad", 10)),
    "adagrad-w1-lv100": ("+ adagrad + w = 1 + 100 last violators", 6.8, ("one", "adagrad", 100)),
}
DIMENSIONS = {"smoke": 2, "standard": 10, "full": 100}
STEPS = {
    "fixed": (0.001, 0.003, 0.01),
    "adagrad": (0.1, 0.3, 1.0),
}  # a fixed step must be smaller than one that shrinks
MARGINS = (0.1, 0.3, 1.0)
ALL = "adagrad-w1-lv10"
AS_PRINTED, WITH_BURN_IN = "as printed", "with burn-in"
RATIOS = (  # statement, row with the change, row without, range, what the change is
    ("table6-adagrad", "adagrad", "plain", 1.2, 1.5, "adagrad alone"),
    ("table6-last-violators", "lv10", "plain", 1.2, 1.5, "ignoring 10 last violators alone"),
    ("table6-equal-weights", "w1", "plain", 1.02, 1.2, "w = 1 alone"),
    ("table6-equal-weights-adagrad", "adagrad-w1", "adagrad", 1.1, 1.3, "w = 1 beside adagrad"),
    ("table6-together", ALL, "plain", 1.75, 2.1, "adagrad, w = 1 and ignoring 10 last violators together"),
)
HELPS = (  # statement, rule, row with the change, row without, what the change is
    ("adagrad-nonconvex", AS_PRINTED, "adagrad-w1", "w1", "adagrad beside w = 1"),
    ("table6-complement", AS_PRINTED, "adagrad-lv10", "adagrad", "ignoring 10 last violators beside adagrad"),
    ("table6-complement", AS_PRINTED, "adagrad-lv10", "lv10", "adagrad beside ignoring 10 last violators"),
    ("table6-complement", AS_PRINTED, "adagrad-w1", "adagrad", "w = 1 beside adagrad"),
    ("table6-complement", AS_PRINTED, ALL, "adagrad-lv10", "w = 1 beside adagrad and ignoring 10 last violators"),
    ("table6-complement", AS_PRINTED, "adagrad-w1-lv1", "adagrad-w1", "ignoring 1 last violator beside both"),
    ("table6-complement", AS_PRINTED, ALL, "adagrad-w1", "ignoring 10 last violators beside adagrad and w = 1"),
    ("table6-complement", AS_PRINTED, "adagrad-w1-lv100", "adagrad-w1", "ignoring 100 last violators beside both"),
    ("table6-chain", AS_PRINTED, ALL, "adagrad-w1-lv1", "ignoring 10 last violators rather than 1"),
    ("table6-chain", AS_PRINTED, ALL, "adagrad-w1-lv100", "ignoring 10 last violators rather than 100"),
    ("table6-burn-in", WITH_BURN_IN, "lv10", "plain", "ignoring 10 last violators alone"),
    ("table6-burn-in", WITH_BURN_IN, "adagrad-lv10", "adagrad", "ignoring 10 last violators beside adagrad"),
    ("table6-burn-in", WITH_BURN_IN, ALL, "adagrad-w1", "ignoring 10 last violators beside adagrad and w = 1"),
    ("table6-burn-in-chain", WITH_BURN_IN, ALL, "adagrad-w1-lv1", "ignoring 10 last violators rather than 1"),
    ("table6-burn-in-chain", WITH_BURN_IN, ALL, "adagrad-w1-lv100", "ignoring 10 last violators rather than 100"),
)
STATEMENTS = tuple(dict.fromkeys(statement for statement, *_ in RATIOS + HELPS))


def row_trial(config, row):
    """Declare the trial of one row: its sweep as printed and, where it has last violators, another with burn-in."""
    weight, adaptation, Q = ROWS[row][2]
    m = DIMENSIONS[config["scale"]]
    fixed = {"dimensions": m, "rank_weight": weight, "adaptation": adaptation, "last_violators": Q}
    series = {"burn_in": list(last_violators.rules(config).values()) if Q else [0]}
    search = {"step": Ladder(STEPS[adaptation]), "margin": Ladder(MARGINS)}
    declared = {"series": series, "search": search}
    return gupta.trial(config, SET, "wsabie_pp", f"table6-{row}", fixed, **declared)


def trials(config):
    """One trial a row, and the baselines."""
    return [*(row_trial(config, row) for row in ROWS), *baselines.simple(config, SET).values()]


def records(results, row, burn_in) -> list:
    """Records of a row's candidates with or without (0) burn-in, one a draw."""
    return selection.holding(results.records(row_trial(results.config, row)), **_point(row, burn_in))


def _point(row, burn_in) -> dict:
    """The point of a row's series; without last violators there is no burn-in."""
    return {"burn_in": burn_in if ROWS[row][2][2] else 0}


def accuracies(results) -> dict[str, dict[str, np.ndarray]]:
    """Test accuracy in percent of each draw's winner, float64 (seeds,), by rule and row; nan for a failure."""
    return {
        rule: {row: base.accuracy(records(results, row, burn_in)) for row in ROWS}
        for rule, burn_in in last_violators.rules(results.config).items()
    }


def judged(results) -> dict[str, dict[str, np.ndarray]]:
    """The same for claims, all nan where one still rises."""
    trials_ = {row: row_trial(results.config, row) for row in ROWS}
    return {
        rule: {row: rising.accuracy_unless_rising(results, trials_[row], **_point(row, burn_in)) for row in ROWS}
        for rule, burn_in in last_violators.rules(results.config).items()
    }


def factors(accuracy) -> dict[str, np.ndarray]:
    """Geometric mean over draws of every row's ratio to the first, and the ends of its interval: float64 (3,) by row.

    nan where there is none.
    """
    first, found = accuracy["plain"], {}
    for row, values in accuracy.items():
        ratio = np.divide(values, first, out=np.full(len(first), np.nan), where=(values > 0) & (first > 0))
        band = statistics.band([np.log(ratio)])
        found[row] = np.full(3, np.nan) if band is None else np.exp(band[:, 0])
    return found


def table(results):
    """One row a classifier: printed, and ours under both rules where they differ; then one a baseline."""
    measured, rows = accuracies(results), []
    for row, (name, printed, (_, _, Q)) in ROWS.items():
        cells = {"classifier": name, "printed": Exact(printed), "× first: printed": printed / ROWS["plain"][1]}
        for rule, burn_in in last_violators.rules(results.config).items():
            if Q or not burn_in:
                ours = _cells(results, row, burn_in, factors(measured[rule])[row][0])
                cells |= {f"{rule}: {what}": cell for what, cell in ours.items()}
        rows.append(cells)
    for name, trial in baselines.simple(results.config, SET).items():
        rows.append({"classifier": f"{name} (baseline)", f"{AS_PRINTED}: mean over draws": rising.cell(results, trial)})
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Every row as a multiple of the first: the document's, and ours under both rules."""
    drawn, (ax,) = style.panels(1, height=2.9)
    drawn.set_figwidth(style.PAGE)
    heights = dict(zip(ROWS, range(len(ROWS), 0, -1)))
    ax.plot([printed / ROWS["plain"][1] for _, printed, _ in ROWS.values()], heights.values(), "kx", label="document")
    looks = zip(style.COLOURS, style.MARKERS, (0.12, -0.12))
    for (rule, accuracy), (colour, marker, shift) in zip(accuracies(results).items(), looks):
        rows = [row for row, (*_, (_, _, Q)) in ROWS.items() if Q or rule == AS_PRINTED]
        mean, low, high = np.array([factors(accuracy)[row] for row in rows]).T
        if np.isfinite(mean).any():
            look = {"color": colour, "marker": marker, "linestyle": "none", "fillstyle": "none", "markersize": 6}
            at = [heights[row] + shift for row in rows]
            ax.errorbar(mean, at, xerr=[mean - low, high - mean], label=f"ours, {rule}", **look)
    ax.set(yticks=list(heights.values()), yticklabels=[name for name, *_ in ROWS.values()])
    ax.set_xlabel("test accuracy, as a multiple of the first row's")
    ax.grid(axis="y", color="0.9", linewidth=0.6)
    style.legend(drawn, [ax])
    return drawn


def claims(results):
    """List the tests of the text and those of the table, row by row."""
    return claims_on(judged(results))


def claims_on(accuracy) -> list:
    """Test what the document states by the rule as printed, and what we state of the rule with a burn-in.

    Parameters
    ----------
    accuracy : dict of str to dict of str to float64 (seeds,)
        By rule ("as printed", "with burn-in") and row: test accuracy of each draw's winner, in percent.
    """
    return [_ratio(accuracy[AS_PRINTED], *each) for each in RATIOS] + [_helps(accuracy, *each) for each in HELPS]


def _ratio(rows, statement, a, b, low, high, change):
    factor = ROWS[a][1] / ROWS[b][1]
    text = f"{change}: between {low:g} and {high:g} times the accuracy"
    stated = {"on": SET, "printed": f"{ROWS[a][1]} against {ROWS[b][1]}: ×{factor:.3g}", "printed_value": factor}
    return claim.ratio(statement, text, rows[a], rows[b], low, high, **stated)


def _helps(accuracy, statement, rule, a, b, change):
    rows, printed = accuracy[rule], (ROWS[a][1], ROWS[b][1])
    stated = {"on": SET, "printed": f"{printed[0]} against {printed[1]}", "printed_value": printed[0] - printed[1]}
    return claim.greater(statement, f"{rule}: more accurate by {change}", rows[a], rows[b], **stated)


def _cells(results, row, burn_in, factor) -> dict:
    of_draws = records(results, row, burn_in)
    if reason := failure(of_draws):
        return {"mean over draws": reason}
    run = selection.best_run(of_draws)
    return {
        "mean over draws": rising.cell(results, row_trial(results.config, row), **_point(row, burn_in)),
        "best run": 100 * run.test["accuracy"],
        "× first": factor,
        "ignored, %": statistics.mean(last_violators.ignored(of_draws)),
        "step": Exact(run.best.params["step"]),
        "margin": Exact(run.best.params["margin"]),
    }
