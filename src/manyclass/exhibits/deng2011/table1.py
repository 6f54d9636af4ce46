"""Table 1: label trees learnt node by node against those of a confusion matrix: accuracy, training cost, speedup.

T_{Q,H} has Q children a node and leaves at depth H; "Deng" learns splits and weights together, "Bengio" splits by the
confusions of one-vs-all classifiers. Training cost: vector operations per training sample as the document counts
them, for Bengio without the one-vs-all pass ("first"), 2 K more. A sample whose class Deng's tree has given up costs
nothing further down; "not given up" counts the others only. Speedup: classes per dot product of a test sample; seconds
are in deng2011/table1_time. Deng's cap on the ambiguity is that of the root of Bengio's tree, as in the document.
deng2011/causes varies what the lead in accuracy may be due to. Beside them a public tree, where it is installed: the
hierarchical softmax of napkinXC with as many children a node, which groups classes by balanced k-means and trains nodes
by LIBLINEAR (C chosen on validation); it counts no operations. Mean ± deviation over seeds; the document's trees are of
other data. Source: Deng, Satheesh, Berg and Fei-Fei 2011, table 1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.exhibits.deng2011.trials import DENSE, MORE, NAMES, SPARSE, pair, peers, shapes, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report.tables import Exact

# By place in the list of a set's shapes: accuracy, training cost, speedup of Deng and of Bengio.
THOUSAND = (((11.9, 259, 10.3), (8.33, 321, 10.3)), ((8.92, 104, 18.2), (5.99, 193, 15.2)))
THOUSAND += (((5.62, 50.2, 31.3), (5.88, 250, 9.32)),)
PRINTED = {DENSE: THOUSAND, SPARSE: THOUSAND, MORE: (((3.4, 685, 32.4), (2.7, 1191, 32.4)),)}
TREES = ("T32,2", "T10,3", "T6,4")


def trees(config) -> list[tuple]:
    """Set, shape, the document's tree and its numbers, tree by tree."""
    listed = []
    for dataset, printed in PRINTED.items():
        names = ("T101,2",) if dataset == MORE else TREES
        listed += [(dataset, *tree) for tree in zip(shapes(config, dataset), names, printed)]
    return listed


def trials(config):
    """Both methods and the public tree on every set in every shape."""
    return [
        trial for dataset, shape, *_ in trees(config) for declare in (pair, peers) for trial in declare(shape, dataset)
    ]


def table(results):
    """One row a set, shape and method; of the public tree's, too."""
    rows = []
    for dataset, shape, tree, printed in trees(results.config):
        for trial, numbers in zip(pair(shape, dataset), printed):
            rows.append(_row(results, dataset, shape, tree, trial, numbers))
        rows.append(_peer_row(results, dataset, shape))
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims, shape by shape: as accurate or more, cheaper to train, as fast."""
    return [listed for tree in trees(results.config) for listed in _claims(results, *tree)]


def _claims(results, dataset, shape, tree, printed):
    deng, bengio = (results.records(trial) for trial in pair(shape, dataset))
    what = f"{dataset}, {tree_name(shape)}"
    says = [f"{tree}: {ours:g} to {theirs:g}" for ours, theirs in zip(*printed)]
    accuracies = base.accuracy(deng), base.accuracy(bengio)
    training = costs.cost(bengio, "training"), costs.cost(deng, "training")
    speeds = costs.speedup(deng, 1), costs.speedup(bengio, 1)
    return [
        claim.greater(f"{what}: Deng's tree is the more accurate", *accuracies, printed=says[0]),
        claim.ratio(f"{what}: it costs less to train, one-vs-all left out", *training, 1, np.inf, printed=says[1]),
        claim.ratio(f"{what}: it is as fast at test, at least 95 %", *speeds, 0.95, np.inf, printed=says[2]),
    ]


def _row(results, dataset, shape, tree, trial, printed):
    row = {"data set": dataset, "tree": tree_name(shape), "method": NAMES[trial.method]}
    columns = ("printed: accuracy, %", "printed: cost", "printed: speedup")
    digits = (number if isinstance(number, int) else Exact(number) for number in printed)
    row |= {"printed: tree": tree, **dict(zip(columns, digits))}
    records = results.records(trial)
    if reason := failure(records):
        return row | {"accuracy, %": reason}
    chosen, n_classes = base.repeated(results, trial), results.card(dataset)["classes"]
    return row | {
        "accuracy, %": statistics.spread(100 * chosen.values()),
        "cost": statistics.spread(costs.cost(records, "training")),
        "not given up": statistics.spread(costs.cost(records, "kept")),
        "first": statistics.spread(costs.cost(records, "structure")),
        "speedup": statistics.spread(costs.speedup(records, n_classes)),
    }


def _peer_row(results, dataset, shape):
    row = {"data set": dataset, "tree": tree_name(shape), "method": "napkinXC"}
    declared = peers(shape, dataset)
    if not declared:
        return row | {"accuracy, %": "not installed"}
    records = results.records(declared[0])
    return row | {"accuracy, %": failure(records) or statistics.spread(base.accuracy(records))}
