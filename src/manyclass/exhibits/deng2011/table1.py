"""Table 1: label trees learnt node by node against those of a confusion matrix: accuracy, training cost, speedup.

T_{Q,H} has Q children a node and leaves at depth H; "Deng" learns splits and weights together, "Bengio" splits by the
confusions of one-vs-all classifiers. Training cost: vector operations per training sample as the document counts them,
for Bengio without the one-vs-all pass ("first"), 2 K more. A sample whose class Deng's tree has given up costs nothing
further down; "not given up" counts the others only. Speedup: classes per dot product of a test sample; seconds are in
deng2011/table1_time. Deng's cap on the ambiguity is that of the root of Bengio's tree, as in the document.
deng2011/causes varies what the lead in accuracy may be due to; imagenet16k was made with nothing of label trees in
view. Below, what is not of the document: flat one-vs-rest, logistic or softmax regression and linear discriminant
analysis (LDA), one dot product a class, and the public trees of napkinXC, which group classes by balanced k-means and
train nodes by LIBLINEAR, also with Parabel's settings; they count no operations. All are tuned on validation. Mean over
draws ± half of its 95 % interval, † where a chosen value is the last that was tried. The document's trees are of other
data. Source: Deng, Satheesh, Berg and Fei-Fei 2011, table 1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.exhibits.deng2011.trials import DENSE, MORE, NAMES, OTHER, SPARSE, beside, pair, shapes, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report.tables import Exact

# By place in the list of a set's shapes: accuracy, training cost, speedup of Deng and of Bengio.
THOUSAND = (((11.9, 259, 10.3), (8.33, 321, 10.3)), ((8.92, 104, 18.2), (5.99, 193, 15.2)))
THOUSAND += (((5.62, 50.2, 31.3), (5.88, 250, 9.32)),)
PRINTED = {DENSE: THOUSAND, OTHER: THOUSAND, SPARSE: THOUSAND, MORE: (((3.4, 685, 32.4), (2.7, 1191, 32.4)),)}
TREES = ("T32,2", "T10,3", "T6,4")
ACCURACY = {tree: f"accuracy-{tree.lower().replace(',', '-')}" for tree in (*TREES, "T101,2")}
STATEMENTS = (
    *ACCURACY.values(),
    "accuracy-all",
    "training-cost",
    "cost-kept",
    "speedup",
    "speedup-better",
    "deep-trees-faster",
    "bengio-deep-slow",
)
FASTER = ("T10,3", "T6,4")  # the trees that the document has faster at test than Bengio's; the others are printed alike
ALIKE = "T6,4"  # the tree on which the document's accuracies are alike, Bengio's the higher


def trees(config) -> list[tuple]:
    """Set, shape, the document's tree and its numbers, tree by tree."""
    listed = []
    for dataset, printed in PRINTED.items():
        names = ("T101,2",) if dataset == MORE else TREES
        listed += [(dataset, *tree) for tree in zip(shapes(config, dataset), names, printed)]
    return listed


def trials(config):
    """Both methods on every set in every shape, and the baselines of every set."""
    grown = [trial for dataset, shape, *_ in trees(config) for trial in pair(shape, dataset)]
    return [*grown, *(trial for dataset in PRINTED for trial in beside(config, dataset).values())]


def note(config) -> str:
    """What the caption adds where a baseline is missing."""
    return baselines.note()


