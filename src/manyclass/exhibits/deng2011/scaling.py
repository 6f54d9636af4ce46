"""Scaling: what training and prediction cost as the number of classes grows (ours, and printed).

Trees with four children a node and as many leaves as classes, K = 4^H. Left: vector operations per training sample as
the document counts them (section 5). Learnt together, splits and weights cost ~ Q log K; one-vs-all, and a tree that
begins with it, cost ~ K. The document says so of balanced trees, as Deng's are under a cap on ambiguity of δ = 1/Q;
where none is given it is 1.25/Q, so that more classes are left from level to level. "Tree alone" leaves one-vs-all out,
as the document's table 1 does. Part of what makes Deng's tree cheap are samples given up on the way, which cost nothing
further down: "not given up" counts the others only. Right: dot products per test sample. Mean and 95 % interval over
draws, † where a chosen value is the last that was tried.
Source: Deng, Satheesh, Berg and Fei-Fei 2011, sections 1, 3, 4 and 5.
"""

from functools import partial

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.exhibits.deng2011.trials import BENGIO, DENG
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial
from manyclass.report import curves, style

SET, CHILDREN = "class_counts", 4
DEPTHS = {"smoke": (2, 3), "standard": (3, 4, 5), "full": (3, 4, 5, 6)}
BALANCED = "Deng, δ = 1/Q"
TREES = {  # method, passes, further parameters
    "Deng": (DENG, 1, {}),
    BALANCED: (DENG, 1, {"max_ambiguity": 1 / CHILDREN}),
    "Bengio": (BENGIO, 2, {}),
}
CURVES = {  # tree, and the costs that are added
    "Deng": ("Deng", ("training",)),
    "Deng, not given up": ("Deng", ("kept",)),
    BALANCED: (BALANCED, ("training",)),
    f"{BALANCED}, not given up": (BALANCED, ("kept",)),
    "Bengio, tree alone": ("Bengio", ("training",)),
    "Bengio, with one-vs-all": ("Bengio", ("training", "structure")),
}
ABOUT = 1.1  # times the ratio of the logarithms
STATEMENTS = (
    "cost-log-k",
    "cost-log-k-kept",
    "tree-cost-log-k",
    "structure-cost-k",
    "test-cost-log-k",
    "loose-cap-growth",
    "training-cost",
    "cost-kept",
)


def depths(config) -> tuple[int, ...]:
    """H of the trees."""
    return DEPTHS[config["scale"]]


def trial(tree, depth):
    """Declare the trial of T_{4,H} on 4^H classes."""
    method, passes, further = TREES[tree]
    fixed = {"children": CHILDREN, "depth": depth} | further
    variant = "four_children-balanced" if further else "four_children"
    return Trial(_set(depth), method, variant, fixed, passes=passes, halving=False)


def trials(config):
    """All trees at every number of classes."""
    return [trial(tree, depth) for depth in depths(config) for tree in TREES]


def training(results, depth) -> dict[str, np.ndarray]:
    """Vector operations per training sample, float64 (seeds,), by what is counted."""
    records = {tree: results.records(trial(tree, depth)) for tree in TREES}
    return {name: sum(costs.cost(records[tree], key) for key in keys) for name, (tree, keys) in CURVES.items()}


def prediction(results, depth) -> dict[str, np.ndarray]:
    """Dot products per test sample, float64 (seeds,), by tree, named as its first curve."""
    trees = {"Deng": "Deng", BALANCED: BALANCED, "Bengio, tree alone": "Bengio"}
    return {name: costs.cost(results.records(trial(tree, depth)), "test") for name, tree in trees.items()}


def table(results):
    """One row a number of classes and tree."""
    rows = [_row(results, depth, tree) for depth in depths(results.config) for tree in TREES]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Training and test operations against K, on logarithmic axes."""
    shown, axes = style.panels(2, height=2.8)
    counts = [CHILDREN**depth for depth in depths(results.config)]
    labels = "operations / training sample", "dot products / test sample"
    marks = {name: _mark(results, tree) for name, (tree, _) in CURVES.items()}
    for ax, measure, label, per_class in zip(axes, (training, prediction), labels, (2, 1)):
        by_depth = [measure(results, depth) for depth in depths(results.config)]
        bands = {name: statistics.band(at[name] for at in by_depth) if name in by_depth[0] else None for name in CURVES}
        curves.draw(ax, {name + marks[name]: band for name, band in bands.items()}, counts)
        ax.set(xscale="log", yscale="log", xlabel="classes", xticks=counts, xticklabels=counts, ylabel=label)
        ax.minorticks_off()
        style.plain_log(ax.yaxis)
        ax.plot(counts, [per_class * count for count in counts], color="0.6", linewidth=0.8, label="one-vs-all")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: growth like the logarithm, or like K, and the costs at the most classes."""
    few, many = depths(results.config)[0], depths(results.config)[-1]
    trained, tested = ([measure(results, depth) for depth in (few, many)] for measure in (training, prediction))
    like_log = [*_balanced(few, many, trained, tested), *_loose(few, many, tested)]
    return [*like_log, *_of_bengio(few, many, trained), *_comparisons(many, trained[1])]


