"""Scaling: what training and prediction cost as the number of classes grows (ours, and printed).

Trees with four children a node and as many leaves as classes, K = 4^H. Left: vector operations per training sample as
the document counts them (section 5). Learnt together, splits and weights cost ~ Q log K; one-vs-all, and a tree that
begins with it, cost ~ K. "Tree alone" leaves one-vs-all out, as the document's table 1 does. Part of what makes Deng's
tree cheap are samples given up on the way, which cost nothing further down: "not given up" counts the others only.
Right: dot products per test sample. Mean and 95 % interval over draws, † where a chosen value is the last that was
tried. Source: Deng, Satheesh, Berg and Fei-Fei 2011, sections 3, 4.4 and 5.
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
PASSES = {DENG: 1, BENGIO: 2}
STATEMENTS = "cost-log-k", "cost-log-k-kept", "structure-cost-k", "test-cost-log-k", "training-cost", "cost-kept"


def depths(config) -> tuple[int, ...]:
    """H of the trees."""
    return DEPTHS[config.get("scale", "standard")]


def trial(method, depth):
    """Declare the trial of T_{4,H} on 4^H classes."""
    fixed = {"children": CHILDREN, "depth": depth}
    return Trial(_set(depth), method, "four_children", fixed, passes=PASSES[method], halving=False)


def trials(config):
    """Both methods at every number of classes."""
    return [trial(method, depth) for depth in depths(config) for method in PASSES]


def training(results, depth) -> dict[str, np.ndarray]:
    """Vector operations per training sample, float64 (seeds,), by what is counted."""
    deng, bengio = (results.records(trial(method, depth)) for method in PASSES)
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
    marks = [_mark(results, method) for method in (BENGIO, DENG)]
    for ax, measure, label, per_class in zip(axes, (training, prediction), labels, (2, 1)):
        by_depth = [measure(results, depth) for depth in depths(results.config)]
        bands = {name: statistics.band(at[name] for at in by_depth) if name in by_depth[0] else None for name in CURVES}
        curves.draw(ax, {name + marks[name.startswith("Deng")]: band for name, band in bands.items()}, counts)
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
    products = [prediction(results, depth)["Deng"] for depth in (many, few)]
    return [*_growth(few, many, before, after, products), *_comparisons(many, after)]


def _growth(few, many, before, after, products):
    times, logs = CHILDREN ** (many - few), many / few
    end, on = f"from {CHILDREN**few} to {CHILDREN**many} classes", [_set(few), _set(many)]
    (deng, kept, _, whole), (deng_before, kept_before, _, whole_before) = after.values(), before.values()
    text = f"{end}, Deng's training operations grow by less than log K"
    says = {"on": on, "printed": f"O(m D Q log K): ×{logs:.2f}", "printed_value": logs}
    listed = [claim.ratio("cost-log-k", text, deng, deng_before, 0, logs, **says)]
    text = f"{end}, those of the samples not given up do, too"
    listed.append(claim.ratio("cost-log-k-kept", text, kept, kept_before, 0, logs, on=on))
    text = f"{end}, Bengio's with one-vs-all grow at least half as much as K"
    says = {"on": on, "printed": f"O(m D K): ×{times}", "printed_value": times}
    listed.append(claim.ratio("structure-cost-k", text, whole, whole_before, times / 2, np.inf, **says))
    text = f"{end}, the dot products of a test sample grow by less than log K"
    says = {"on": on, "printed": f"O(D log K): ×{logs:.2f}", "printed_value": logs}
    return [*listed, claim.ratio("test-cost-log-k", text, *products, 0, logs, **says)]


def _comparisons(many, after):
    deng, kept, alone, _ = after.values()
    what, on = f"T{CHILDREN},{many} on {CHILDREN**many} classes", _set(many)
    cheaper = f"{what}: Deng's tree costs less to train, Bengio's one-vs-all left out"
    also = f"{what}: so it does over the samples not given up"
    return [
        claim.ratio("training-cost", cheaper, alone, deng, 1, np.inf, on=on, printed="ratios from 1.24 to 4.98"),
        claim.ratio("cost-kept", also, alone, kept, 1, np.inf, on=on),
    ]


def _mark(results, method):
    every = (trial(method, depth) for depth in depths(results.config))
    return max(base.edge_mark(results.records(each)) for each in every)


def _set(depth):
    return f"{SET}-{CHILDREN**depth}"


def _row(results, depth, name, method):
    records = results.records(trial(method, depth))
    row = {"classes": CHILDREN**depth, "tree": f"T{CHILDREN},{depth}", "method": name}
    row["accuracy, %"] = base.cell(results, trial(method, depth))
    if failure(records):
        return row
    columns = {"training operations": "training", "not given up": "kept", "additions made": "additions"}
    columns |= {"before the tree": "structure", "dot products, test": "test"}
    return row | {column: statistics.spread(costs.cost(records, key)) for column, key in columns.items()}
