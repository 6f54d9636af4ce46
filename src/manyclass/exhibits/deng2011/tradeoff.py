"""Trade-off: accuracy against speedup, as either constraint moves (ours, and printed).

Test accuracy of Deng's tree on the dense set over its test speedup, the number of classes per dot product of a sample.
Along a curve, from right to left, the cap on ambiguity (δ, OP3′) is loosened at all nodes alike, or that on loss (ε,
OP3) tightened; δ fixes the ambiguity of every level beforehand, ε the loss. Beside them Bengio's tree of the same
shape, which has no such parameter, and all classes at one node, where nothing is saved. To be compared at the same
speedup, curves are interpolated between their points, and draws whose curve does not reach it are left out; δ and ε are
compared only where ε reaches it in all draws. The table has the caps on ambiguity on imagenet16k, too, which was made
with nothing of label trees in view. Mean and 95 % interval over draws, along a curve drawn of the accuracy alone, †
where a chosen value is the last that was tried. Source: Deng, Satheesh, Berg and Fei-Fei 2011, sections 4.1, 4.5 and 5.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.exhibits.deng2011.trials import ABOVE_CAP, BENGIO, DENG, DENSE, OTHER, ends, tree_name, tree_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial
from manyclass.report import style

# From the fastest trees to the most accurate ones: δ as a multiple of 1/Q, what a balanced split without overlap has,
# ever looser; ε as it is, ever tighter.
CAPS = {"efficiency": (1.0, 1.25, 1.6, 2.0, 3.0), "accuracy": (0.6, 0.45, 0.3, 0.15, 0.08)}
PARAMETERS = {"efficiency": "max_ambiguity", "accuracy": "max_loss"}
SYMBOLS = {"efficiency": "δ", "accuracy": "ε"}
MOVES = {"efficiency": "loosened", "accuracy": "tightened"}
CONTROL = "“fine grained control”"
CAPPED = {  # of the root: the statement, its measure, and what is printed
    "efficiency": (
        "cap-holds",
        "ambiguity",
        "table 2: 6.49, 18.9 and 24.7 % beside Bengio's 6.49, 19.0 and 24.7 %",
    ),
    "accuracy": ("loss-cap-holds", "local_loss", "“cannot exceed a certain threshold”"),
}
WITHIN = 3.0  # points of accuracy
MIDDLE = 2  # of the values of δ
FLAT = Trial(DENSE, DENG, "flat", {"children": 10**6, "depth": 1}, passes=1, halving=False)  # all at one node
STATEMENTS = (
    "control-efficiency",
    "control-accuracy",
    "cap-holds",
    "loss-cap-holds",
    "formulations-alike",
    "matched-speed",
    "accuracy-at-speed",
    "deep-at-matched-speed",
)


def caps(formulation, shape) -> list[float]:
    """Values of δ or ε, from the fastest trees to the most accurate ones."""
    values = CAPS[formulation]
    return [round(value / shape[0], 6) for value in values] if formulation == "efficiency" else list(values)


def trial(formulation, shape, dataset=DENSE):
    """Declare the trial of one shape and formulation: all caps, each tuned by itself."""
    fixed = dict(zip(("children", "depth"), shape)) | {"formulation": formulation}
    series = {PARAMETERS[formulation]: caps(formulation, shape)}
    variant = "caps-{}-t{}_{}".format(formulation, *shape)
    return Trial(dataset, DENG, variant, fixed, series, passes=1, halving=False)


def trials(config):
    """Both formulations and Bengio's tree for each shape, and the flat one; on the other set the caps on ambiguity."""
    capped = [trial(formulation, shape) for shape in ends(config) for formulation in CAPS]
    elsewhere = [trial("efficiency", shape, OTHER) for shape in ends(config, OTHER)]
    of_bengio = [tree_trial(BENGIO, shape, dataset) for dataset in (DENSE, OTHER) for shape in ends(config, dataset)]
    return [*capped, *elsewhere, *of_bengio, FLAT]


