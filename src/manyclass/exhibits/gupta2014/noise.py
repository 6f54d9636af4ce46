"""Noise: where ignoring last violators gains, and where it turns (ours).

Gain in percent of the accuracy that Wsabie++ has without last violators (Q = 0). By the share of wrong labels (first
row): with right labels there is none; it comes with wrong ones and grows with them, and about doubles with a
burn-in. By the number of names of a concept of which a sample is given one, all labels being right (last row): it is
a loss, since the last violator is then another right name; where all names are given nothing is lost (table). On the
right of that row any name of the concept counts as right: a sibling in the class tree. Second row: share of the
samples that go unused in the last pass. At standard scale all have the same margin, which where others were tried
was the best for nearly every Q, rule and seed; mean and 95 % interval over seeds. Class sizes are uniform;
gupta2014/burnin varies them, and the step. Ours, on the mechanism of Gupta, Bengio and Weston 2014, sections 6 and
10; the printed gains are of their table 6.
"""

from functools import partial

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.exhibits.gupta2014 import noise_claims as _noise_claims
from manyclass.protocol import results as stored

SET = "noisy_clicks"
ORDERS = (1, 4, 16)
NOISE = {"clean": 0, "noise20": 20, "noise40": 40, "": 60, "noise80": 80}  # variant: wrong labels in percent
NAMES = {"clean": 1, "names3": 3, "names8": 8}  # variant: names of a concept, one of them given
VARIANTS = tuple(NOISE | NAMES) + ("names8_given",)
FEWER = {"smoke": ("clean", "", "names8")}
BUDGETS = {  # m, passes, burn-in, step, margins: at standard scale a margin of 1 was on average nowhere better
    "smoke": (4, 3, 1, 0.1, [1.0]),
    "standard": (12, 16, 5, 0.1, [0.1]),
    "full": (256, 100, 20, 0.1, [0.1, 1.0, 10.0]),
}
METRICS = {"accuracy": "with burn-in, given name counts", "sibling_precision": "with burn-in, any name counts"}


def _scale(config):
    return config.get("scale", "standard")


def variants(config, among=VARIANTS) -> list[str]:
    """Those `among` the data sets that the configured scale has."""
    return [each for each in among if each in FEWER.get(_scale(config), VARIANTS)]


def rules(config) -> dict[str, int]:
    """Passes of the burn-in by rule."""
    return last.rules(BUDGETS[_scale(config)][2])


def trial(config, variant):
    """Declare the trial of one data set: Q by burn-in by margin, all trained to the end."""
    m, passes, burn_in, step, margins = BUDGETS[_scale(config)]
    fixed = {"dimensions": m, "step": step}
    grid = last.grids(ORDERS, burn_in, margin=margins)
    dataset = f"{SET}-{variant}" if variant else SET
    return gupta.trial(config, dataset, "wsabie_pp", "orders", fixed, grid=grid, passes=passes, halving=False)


def trials(config):
    """One trial a data set."""
    return [trial(config, each) for each in variants(config)]


def records(results, variant) -> list:
    """Records of one data set, one a seed."""
    return results.records(trial(results.config, variant))


def table(results):
    """One row a data set, Q and rule: accuracy, gain, share of the samples ignored."""
    import pandas as pd

    rows = [
        _cells(results, variant, Q, rule)
        for variant in variants(results.config)
        for Q in (0, *ORDERS)
        for rule in (rules(results.config) if Q else ["–"])
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Gain and share ignored by noise under both rules, then gain by names under two measures."""
    from manyclass.report import style

    shown, axes = style.panels(6, height=2.0, sharey="row")
    both = rules(results.config)
    for column, (rule, burn_in) in enumerate(both.items()):
        _draw(axes[column], results, NOISE, partial(last.gain, burn_in=burn_in))
        axes[column].set(xlabel="wrong labels, %", ylabel="gain, %", title=rule)
        _draw(axes[2 + column], results, NOISE, partial(last.ignored, burn_in=burn_in))
        axes[2 + column].set(xlabel="wrong labels, %", ylabel="ignored, %", ylim=(0, 100))
    for ax, (metric, title) in zip(axes[4:], METRICS.items()):
        _draw(ax, results, NAMES, partial(last.gain, burn_in=both["with burn-in"], metric=metric))
        ax.set(xlabel="names of a concept (all labels right)", ylabel="gain, %", title=title, xticks=[*NAMES.values()])
    for ax in (*axes[:2], *axes[4:]):
        ax.axhline(0, color="0.5", linewidth=0.8)
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: from loss to gain as labels get noisier, and the loss where names are missing."""
    found = {variant: records(results, variant) for variant in variants(results.config)}
    return _noise_claims.claims(found, rules(results.config))


def _draw(ax, results, at, measure):
    """Draw `measure` for each Q over the data sets, which stand where `at` says."""
    from manyclass.report import curves

    sets = {variant: records(results, variant) for variant in variants(results.config, at)}
    found = {f"Q = {Q}": statistics.band(measure(each, Q) for each in sets.values()) for Q in ORDERS}
    curves.draw(ax, found, [at[variant] for variant in sets])


def _cells(results, variant, Q, rule):
    found, burn_in = records(results, variant), rules(results.config).get(rule, 0)
    cells = {"data set": trial(results.config, variant).dataset, "Q": Q, "rule": rule}
    if hole := stored.hole(found):
        return cells | {"accuracy, %": hole}
    at = last.setting(Q, burn_in)
    return cells | {
        "accuracy, %": statistics.spread(last.accuracy(found, **at)),
        "any name, %": statistics.spread(last.accuracy(found, "sibling_precision", **at)),
        "gain, %": statistics.spread(last.gain(found, Q, burn_in)) if Q else None,
        "ignored, %": statistics.spread(last.ignored(found, Q, burn_in)) if Q else None,
    }