def table(results):
    """One row a set, shape and method, then one a baseline of the set."""
    rows = []
    for dataset, shape, tree, printed in trees(results.config):
        for trial, numbers in zip(pair(shape, dataset), printed):
            rows.append(_row(results, dataset, shape, tree, trial, numbers))
    for dataset in PRINTED:
        for name, trial in beside(results.config, dataset).items():
            row = {"data set": dataset, "tree": "–", "method": name}
            rows.append(row | {"accuracy, %": base.cell(results, trial)})
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: tree by tree as accurate or more, cheaper to train, as fast; and what becomes of deep trees."""
    listed = []
    for tree in trees(results.config):
        listed += [*_accuracies(results, *tree), *_costs(results, *tree)]
    return [*listed, *(each for dataset in (DENSE, OTHER) for each in _depths(results, dataset))]


def _accuracies(results, dataset, shape, tree, printed):
    both = [base.accuracy(results.records(trial)) for trial in pair(shape, dataset)]
    what, (deng, bengio) = f"{dataset}, {tree_name(shape)}", (row[0] for row in printed)
    says = {"on": dataset, "printed": f"{tree}: {deng:g} to {bengio:g}"}
    if tree == ALIKE:
        text = f"{what}: the accuracies of the two trees are within a tenth of each other"
        order = claim.ratio(ACCURACY[tree], text, *both, 0.9, 1.1, printed_value=deng / bengio, **says)
    else:
        text = f"{what}: Deng's tree is the more accurate"
        order = claim.greater(ACCURACY[tree], text, *both, printed_value=deng - bengio, **says)
    text = f"{what}: Deng's tree has more than nine tenths of the accuracy of Bengio's"
    return [order, claim.ratio("accuracy-all", text, *both, 0.9, np.inf, printed_value=deng / bengio, **says)]


def _costs(results, dataset, shape, tree, printed):
    deng, bengio = (results.records(trial) for trial in pair(shape, dataset))
    (_, cost, speed), (_, cost_of_bengio, speed_of_bengio) = printed
    what, alone = f"{dataset}, {tree_name(shape)}", costs.cost(bengio, "training")
    cheaper = f"{what}: Deng's tree costs less to train, Bengio's one-vs-all left out"
    kept = f"{what}: so it does over the samples not given up"
    as_fast = f"{what}: Deng's tree is as fast at test, at least 95 %"
    says = {"printed": f"{tree}: {cost:g} to {cost_of_bengio:g}", "printed_value": cost_of_bengio / cost}
    says_speed = {"printed": f"{tree}: {speed:g} to {speed_of_bengio:g}", "printed_value": speed / speed_of_bengio}
    speeds = costs.speedup(deng, 1), costs.speedup(bengio, 1)
    listed = [
        claim.ratio("training-cost", cheaper, alone, costs.cost(deng, "training"), 1, np.inf, on=dataset, **says),
        claim.ratio("cost-kept", kept, alone, costs.cost(deng, "kept"), 1, np.inf, on=dataset),
        claim.ratio("speedup", as_fast, *speeds, 0.95, np.inf, on=dataset, **says_speed),
    ]
    if tree in FASTER:
        text = f"{what}: Deng's tree is the faster at test"
        listed.append(claim.ratio("speedup-better", text, *speeds, 1, np.inf, on=dataset, **says_speed))
    return listed


def _depths(results, dataset):
    """Speedups of the trees of a dense set, from the shallow to the deep, by method."""
    declared = shapes(results.config, dataset)
    of_shapes, names = [pair(shape, dataset) for shape in declared], [*map(tree_name, declared)]
    deng, bengio = ([costs.speedup(results.records(each), 1) for each in of_method] for of_method in zip(*of_shapes))
    says, says_of_bengio = zip(*((ours[2], theirs[2]) for ours, theirs in THOUSAND))
    listed = []
    for deep in (1, 2):
        text = f"{dataset}: Deng's {names[deep]} is faster at test than its {names[deep - 1]}"
        both, ends = (deng[deep], deng[deep - 1]), (says[deep], says[deep - 1])
        listed.append(claim.ratio("deep-trees-faster", text, *both, 1, np.inf, on=dataset, **_ratio_of(*ends)))
    for shallow in (1, 0):
        text = f"{dataset}: Bengio's {names[2]} is no faster at test than its {names[shallow]}"
        both, ends = (bengio[2], bengio[shallow]), (says_of_bengio[2], says_of_bengio[shallow])
        listed.append(claim.ratio("bengio-deep-slow", text, *both, 0, 1, on=dataset, **_ratio_of(*ends)))
    return listed


def _ratio_of(a, b):
    """Two printed speedups, as a claim takes them."""
    return {"printed": f"{a:g} against {b:g}", "printed_value": a / b}


def _row(results, dataset, shape, tree, trial, printed):
    row = {"data set": dataset, "tree": tree_name(shape), "method": NAMES[trial.method]}
    columns = ("printed: accuracy, %", "printed: cost", "printed: speedup")
    digits = (number if isinstance(number, int) else Exact(number) for number in printed)
    row |= {"printed: tree": tree, **dict(zip(columns, digits))}
    records = results.records(trial)
    if reason := failure(records):
        return row | {"accuracy, %": reason}
    n_classes = results.card(dataset)["classes"]
    return row | {
        "accuracy, %": base.cell(results, trial),
        "cost": statistics.mean_interval(costs.cost(records, "training")),
        "not given up": statistics.mean_interval(costs.cost(records, "kept")),
        "first": statistics.mean_interval(costs.cost(records, "structure")),
        "speedup": statistics.mean_interval(costs.speedup(records, n_classes)),
    }