def points(results, declared, **params) -> tuple[np.ndarray, np.ndarray]:
    """Speedup, and accuracy in percent, float64 (seeds,) each."""
    records, n_classes = results.records(declared), results.card(declared.dataset)["classes"]
    return costs.speedup(records, n_classes, **params), base.accuracy(records, **params)


def curve(results, formulation, shape, dataset=DENSE) -> tuple[np.ndarray, np.ndarray]:
    """Speedups and accuracies float64 (seeds, caps), in the order of `caps`."""
    declared, name = trial(formulation, shape, dataset), PARAMETERS[formulation]
    at_caps = [points(results, declared, **{name: cap}) for cap in caps(formulation, shape)]
    return tuple(np.array(values).T for values in zip(*at_caps))


def table(results):
    """One row a tree."""
    listed = [row for shape in ends(results.config) for row in _rows(results, DENSE, shape, CAPS)]
    listed.append({"data set": DENSE, "tree": "one node", "constraint": "–"} | _cells(results, FLAT))
    for shape in ends(results.config, OTHER):
        listed += _rows(results, OTHER, shape, ["efficiency"])
    return pd.DataFrame(listed, dtype=object)


def _rows(results, dataset, shape, formulations):
    rows, of_set = [], {"data set": dataset}
    for formulation in formulations:
        name, declared = PARAMETERS[formulation], trial(formulation, shape, dataset)
        for cap in caps(formulation, shape):
            row = of_set | {"tree": tree_name(shape), "constraint": f"{SYMBOLS[formulation]} = {cap:.3g}"}
            rows.append(row | _cells(results, declared, **{name: cap}))
    row = of_set | {"tree": f"Bengio's {tree_name(shape)}", "constraint": "–"}
    return [*rows, row | _cells(results, tree_trial(BENGIO, shape, dataset))]


def figure(results):
    """A panel for each shape: two curves, Bengio's point and the flat classifier's."""
    shown, axes = style.panels(2, height=2.8, sharey=True)
    both = ends(results.config)
    lone = {"Bengio": [tree_trial(BENGIO, shape) for shape in both], "one node": [FLAT] * len(both)}
    for panel, (ax, shape) in enumerate(zip(axes, both)):
        for number, formulation in enumerate(CAPS):
            speedups, accuracies = curve(results, formulation, shape)
            band, at = statistics.band(accuracies.T), statistics.band(speedups.T)
            if band is not None:
                look = {"marker": style.MARKERS[number], "linestyle": style.LINES[number]}
                label = f"{SYMBOLS[formulation]} {MOVES[formulation]}{_mark(results, formulation)}"
                ax.plot(at[0], band[0], color=style.COLOURS[number], label=label, **look)
                ax.fill_between(at[0], band[1], band[2], color=style.COLOURS[number], alpha=0.2, linewidth=0)
        for number, (name, declared) in enumerate(lone.items(), start=2):
            _draw_point(ax, points(results, declared[panel]), number, name + _mark_of(results, declared))
        ax.set(title=tree_name(shape), xlabel="test speedup", ylabel="accuracy, %", xscale="log")
        style.plain_log(ax.xaxis)
    style.legend(shown, axes)
    return shown


def _draw_point(ax, values, number, label):
    """Draw the mean of speedup and accuracy, float64 (seeds,) each, with the interval of either."""
    band = statistics.band(values)
    if band is not None:
        mean, low, high = band
        below, above = mean - low, high - mean
        look = {"color": style.COLOURS[number], "marker": style.MARKERS[number], "linestyle": "none"}
        ax.errorbar(*mean, xerr=[[below[0]], [above[0]]], yerr=[[below[1]], [above[1]]], capsize=2, label=label, **look)


