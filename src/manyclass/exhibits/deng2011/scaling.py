"""Scaling: what training and prediction cost as the number of classes grows (ours, and printed).

Trees with four children a node and as many leaves as classes, K = 4^H. Left: vector operations per training sample as
the document counts them (section 5). Learnt together, splits and weights cost ~ Q log K; one-vs-all, and a tree that
begins with it, cost ~ K. "Tree alone" leaves one-vs-all out, as the document's table 1 does. Part of what makes Deng's
tree cheap are samples given up on the way, which cost nothing further down: "not given up" counts the others only.
Right: dot products per test sample. Mean and 95 % interval over seeds. Source: Deng, Satheesh, Berg and Fei-Fei 2011,
sections 3, 4.4 and 5.
"""

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
CURVES = ("Deng", "Deng, not given up", "Bengio, tree alone", "Bengio, with one-vs-all")
STEPS = {DENG: 0.3, BENGIO: 1.0}
PASSES = {DENG: 1, BENGIO: 2}


def depths(config) -> tuple[int, ...]:
    """H of the trees."""
    return DEPTHS[config.get("scale", "standard")]


def trial(method, depth):
    """Declare the trial of T_{4,H} on 4^H classes."""
    fixed = {"children": CHILDREN, "depth": depth, "step": STEPS[method]}
    return Trial(f"{SET}-{CHILDREN**depth}", method, "four_children", fixed, grid={}, passes=PASSES[method])


def trials(config):
    """Both methods at every number of classes."""
    return [trial(method, depth) for depth in depths(config) for method in STEPS]


def training(results, depth) -> dict[str, np.ndarray]:
    """Vector operations per training sample, float64 (seeds,), by what is counted."""
    deng, bengio = (results.records(trial(method, depth)) for method in STEPS)
    alone, first = costs.cost(bengio, "training"), costs.cost(bengio, "structure")
    return dict(zip(CURVES, (costs.cost(deng, "training"), costs.cost(deng, "kept"), alone, alone + first)))


def prediction(results, depth) -> dict[str, np.ndarray]:
    """Dot products per test sample, float64 (seeds,), by method."""
    methods = {"Deng": DENG, "Bengio, tree alone": BENGIO}
    return {name: costs.cost(results.records(trial(method, depth)), "test") for name, method in methods.items()}


def table(results):
    """One row a number of classes and method."""
    rows = [
        _row(results, depth, name, method)
        for depth in depths(results.config)
        for name, method in {"Deng": DENG, "Bengio": BENGIO}.items()
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Training and test operations against K, on logarithmic axes."""
    shown, axes = style.panels(2, height=2.8)
    counts = [CHILDREN**depth for depth in depths(results.config)]
    labels = "operations / training sample", "dot products / test sample"
    for ax, measure, label, per_class in zip(axes, (training, prediction), labels, (2, 1)):
        by_depth = [measure(results, depth) for depth in depths(results.config)]
        bands = {name: statistics.band(at[name] for at in by_depth) if name in by_depth[0] else None for name in CURVES}
        curves.draw(ax, bands, counts)
        ax.set(xscale="log", yscale="log", xlabel="classes", xticks=counts, xticklabels=counts, ylabel=label)
        ax.minorticks_off()
        style.plain_log(ax.yaxis)
        ax.plot(counts, [per_class * count for count in counts], color="0.6", linewidth=0.8, label="one-vs-all")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: growth like the logarithm, or like K, and the costs at the most classes."""
    few, many = depths(results.config)[0], depths(results.config)[-1]
    before, after = training(results, few), training(results, many)
    n_classes = np.full(len(after["Deng"]), float(CHILDREN**many))
    text = f"at the most classes a test sample takes less than a fifth of {CHILDREN**many} dot products"
    printed = "table 1: a tenth to a thirtieth"
    fewer = claim.ratio(text, prediction(results, many)["Deng"], n_classes, 0, 0.2, printed=printed)
    return [*_growth(before, after, few, many), *_comparisons(after), fewer]


def _growth(before, after, few, many):
    times, logs = CHILDREN ** (many - few), many / few
    end = f"from {CHILDREN**few} to {CHILDREN**many} classes"
    growth = {name: (after[name], before[name]) for name in after}
    slow = {
        "Deng": "Deng's training operations grow no faster than log K",
        "Deng, not given up": "those of samples not given up grow no faster than log K, too",
    }
    printed = f"section 4.4: O(m D Q log K): ×{logs:.2f}"
    listed = [claim.ratio(f"{end}, {text}", *growth[name], 0, logs, printed=printed) for name, text in slow.items()]
    text = f"{end}, Bengio's with one-vs-all grow at least half as much as K"
    printed = f"section 3: O(m D K): ×{times}"
    return [*listed, claim.ratio(text, *growth["Bengio, with one-vs-all"], times / 2, np.inf, printed=printed)]


def _comparisons(after):
    alone = after["Bengio, tree alone"]
    text = "Deng's tree is cheaper to train than Bengio's, one-vs-all left out, at the most classes"
    return [
        claim.greater(text, alone, after["Deng"], printed="table 1: 259 to 321, 104 to 193, 50 to 250"),
        claim.greater("so it is when samples given up are left out", alone, after["Deng, not given up"]),
    ]


def _row(results, depth, name, method):
    records = results.records(trial(method, depth))
    row = {"classes": CHILDREN**depth, "tree": f"T{CHILDREN},{depth}", "method": name}
    if reason := failure(records):
        return row | {"accuracy, %": reason}
    row["accuracy, %"] = statistics.spread(base.accuracy(records))
    columns = {"training operations": "training", "not given up": "kept", "additions made": "additions"}
    columns |= {"before the tree": "structure", "dot products, test": "test"}
    return row | {column: statistics.spread(costs.cost(records, key)) for column, key in columns.items()}
