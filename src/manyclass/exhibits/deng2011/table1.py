"""Table 1: label trees learnt node by node against those of a confusion matrix: accuracy, training cost, speedup.

T_{Q,H} has Q children a node and leaves at depth H; "Deng" learns splits and weights together, "Bengio" splits by the
confusions of one-vs-all classifiers. Training cost: vector operations per training sample as the document counts
them, for Bengio without the one-vs-all pass ("first"), 2 K more. A sample whose class Deng's tree has given up costs
nothing further down; "not given up" counts the others only. Speedup: classes per dot product of a test sample. Beside
the counts, wall time on one core, medians over seeds: of training, for Bengio with the one-vs-all pass, and of one
prediction when all test samples are predicted at once. Deng's cap on the ambiguity is that of the root of Bengio's
tree, as in the document. The lead in accuracy holds with a fifth of the labels wrong and with right ones, with few and
with many samples to decide the structure on; deng2011/causes shows what it is due to and where it shrinks. Beside them
a public tree, where it is installed: the hierarchical softmax of napkinXC with as many children a node, which groups
classes by balanced k-means and trains nodes by LIBLINEAR (C chosen on validation); it counts no operations. Mean ±
deviation over seeds; the document's trees are of other data. Source: Deng, Satheesh, Berg and Fei-Fei 2011, table 1.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs as trees
from manyclass.exhibits.deng2011 import trials as _deng
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim

# By place in the list of a set's shapes: accuracy, training cost, speedup of Deng and of Bengio.
THOUSAND = (((11.9, 259, 10.3), (8.33, 321, 10.3)), ((8.92, 104, 18.2), (5.99, 193, 15.2)))
THOUSAND += (((5.62, 50.2, 31.3), (5.88, 250, 9.32)),)
PRINTED = {_deng.DENSE: THOUSAND, _deng.SPARSE: THOUSAND, _deng.MORE: (((3.4, 685, 32.4), (2.7, 1191, 32.4)),)}
TREES = ("T32,2", "T10,3", "T6,4")


def cells(config) -> list[tuple]:
    """Set, shape, the document's tree and its numbers, tree by tree."""
    found = []
    for dataset, printed in PRINTED.items():
        names = ("T101,2",) if dataset == _deng.MORE else TREES
        found += [(dataset, *each) for each in zip(_deng.shapes(config, dataset), names, printed)]
    return found


def trials(config):
    """Both methods and the public tree on every set in every shape."""
    both = (_deng.pair, _deng.peers)
    return [trial for dataset, shape, *_ in cells(config) for each in both for trial in each(config, shape, dataset)]


def table(results):
    """One row a set, shape and method; of the public tree's, too."""
    import pandas as pd

    rows = []
    for dataset, shape, tree, printed in cells(results.config):
        for trial, numbers in zip(_deng.pair(results.config, shape, dataset), printed):
            rows.append(_row(results, dataset, shape, tree, trial, numbers))
        rows.append(_peer_row(results, dataset, shape))
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims, shape by shape: as accurate or more, cheaper to train, as fast."""
    return [claim for cell in cells(results.config) for claim in _claims(results, *cell)]


def _claims(results, dataset, shape, tree, printed):
    deng, bengio = (results.records(trial) for trial in _deng.pair(results.config, shape, dataset))
    what, says = (
        f"{dataset}, {_deng.name(shape)}",
        [f"{tree}: {ours:g} to {theirs:g}" for ours, theirs in zip(*printed)],
    )
    costs = trees.cost(bengio, "training"), trees.cost(deng, "training")
    speeds = trees.speedup(deng, 1), trees.speedup(bengio, 1)
    return [
        claim.greater(
            f"{what}: Deng's tree is the more accurate", *map(_deng.accuracy, (deng, bengio)), printed=says[0]
        ),
        claim.ratio(f"{what}: it costs less to train, one-vs-all left out", *costs, 1, np.inf, printed=says[1]),
        claim.ratio(f"{what}: it is as fast at test, at least 95 %", *speeds, 0.95, np.inf, printed=says[2]),
    ]


def _row(results, dataset, shape, tree, trial, printed):
    from manyclass.report.tables import Exact

    row = {"data set": dataset, "tree": _deng.name(shape), "method": _deng.NAMES[trial.method]}
    columns = ("printed: accuracy, %", "printed: cost", "printed: speedup")
    digits = (each if isinstance(each, int) else Exact(each) for each in printed)
    row |= {"printed: tree": tree, **dict(zip(columns, digits))}
    records = results.records(trial)
    if hole := stored.hole(records):
        return row | {"accuracy, %": hole}
    chosen, card = base.repeated(results, trial), results.card(dataset)
    return row | {
        "accuracy, %": statistics.spread(100 * chosen.values()),
        "cost": statistics.spread(trees.cost(records, "training")),
        "not given up": statistics.spread(trees.cost(records, "kept")),
        "first": statistics.spread(trees.cost(records, "structure")),
        "speedup": statistics.spread(trees.speedup(records, card["classes"])),
        "training, s": trees.training(records),
        "prediction, µs": trees.prediction(records, card["test"]),
    }


def _peer_row(results, dataset, shape):
    row = {"data set": dataset, "tree": _deng.name(shape), "method": "napkinXC"}
    found = _deng.peers(results.config, shape, dataset)
    if not found:
        return row | {"accuracy, %": "not installed"}
    records = results.records(found[0])
    if hole := stored.hole(records):
        return row | {"accuracy, %": hole}
    return row | {"accuracy, %": statistics.spread(_deng.accuracy(records)), "training, s": trees.training(records)}