def _mark(results, formulation):
    """The mark of a curve in the legend, where it stands for both shapes."""
    name, found = PARAMETERS[formulation], []
    for shape in ends(results.config):
        records = results.records(trial(formulation, shape))
        found += [base.edge_mark(records, **{name: cap}) for cap in caps(formulation, shape)]
    return base.every_mark(found)


def _mark_of(results, trials_of_shapes):
    """That of a point."""
    return base.every_mark(base.edge_mark(results.records(each)) for each in trials_of_shapes)


def claims(results):
    """List the claims: fine-grained control, by either constraint, and what it buys."""
    both = ends(results.config)
    of_shapes = {shape: {formulation: curve(results, formulation, shape) for formulation in CAPS} for shape in both}
    bengio = {shape: points(results, tree_trial(BENGIO, shape)) for shape in both}
    listed = claims_on(of_shapes, bengio, {shape: over_caps(results, shape) for shape in both})
    return [*listed, *(_at_speed(results, shape) for shape in ends(results.config, OTHER))]


def _at_speed(results, shape):
    """Against Bengio's tree at its speedup, on the set that was made with nothing of label trees in view."""
    speed, accuracy = points(results, tree_trial(BENGIO, shape, OTHER))
    of_deng = curve(results, "efficiency", shape, OTHER)
    text = f"{OTHER}, {tree_name(shape)}: at the speedup of Bengio's tree Deng's is more accurate"
    says = {"on": OTHER, "printed": "11.9 : 8.33 % at 10.3 : 10.3", "printed_value": 11.9 / 8.33}
    says["unit"] = draws(beyond(of_deng, speed))
    return claim.ratio("accuracy-at-speed", text, accuracy_at(of_deng, speed), accuracy, 1, np.inf, **says)


def over_caps(results, shape) -> dict[str, np.ndarray]:
    """The root's ambiguity on test samples over δ, and its loss over ε: float64 (seeds, caps), by formulation."""
    found = {}
    for formulation, (_, measure, _) in CAPPED.items():
        records, name = results.records(trial(formulation, shape)), PARAMETERS[formulation]
        of_caps = [costs.cost(records, measure, 0, **{name: cap}) / cap for cap in caps(formulation, shape)]
        found[formulation] = np.array(of_caps).T
    return found


def claims_on(curves, bengio, over_cap) -> list:
    """List the claims.

    Parameters
    ----------
    curves : dict of (int, int) to dict of str to (ndarray, ndarray)
        By shape and formulation ("efficiency", "accuracy"), speedups and accuracies float64 (seeds, caps), in
        the order of `caps`; the shallow shape before the deep one.
    bengio : dict of (int, int) to (ndarray, ndarray)
        Speedup and accuracy of Bengio's tree, float64 (seeds,) each.
    over_cap : dict of (int, int) to dict of str to ndarray
        As of `over_caps`, by shape.
    """
    listed = []
    for shape, of_shape in curves.items():
        listed += _control(tree_name(shape), of_shape, over_cap[shape])
        listed += _against(tree_name(shape), of_shape, bengio[shape])
    shallow, deep = curves
    common, of_deep = curves[shallow]["efficiency"][0][:, MIDDLE], curves[deep]["efficiency"]
    text = f"at the same speedup {tree_name(deep)} with a looser δ is more accurate than {tree_name(shallow)}"
    accuracies = (accuracy_at(curves[shape]["efficiency"], common) for shape in (deep, shallow))
    says = {"on": DENSE, "unit": draws(beyond(of_deep, common))}
    return [*listed, claim.greater("deep-at-matched-speed", f"{text} with a tighter one", *accuracies, **says)]


def accuracy_at(curve, speedups) -> np.ndarray:
    """Accuracy float64 (seeds,) of a curve at these speedups (seeds,), between its points on a logarithmic axis.

    nan where a seed has no curve or its curve does not reach that far.
    """
    values, unreached = np.full(len(speedups), np.nan), beyond(curve, speedups)
    for seed in np.flatnonzero(_complete(curve, speedups) & ~unreached):
        order = np.argsort(curve[0][seed])
        speeds, accuracies = (each[seed][order] for each in curve)
        values[seed] = np.interp(np.log(speedups[seed]), np.log(speeds), accuracies)
    return values


