"""Burn-in: when the rule of last violators collapses on classes of uneven size, and what cures it (ours).

Test accuracy of Wsabie++ at two steps (first and second row), by the exponent of the class sizes, which fall as
rank^-exponent; dotted: the share of the largest class. Below, at the larger step and Q = 10, share of the samples
that go unused and validation accuracy, pass by pass. Left: the rule as printed, in force from the first sample on.
Right: after a burn-in with Q = 0 (standard scale: 5 of 16 passes). Half of the labels are wrong. Mean and 95 %
interval over seeds, all at the same margin. Ours, on the algorithm of Gupta, Bengio and Weston 2014, table 3, with
the Q of their table 6.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim
from manyclass.report import curves, style

SET = "skewed_classes"
ORDERS = (1, 10, 100)
SKEWS = {"zipf0": 0, "zipf25": 0.25, "": 0.5, "zipf75": 0.75, "zipf100": 1}  # variant: exponent of the sizes
FEWER = {"smoke": ("zipf0", "zipf100")}
STEPS = (0.1, 0.3)
BUDGETS = {  # m, passes, burn-in, margin
    "smoke": (4, 3, 1, 1.0),
    "standard": (12, 16, 5, 1.0),
    "full": (256, 100, 20, 1.0),
}
TUNED = 10  # the Q whose course is drawn and of which most is claimed
SMALL, LARGE = STEPS
EVEN = 0.5  # largest exponent of the class sizes at which the document's gain is looked for
TABLE6 = "table 6: ×1.18 (Q = 10)"


def _scale(config):
    return config.get("scale", "standard")


def skews(config) -> dict[str, float]:
    """Exponents of the data sets that the configured scale has, by variant."""
    return {variant: skew for variant, skew in SKEWS.items() if variant in FEWER.get(_scale(config), SKEWS)}


def rules(config) -> dict[str, int]:
    """Passes of the burn-in by rule."""
    return gupta.rules(BUDGETS[_scale(config)][2])


def trial(config, variant):
    """Declare the trial of one data set: Q by burn-in by step, all trained to the end."""
    m, passes, burn_in, margin = BUDGETS[_scale(config)]
    fixed = {"dimensions": m, "margin": margin}
    grid = gupta.grids(ORDERS, burn_in, step=list(STEPS))
    dataset = f"{SET}-{variant}" if variant else SET
    return gupta.trial(config, dataset, "wsabie_pp", "orders", fixed, grid=grid, passes=passes, halving=False)


def trials(config):
    """One trial a data set."""
    return [trial(config, variant) for variant in skews(config)]


def records(results) -> dict[float, list]:
    """Records of each data set, one a seed, by the exponent of its class sizes."""
    return {skew: results.records(trial(results.config, variant)) for variant, skew in skews(results.config).items()}


def accuracy(records, Q, burn_in, step) -> np.ndarray:
    """Test accuracy in percent at one setting: float64 (seeds,); nan for a failure."""
    return base.accuracy(records, step=step, **gupta.setting(Q, burn_in))


def table(results):
    """One row a skew, step and Q: accuracy under both rules, and share of the samples ignored."""
    passes, both = BUDGETS[_scale(results.config)][1], rules(results.config)
    rows = [
        {"exponent": skew, "step": step, "Q": Q} | _cells(of_seeds, Q, step, passes, both)
        for skew, of_seeds in records(results).items()
        for step in STEPS
        for Q in (0, *ORDERS)
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy by skew at both steps, then what happens pass by pass; one column a rule."""
    shown, axes = style.panels(8, height=1.8, sharey="row")
    by_skew, passes = records(results), BUDGETS[_scale(results.config)][1]
    for column, (rule, burn_in) in enumerate(rules(results.config).items()):
        axes[column].set_title(rule)
        for row, step in enumerate(STEPS):
            _draw_by_skew(axes[2 * row + column], results, by_skew, step, burn_in)
        for row, name in ((2, "ignored"), (3, "valid")):
            _draw_by_pass(axes[2 * row + column], by_skew, name, passes, burn_in)
    for row, what in enumerate((*(f"accuracy, %\n(step {step})" for step in STEPS), "ignored, %", "validation, %")):
        axes[2 * row].set(ylabel=what, ylim=(0, 100 if row == 2 else None))
    for ax, place, title in ((axes[0], "upper", None), (axes[4], "lower", "exponent of the class sizes")):
        if ax.lines:
            entries = ax.get_legend_handles_labels()
            shown.legend(*entries, loc=f"outside {place} center", ncols=len(entries[0]), title=title)
    return shown


def claims(results):
    """List the claims: where the printed rule collapses, and what burn-in and a smaller step change."""
    return claims_on(records(results), rules(results.config))


