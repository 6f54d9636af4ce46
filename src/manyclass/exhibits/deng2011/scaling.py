"""Scaling: what training and prediction cost as the number of classes grows (ours, and printed).

Trees with four children a node and as many leaves as classes, K = 4^H. Left: vector operations per training sample as
the document counts them (section 5). Learnt together, splits and weights cost ~ Q log K; one-vs-all, and a tree that
begins with it, cost ~ K. "Tree alone" leaves one-vs-all out, as the document's table 1 does. Part of what makes Deng's
tree cheap are samples given up on the way, which cost nothing further down: "not given up" counts the others only.
Right: dot products per test sample. Mean and 95 % interval over seeds. Source: Deng, Satheesh, Berg and Fei-Fei 2011,
sections 3, 4.4 and 5.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs as trees
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim

SET, CHILDREN = "class_counts", 4
DEPTHS = {"smoke": (2, 3), "standard": (3, 4, 5), "full": (3, 4, 5, 6)}
DENG, BENGIO = "label_tree", "confusion_label_tree"
CURVES = ("Deng", "Deng, not given up", "Bengio, tree alone", "Bengio, with one-vs-all")
STEPS = {DENG: 0.3, BENGIO: 1.0}


def depths(config) -> tuple[int, ...]:
    """H of the trees."""
    return DEPTHS[config.get("scale", "standard")]


def trial(config, method, depth):
    """Declare the trial of T_{4,H} on 4^H classes."""
    fixed = {"children": CHILDREN, "depth": depth, "step": STEPS[method]}
    passes = 2 if method == BENGIO else 1
    declared = {"grid": {}, "passes": passes, "halving": True}
    return base.trial(config, f"{SET}-{CHILDREN**depth}", method, "four_children", fixed, **declared)


def trials(config):
    """Both methods at every number of classes."""
    return [trial(config, method, depth) for depth in depths(config) for method in STEPS]


def measured(results, depth) -> dict[str, np.ndarray]:
    """Vector operations per training sample, float64 (seeds,), by what is counted."""
    deng, bengio = (results.records(trial(results.config, method, depth)) for method in STEPS)
    alone, first = trees.cost(bengio, "training"), trees.cost(bengio, "structure")
    return dict(zip(CURVES, (trees.cost(deng, "training"), trees.cost(deng, "kept"), alone, alone + first)))


def tested(results, depth) -> dict[str, np.ndarray]:
    """Dot products per test sample, float64 (seeds,), by method."""
    names = {"Deng": DENG, "Bengio, tree alone": BENGIO}
    return {
        name: trees.cost(results.records(trial(results.config, method, depth)), "test")
        for name, method in names.items()
    }


def table(results):
    """One row a number of classes and method."""
    import pandas as pd

    rows = [
        _cells(results, depth, name, method)
        for depth in depths(results.config)
        for name, method in {"Deng": DENG, "Bengio": BENGIO}.items()
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Training and test operations against K, on logarithmic axes."""
    from manyclass.report import curves, style

    shown, axes = style.panels(2, height=2.8)
    counts = [CHILDREN**depth for depth in depths(results.config)]
    for ax, measure in zip(axes, (measured, tested)):
        found = [measure(results, depth) for depth in depths(results.config)]
        shared = {name: statistics.band(each[name] for each in found) if name in found[0] else None for name in CURVES}
        curves.draw(ax, shared, counts)
        ax.set(xscale="log", yscale="log", xlabel="classes", xticks=counts, xticklabels=counts)
        ax.minorticks_off()
        style.plain_log(ax.yaxis)
    for ax, per_class in zip(axes, (2, 1)):
        ax.plot(counts, [per_class * count for count in counts], color="0.6", linewidth=0.8, label="one-vs-all")
    for ax, label in zip(axes, ("operations / training sample", "dot products / test sample")):
        ax.set_ylabel(label)
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: growth like the logarithm, or like K, and the costs at the most classes."""
    few, many = depths(results.config)[0], depths(results.config)[-1]
    before, after = measured(results, few), measured(results, many)
    classes = np.full(len(after["Deng"]), float(CHILDREN**many))
    text = f"at the most classes a test sample takes less than a fifth of {CHILDREN**many} dot products"
    fewer = claim.ratio(text, tested(results, many)["Deng"], classes, 0, 0.2, printed="table 1: a tenth to a thirtieth")
    why = _widths(*(tested(results, depth)["Deng"].mean() - CHILDREN * (depth - 1) for depth in (few, many)))
    return [*_growth(before, after, few, many, why), *_comparisons(after), fewer]


def _widths(before, after):
    return (
        "children that share classes hold more than 1/Q of them (δ = 1.25/Q), so that a node that is split fully is "
        f"the wider the deeper it lies: a test sample takes {before:.1f} dot products there, then {after:.1f}"
    )


def _growth(before, after, few, many, why):
    classes, logs = CHILDREN ** (many - few), many / few
    printed = f"section 4.4: O(m D Q log K): ×{logs:.2f}"
    end = f"from {CHILDREN**few} to {CHILDREN**many} classes"
    grow = {name: (after[name], before[name]) for name in after}
    slow = {
        "Deng": "Deng's training operations grow no faster than log K",
        "Deng, not given up": "those of samples not given up grow no faster than log K, too",
    }
    listed = [
        claim.ratio(f"{end}, {text}", *grow[name], 0, logs, printed=printed, why=why) for name, text in slow.items()
    ]
    text = f"{end}, Bengio's with one-vs-all grow at least half as much as K"
    printed = f"section 3: O(m D K): ×{classes}"
    return [*listed, claim.ratio(text, *grow["Bengio, with one-vs-all"], classes / 2, np.inf, printed=printed)]


def _comparisons(after):
    text = "Deng's tree is cheaper to train than Bengio's, one-vs-all left out, at the most classes"
    printed = "table 1: 259 to 321, 104 to 193, 50 to 250"
    why = "what makes it cheaper over all samples is that some are given up on the way down"
    alone = after["Bengio, tree alone"]
    return [
        claim.greater(text, alone, after["Deng"], printed=printed),
        claim.greater("so it is when samples given up are left out", alone, after["Deng, not given up"], why=why),
    ]


def _cells(results, depth, name, method):
    records = results.records(trial(results.config, method, depth))
    cells = {"classes": CHILDREN**depth, "tree": f"T{CHILDREN},{depth}", "method": name}
    if hole := stored.hole(records):
        return cells | {"accuracy, %": hole}
    columns = {"training operations": "training", "not given up": "kept", "additions made": "additions"}
    columns |= {"before the tree": "structure", "dot products, test": "test"}
    found = {column: statistics.spread(trees.cost(records, key)) for column, key in columns.items()}
    return cells | {"accuracy, %": statistics.spread(last.accuracy(records))} | found
