"""Burn-in: whether the rule of last violators collapses where class sizes are uneven, and what a burn-in adds (ours).

Test accuracy of Wsabie++ by the exponent of the class sizes, which fall as rank^-exponent; dotted: the share of the
largest class. Below, at Q = 10, share of the samples that go unused and validation accuracy after the passes at which
training is looked at, up to those of the model kept, mean of the draws that come so far. Left: the rule as printed, in
force from the first sample on. Right: after a burn-in with Q = 0 (standard scale: 5 passes). Half of the labels are
wrong. Step and margin are tuned for each Q, rule and exponent, draw by draw; mean and 95 % interval over draws of the
data. †: a sweep ended at the last value it may try. Ours, on the algorithm of Gupta, Bengio and Weston 2014, table 3,
with the Q of their table 6.
"""

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.ticker import NullFormatter, StrMethodFormatter

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import last_violators, rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.report import curves, style

SET = "skewed_classes"
ORDERS = (1, 10, 100)
SKEWS = {"zipf0": 0, "zipf25": 0.25, "": 0.5, "zipf75": 0.75, "zipf100": 1}  # variant: exponent of the sizes
FEWER = {"smoke": ("zipf0", "zipf100")}
EXPONENTS, LIGHTEST = "vPX<>", 0.75  # markers of exponents, none of which a Q has, and the end of their shades
TUNED = 10  # the Q whose course is drawn and of which most is claimed
EVEN = 0.5  # largest exponent of the class sizes at which the document's gain is looked for
TABLE6 = "table 6: ×1.18 (Q = 10)"
STATEMENTS = ("burn-in-better", "burn-in-gains", "uneven-collapse", "uneven-burn-in")


def skews(config) -> dict[str, float]:
    """Exponents of the data sets that the configured scale has, by variant."""
    return {variant: skew for variant, skew in SKEWS.items() if variant in FEWER.get(config["scale"], SKEWS)}


def dataset(skew) -> str:
    """Name of the data set whose class sizes have this exponent."""
    variant = next(variant for variant, each in SKEWS.items() if each == skew)
    return f"{SET}-{variant}" if variant else SET


def trial(config, variant):
    """Declare the trial of one data set: a sweep of step and margin for every Q and rule."""
    return last_violators.trial(config, dataset(SKEWS[variant]), ORDERS)


def trials(config):
    """One trial a data set."""
    return [trial(config, variant) for variant in skews(config)]


def records(results) -> dict[float, list]:
    """Records of each data set, one a seed, by the exponent of its class sizes."""
    return {skew: results.records(trial(results.config, variant)) for variant, skew in skews(results.config).items()}


def accuracy(records, Q, burn_in) -> np.ndarray:
    """Test accuracy in percent at one setting, step and margin tuned for it: float64 (seeds,); nan for a failure."""
    return base.accuracy(records, **last_violators.setting(Q, burn_in))