def beyond(curve, speedups) -> np.ndarray:
    """Which seeds have a curve that does not reach their speedup, bool (seeds,)."""
    low, high = curve[0].min(axis=1), curve[0].max(axis=1)
    return _complete(curve, speedups) & ((speedups < low) | (speedups > high))


def draws(unreached, unit="draws") -> str:
    """What a claim at a given speedup has a value of each, and how many are left out since no curve reaches them."""
    number = int(np.sum(unreached))
    return f"{unit}, {number} not reached" if number else unit


def _complete(curve, speedups):
    return np.isfinite(np.column_stack([*curve, speedups])).all(axis=1)


def _control(name, curves, over_cap):
    """Each constraint moves speed and accuracy; caps hold on new samples."""
    listed = []
    for formulation, symbol in SYMBOLS.items():
        speedups, accuracies = curves[formulation]
        moved = f"{name}: {symbol} {MOVES[formulation]} by a step"
        steps = {
            f"{moved} gives less speedup, by the least step": speedups[:, :-1] - speedups[:, 1:],
            f"{moved} gives more accuracy, by the least step": np.diff(accuracies, axis=1),
        }
        statement = f"control-{formulation}"
        listed += [
            claim.between(statement, text, np.min(step, axis=1), 0, np.inf, on=DENSE, printed=CONTROL)
            for text, step in steps.items()
        ]
    for formulation, (statement, measure, printed) in CAPPED.items():
        what = f"{name}: on test samples the root's {measure.replace('local_', '')} is at most {ABOVE_CAP:g} times"
        largest, says = np.max(over_cap[formulation], axis=1), {"on": DENSE, "printed": printed}
        text = f"{what} every {SYMBOLS[formulation]}, at the furthest"
        listed.append(claim.between(statement, text, largest, -np.inf, ABOVE_CAP, show="×{:.3g}".format, **says))
    return listed


def _against(name, curves, bengio):
    """The formulations against each other at the speedup of every δ, and against Bengio's tree."""
    (speed, accuracy), of_deng = bengio, curves["efficiency"]
    listed = [_alike(name, number, curves, speeds) for number, speeds in enumerate(of_deng[0].T, start=1)]
    matched = f"{name}: at the speedup of Bengio's tree Deng's is more accurate"
    says = {"on": DENSE, "printed": "T32,2 11.9 to 8.33 at the same speedup", "unit": draws(beyond(of_deng, speed))}
    return [*listed, claim.greater("matched-speed", matched, accuracy_at(of_deng, speed), accuracy, **says)]


def _alike(name, number, curves, speeds):
    """Undecided where ε does not reach that speed in some draw, since those in which it does are picked by speed."""
    unreached = beyond(curves["accuracy"], speeds)
    both = [np.where(unreached.any(), np.nan, accuracy_at(curves[formulation], speeds)) for formulation in SYMBOLS]
    text = f"{name}: at the speedup of δ number {number} δ and ε are as accurate, within {WITHIN:g} points"
    says = {"on": DENSE, "printed": "“depending on convenience”", "unit": draws(unreached)}
    return claim.equivalent("formulations-alike", text, *both, WITHIN, **says)


def _cells(results, declared, **params):
    records, accuracy = results.records(declared), base.cell(results, declared, **params)
    if failure(records):
        return {"accuracy, %": accuracy}
    speedups, operations = points(results, declared, **params)[0], costs.cost(records, "training", **params)
    columns = {"speedup": speedups, "training operations": operations}
    return {"accuracy, %": accuracy, **{name: statistics.mean_interval(values) for name, values in columns.items()}}
