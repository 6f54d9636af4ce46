"""Burn-in: when the rule of last violators collapses on classes of uneven size, and what cures it (ours).

Test accuracy of Wsabie++ at two steps (first and second row), by the exponent of the class sizes, which fall as
rank^-exponent; dotted: the share of the largest class. Below, at the larger step and Q = 10, share of the samples
that go unused and validation accuracy, pass by pass. Left: the rule as printed, in force from the first sample on.
Right: after a burn-in with Q = 0 (standard scale: 5 of 16 passes). Half of the labels are wrong. The printed rule
fails in two ways. Most samples go unused from the first pass on, whatever the class sizes, the more so the larger Q
and the smaller the step against the margin: burn-in cures that. And with a large step and uneven sizes everything is
taken for the largest class in the end: burn-in only delays that, a smaller step largely avoids it. Mean and 95 %
interval over seeds, all at the same margin. Ours, on the algorithm of Gupta, Bengio and Weston 2014, table 3, with
the Q of their table 6.
"""

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import burnin_claims as _burnin_claims
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol import results as stored

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
SHOWN = 10  # the Q whose course is drawn


def _scale(config):
    return config.get("scale", "standard")


def skews(config) -> dict[str, float]:
    """Exponents of the data sets that the configured scale has, by variant."""
    return {each: skew for each, skew in SKEWS.items() if each in FEWER.get(_scale(config), SKEWS)}


def rules(config) -> dict[str, int]:
    """Passes of the burn-in by rule."""
    return last.rules(BUDGETS[_scale(config)][2])


def trial(config, variant):
    """Declare the trial of one data set: Q by burn-in by step, all trained to the end."""
    m, passes, burn_in, margin = BUDGETS[_scale(config)]
    fixed = {"dimensions": m, "margin": margin}
    grid = last.grids(ORDERS, burn_in, step=list(STEPS))
    dataset = f"{SET}-{variant}" if variant else SET
    return gupta.trial(config, dataset, "wsabie_pp", "orders", fixed, grid=grid, passes=passes, halving=False)


def trials(config):
    """One trial a data set."""
    return [trial(config, each) for each in skews(config)]


def records(results) -> dict[str, list]:
    """Records of each data set by variant, one a seed."""
    return {each: results.records(trial(results.config, each)) for each in skews(results.config)}


def table(results):
    """One row a skew, step and Q: accuracy under both rules, and share of the samples ignored."""
    import pandas as pd

    rows = [
        _cells(results, found, {"exponent": SKEWS[variant], "step": step, "Q": Q})
        for variant, found in records(results).items()
        for step in STEPS
        for Q in (0, *ORDERS)
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy by skew at both steps, then what happens pass by pass; one column a rule."""
    from manyclass.report import style

    shown, axes = style.panels(8, height=1.8, sharey="row")
    found = records(results)
    for column, (rule, burn_in) in enumerate(rules(results.config).items()):
        axes[column].set_title(rule)
        for row, step in enumerate(STEPS):
            _by_skew(axes[2 * row + column], results, found, step, burn_in)
        for row, name in ((2, "ignored"), (3, "valid")):
            _by_pass(axes[2 * row + column], results, found, name, burn_in)
    for row, what in enumerate((*(f"accuracy, %\n(step {step})" for step in STEPS), "ignored, %", "validation, %")):
        axes[2 * row].set(ylabel=what, ylim=(0, 100 if row == 2 else None))
    for ax, place, title in ((axes[0], "upper", None), (axes[4], "lower", "exponent of the class sizes")):
        if ax.lines:
            entries = ax.get_legend_handles_labels()
            shown.legend(*entries, loc=f"outside {place} center", ncols=len(entries[0]), title=title)
    return shown


def claims(results):
    """List the claims: where the printed rule collapses, and what burn-in and a smaller step change."""
    return _burnin_claims.claims(
        {SKEWS[each]: found for each, found in records(results).items()}, rules(results.config)
    )


def _by_skew(ax, results, found, step, burn_in):
    from manyclass.report import curves

    at = [SKEWS[each] for each in found]
    measured = {
        f"Q = {Q}": statistics.band(
            last.accuracy(each, step=step, **last.setting(Q, burn_in)) for each in found.values()
        )
        for Q in (0, *ORDERS)
    }
    curves.draw(ax, measured, at)
    floors = [results.card(trial(results.config, each).dataset)["controls"]["class_prior"] for each in found]
    ax.plot(at, [100 * floor["accuracy"] for floor in floors], color="0.4", linestyle=":", label="largest class")
    ax.set(xlabel="exponent of the class sizes")
    ax.set_xticks(at, [f"{skew:g}" for skew in at])


def _by_pass(ax, results, found, name, burn_in):
    from manyclass.report import curves

    passes, held = BUDGETS[_scale(results.config)][1], {"step": STEPS[-1], **last.setting(SHOWN, burn_in)}
    curves.draw(
        ax,
        {f"{SKEWS[each]:g}": statistics.band(last.course(of, name, passes, **held).T) for each, of in found.items()},
    )
    ax.set(xlabel="passes")


def _cells(results, found, row):
    if hole := stored.hole(found):
        return row | {"as printed: accuracy, %": hole}
    passes, cells = BUDGETS[_scale(results.config)][1], {}
    for rule, burn_in in rules(results.config).items():
        if burn_in and not row["Q"]:
            continue
        held = {"step": row["step"], **last.setting(row["Q"], burn_in)}
        ignored = last.course(found, "ignored", passes, **held)
        cells[f"{rule}: accuracy, %"] = statistics.spread(last.accuracy(found, **held))
        for name, column in (("first", burn_in), ("last", -1)):
            cells[f"{rule}: ignored in its {name} pass, %"] = statistics.spread(ignored[:, column])
    return row | cells