def _balanced(few, many, trained, tested):
    """Deng's trees under a cap of 1/Q: what the document says of balanced ones."""
    grown, logs, kept = partial(_grown, few, many), many / few, f"{BALANCED}, not given up"
    slowly, says = f"grow by at most {ABOUT:g} times as much as log K", {"printed_value": logs}
    text = f"{BALANCED}: training operations {slowly}"
    listed = [grown("cost-log-k", text, trained, BALANCED, 0, ABOUT * logs, printed=_law("m D Q log K", logs), **says)]
    text = f"{BALANCED}: training operations of the samples not given up {slowly}"
    listed.append(grown("cost-log-k-kept", text, trained, kept, 0, ABOUT * logs))
    text = f"{BALANCED}: dot products of a test sample {slowly}"
    printed = _law("D log K", logs)
    return [*listed, grown("test-cost-log-k", text, tested, BALANCED, 0, ABOUT * logs, printed=printed, **says)]


def _loose(few, many, tested):
    """Deng's trees under the cap that they have where none is given, against those under 1/Q."""
    before, after = tested
    loose, balanced = (after[name] / before[name] for name in ("Deng", BALANCED))
    text = f"from {CHILDREN**few} to {CHILDREN**many} classes, dot products of a test sample grow by more under"
    on = [_set(few), _set(many)]
    return [claim.ratio("loose-cap-growth", f"{text} δ = 1.25/Q than under 1/Q", loose, balanced, 1, np.inf, on=on)]


def _of_bengio(few, many, trained):
    """Bengio's trees as they come out, without and with one-vs-all."""
    grown, logs, times = partial(_grown, few, many), many / few, CHILDREN ** (many - few)
    alone, whole = "Bengio, tree alone", "Bengio, with one-vs-all"
    text = f"{alone}: training operations grow by at most {ABOUT:g} times as much as log K"
    says = {"printed": _law("m D Q log K", logs), "printed_value": logs}
    listed = [grown("tree-cost-log-k", text, trained, alone, 0, ABOUT * logs, **says)]
    text = f"{whole}: training operations grow at least half as much as K"
    says = {"printed": _law("m D K", times), "printed_value": times}
    listed.append(grown("structure-cost-k", text, trained, whole, times / 2, np.inf, **says))
    tree, one_vs_all = trained[1][alone], trained[1][whole] - trained[1][alone]
    text = f"{CHILDREN**many} classes: one-vs-all takes more training operations than Bengio's tree after it"
    says = {"on": _set(many), "printed": "O(m D K) against O(m D Q log K)"}
    return [*listed, claim.ratio("structure-cost-k", text, one_vs_all, tree, 1, np.inf, **says)]


def _grown(few, many, statement, text, measured, curve, low, high, **says):
    """The claim on what a curve is at the most classes over what it is at the fewest."""
    before, after = (each[curve] for each in measured)
    text = f"from {CHILDREN**few} to {CHILDREN**many} classes, {text}"
    return claim.ratio(statement, text, after, before, low, high, on=[_set(few), _set(many)], **says)


def _law(law, growth) -> str:
    return f"O({law}): ×{growth:.3g}"


def _comparisons(many, after):
    deng, kept, alone = (after[name] for name in ("Deng", "Deng, not given up", "Bengio, tree alone"))
    what, on = f"T{CHILDREN},{many} on {CHILDREN**many} classes", _set(many)
    cheaper = f"{what}: Deng's tree costs less to train, Bengio's one-vs-all left out"
    also = f"{what}: so it does over the samples not given up"
    return [
        claim.ratio("training-cost", cheaper, alone, deng, 1, np.inf, on=on, printed="ratios from 1.24 to 4.98"),
        claim.ratio("cost-kept", also, alone, kept, 1, np.inf, on=on),
    ]


def _mark(results, tree):
    every = (trial(tree, depth) for depth in depths(results.config))
    return max(base.edge_mark(results.records(each)) for each in every)


def _set(depth):
    return f"{SET}-{CHILDREN**depth}"


def _row(results, depth, tree):
    declared = trial(tree, depth)
    records = results.records(declared)
    row = {"classes": CHILDREN**depth, "tree": f"T{CHILDREN},{depth}", "method": tree}
    row["accuracy, %"] = base.cell(results, declared)
    if failure(records):
        return row
    columns = {"training operations": "training", "not given up": "kept", "additions made": "additions"}
    columns |= {"before the tree": "structure", "dot products, test": "test"}
    return row | {column: statistics.mean_interval(costs.cost(records, key)) for column, key in columns.items()}