def claims_on(by_skew, rules) -> list:
    """List the claims.

    Parameters
    ----------
    by_skew : dict of float to list of Record
        Records by the exponent of the class sizes.
    rules : dict of str to int
        Passes of the burn-in by rule.
    """
    listed = []
    for skew, of_seeds in by_skew.items():
        if skew <= EVEN:
            listed += _gains(of_seeds, rules, f"exponent {skew:g}") + _best_order(of_seeds, rules, f"exponent {skew:g}")
    steepest = max(by_skew)
    return listed + _collapse(by_skew[steepest], rules, f"exponent {steepest:g}")


def _gains(of_seeds, rules, where):
    """The document's gain by step and rule, and what burn-in adds to it."""
    listed = []
    for step in STEPS:
        without = accuracy(of_seeds, 0, 0, step)
        measured = {rule: accuracy(of_seeds, TUNED, burn_in, step) for rule, burn_in in rules.items()}
        for rule, values in measured.items():
            text = f"{where}, step {step}, {rule}: Q = {TUNED} is more accurate than Q = 0"
            listed.append(claim.ratio(text, values, without, 1, np.inf, printed=TABLE6))
        text = f"{where}, step {step}: Q = {TUNED} is more accurate with burn-in than as printed"
        listed.append(claim.ratio(text, measured["with burn-in"], measured["as printed"], 1, np.inf))
    return listed


def _best_order(of_seeds, rules, where):
    """Smaller and larger Q are worse."""
    tuned, one, hundred = (accuracy(of_seeds, Q, rules["with burn-in"], LARGE) for Q in (TUNED, 1, 100))
    text = f"{where}, step {LARGE}, with burn-in: Q = {TUNED} is more accurate than Q ="
    return [
        claim.greater(f"{text} 1", tuned, one, printed="table 6: 7.1 against 6.3"),
        claim.greater(f"{text} 100", tuned, hundred, printed="table 6: 7.1 against 6.8"),
    ]


def _collapse(of_seeds, rules, where):
    """Of the steepest sizes: what is left under both rules at the larger step, and at the smaller one."""
    listed = []
    for rule, burn_in in rules.items():
        pair = (accuracy(of_seeds, Q, burn_in, LARGE) for Q in (TUNED, 0))
        text = f"{where}, step {LARGE}, {rule}: with Q = {TUNED} less than half of the accuracy of Q = 0 is left"
        listed.append(claim.ratio(text, *pair, 0, 0.5))
    pair = (accuracy(of_seeds, Q, rules["with burn-in"], SMALL) for Q in (TUNED, 0))
    text = f"{where}, step {SMALL}, with burn-in: Q = {TUNED} keeps at least 85 % of the accuracy of Q = 0"
    return [*listed, claim.ratio(text, *pair, 0.85, np.inf)]


def _draw_by_skew(ax, results, by_skew, step, burn_in):
    measured = {
        f"Q = {Q}": statistics.band(accuracy(of_seeds, Q, burn_in, step) for of_seeds in by_skew.values())
        for Q in (0, *ORDERS)
    }
    curves.draw(ax, measured, list(by_skew))
    cards = [results.card(trial(results.config, variant).dataset) for variant in skews(results.config)]
    floors = [100 * card["controls"]["class_prior"]["accuracy"] for card in cards]
    ax.plot(list(by_skew), floors, color="0.4", linestyle=":", label="largest class")
    ax.set(xlabel="exponent of the class sizes")
    ax.set_xticks(list(by_skew), [f"{skew:g}" for skew in by_skew])


def _draw_by_pass(ax, by_skew, name, passes, burn_in):
    at = {"step": LARGE, **gupta.setting(TUNED, burn_in)}
    courses = {f"{skew:g}": base.course(of_seeds, name, passes, **at) for skew, of_seeds in by_skew.items()}
    curves.draw(ax, {skew: statistics.band(course.T) for skew, course in courses.items()})
    ax.set(xlabel="passes")


def _cells(of_seeds, Q, step, passes, rules):
    if failure := stored.failure(of_seeds):
        return {"as printed: accuracy, %": failure}
    cells = {}
    for rule, burn_in in rules.items():
        if burn_in and not Q:
            continue
        ignored = base.course(of_seeds, "ignored", passes, step=step, **gupta.setting(Q, burn_in))
        cells[f"{rule}: accuracy, %"] = statistics.spread(accuracy(of_seeds, Q, burn_in, step))
        for name, column in (("first", burn_in), ("last", -1)):
            cells[f"{rule}: ignored in its {name} pass, %"] = statistics.spread(ignored[:, column])
    return cells