def table(results):
    """One row a skew and Q: accuracy under both rules, and share of the samples ignored."""
    rows = [
        {"exponent": skew, "Q": Q} | _cells(results, variant, Q)
        for variant, skew in skews(results.config).items()
        for Q in (0, *ORDERS)
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy by skew, then what happens pass by pass; one column a rule."""
    shown, axes = style.panels(6, height=1.9, sharey="row")
    by_skew = records(results)
    for column, (rule, burn_in) in enumerate(last_violators.rules(results.config).items()):
        axes[column].set_title(rule)
        _draw_by_skew(axes[column], results, by_skew, burn_in)
        for row, name in ((1, "ignored"), (2, "valid")):
            _draw_by_pass(axes[2 * row + column], results, by_skew, name, burn_in)
    for row, what in enumerate(("accuracy, %", f"ignored\nat Q = {TUNED}, %", f"validation\nat Q = {TUNED}, %")):
        axes[2 * row].set(ylabel=what, ylim=(0, 100 if row == 1 else None))
    exponents = f"exponent of the class sizes, at Q = {TUNED}"
    for ax, place, title in ((axes[0], "upper", None), (axes[2], "lower", exponents)):
        if ax.lines:
            entries = ax.get_legend_handles_labels()
            shown.legend(*entries, loc=f"outside {place} center", ncols=len(entries[0]), title=title)
    return shown


def claims(results):
    """List the claims: where the printed rule collapses, and what burn-in and a smaller step change."""
    by_skew = {
        skew: last_violators.without_rising(results, trial(results.config, variant), ORDERS)
        for variant, skew in skews(results.config).items()
    }
    return claims_on(by_skew, last_violators.rules(results.config))


def claims_on(by_skew, rules) -> list:
    """List the claims.

    Parameters
    ----------
    by_skew : dict of float to list of Record
        Records by the exponent of the class sizes.
    rules : dict of str to int
        Passes of the burn-in by rule.
    """
    listed = [each for skew, of_draws in by_skew.items() if skew <= EVEN for each in _gains(of_draws, rules, skew)]
    steepest = max(by_skew)
    return listed + _collapse(by_skew[steepest], rules, steepest)


def _gains(of_draws, rules, skew):
    """What burn-in adds to the printed rule, and the document's gain with it."""
    printed, cured = (accuracy(of_draws, TUNED, burn_in) for burn_in in rules.values())
    better = f"exponent {skew:g}: Q = {TUNED} is more accurate with burn-in than as printed"
    gained = f"exponent {skew:g}, with burn-in: Q = {TUNED} is more accurate than Q = 0"
    on = dataset(skew)
    return [
        claim.greater("burn-in-better", better, cured, printed, on=on),
        claim.greater("burn-in-gains", gained, cured, accuracy(of_draws, 0, 0), on=on, printed=TABLE6),
    ]


def _collapse(of_draws, rules, skew):
    """Of the steepest sizes: what is left under both rules."""
    without, (printed, cured) = accuracy(of_draws, 0, 0), (accuracy(of_draws, TUNED, b) for b in rules.values())
    collapsed = f"exponent {skew:g}, as printed: with Q = {TUNED} less than half of the accuracy of Q = 0 is left"
    kept = f"exponent {skew:g}, with burn-in: Q = {TUNED} keeps at least 85 % of the accuracy of Q = 0"
    on = dataset(skew)
    return [
        claim.ratio("uneven-collapse", collapsed, printed, without, 0, 0.5, on=on),
        claim.ratio("uneven-burn-in", kept, cured, without, 0.85, np.inf, on=on),
    ]


def _draw_by_skew(ax, results, by_skew, burn_in):
    measured = {
        f"Q = {Q}{_mark(results, by_skew, Q)}": statistics.band(
            accuracy(of_draws, Q, burn_in) for of_draws in by_skew.values()
        )
        for Q in (0, *ORDERS)
    }
    curves.draw(ax, measured, list(by_skew))
    floors = [100 * statistics.mean(results.controls(dataset(skew), "class_prior")) for skew in by_skew]
    ax.plot(list(by_skew), floors, color="0.4", linestyle=":", label="largest class")
    ax.set(xlabel="exponent of the class sizes")
    ax.set_xticks(list(by_skew), [f"{skew:g}" for skew in by_skew])


def _draw_by_pass(ax, results, by_skew, name, burn_in):
    stops, point = checkpoints(gupta.passes(results.config)), last_violators.setting(TUNED, burn_in)
    courses = {
        f"{skew:g}{_mark(results, [skew], TUNED)}": base.course(of_draws, name, len(stops), **point)
        for skew, of_draws in by_skew.items()
    }
    shades = colormaps["magma"](np.linspace(0, LIGHTEST, len(courses)))
    for look, (label, course) in zip(zip(shades, EXPONENTS, style.LINES), courses.items()):
        curves.curve(ax, stops, statistics.band(course.T), look, label)
    ax.set(xlabel="passes", xscale="log")
    ax.xaxis.set(major_formatter=StrMethodFormatter("{x:g}"), minor_formatter=NullFormatter())


def _mark(results, among, Q) -> str:
    """The marks of a Q on the data sets of these exponents."""
    declared = [trial(results.config, variant) for variant, skew in skews(results.config).items() if skew in among]
    return base.every_mark(last_violators.marks(results, each, Q) for each in declared)


def _cells(results, variant, Q):
    of_trial, cells = trial(results.config, variant), {}
    of_draws, stops = results.records(of_trial), checkpoints(gupta.passes(results.config))
    for rule, burn_in in last_violators.rules(results.config).items():
        if burn_in and not Q:
            continue
        point = last_violators.setting(Q, burn_in)
        mark = base.edge_mark(of_draws, **point)
        first = base.course(of_draws, "ignored", len(stops), **point)[:, np.searchsorted(stops, burn_in, "right")]
        cells[f"{rule}: accuracy, %"] = rising.cell(results, of_trial, **point)
        for name, shares in (("first", first), ("last", last_violators.ignored(of_draws, **point))):
            cells[f"{rule}: ignored in its {name} pass, %"] = statistics.mean_interval(shares, mark)
    return cells
