"""Label trees beside those of napkinXC: accuracy against the time of prediction.

    LabelTree            Deng et al. (2011), as it comes, and at the best of a grid; then with several paths a sample
    ConfusionLabelTree   Bengio, Weston & Grangier (2010), at the best of a grid, likewise
    HSM, PLT             hierarchical softmax and probabilistic label tree of napkinXC, where it is installed, at the
                         best of a grid; PLT also with beams

Clean labels, 64 features: 1,000 classes of 40 training samples each, and 6,000 of ten. The grids stand below; the best
is that on validation samples, without beams. `loss at depth` is the local loss of the greedy descent (Deng et al. 2011,
equation 1), and `dropped` its part due to classes that no child holds: the rest was sent to another child. Times
are CPU times of one thread: `train s` of the chosen fit, `predict µs` of each sample more, once the model is in memory,
the median over rounds made in turns.

    OPENBLAS_NUM_THREADS=1 python benchmarks/tree_accuracy.py [--rounds 3] [--out tree_accuracy.csv]
"""

import argparse
import time
from importlib.util import find_spec
from itertools import product

import numpy as np
import pandas as pd

from manyclass.datasets.feature_vectors import FeatureVectors
from manyclass.methods.base.trees.nodes import NONE
from manyclass.methods.confusion_label_tree import ConfusionLabelTree
from manyclass.methods.label_tree import LabelTree
from manyclass.peers.napkinxc_hsm import HierarchicalSoftmax
from manyclass.peers.napkinxc_plt import ProbabilisticLabelTree

FEATURES = 64
SETS = [(1000, 40_000), (6000, 60_000)]  # classes, training samples
BEAMS = (1, 2, 4, 8, 16)
NARROW = 8  # children of a node, ours and theirs by default; the other shape has √G


def wide(n_classes):
    """√G, rounded up."""
    return int(np.ceil(np.sqrt(n_classes)))


def label_trees(n_classes):
    """T rounds and as many passes at the leaves; δ as a multiple of a split without overlap."""
    shapes = [(NARROW, None), (wide(n_classes), 2)]
    for (children, depth), step, rounds, slack in product(shapes, (0.3, 1.0), (3, 10, 30), (1.25, 2.5, 5.0)):
        passes = {"rounds": rounds, "leaf_passes": rounds}
        yield LabelTree(children, depth, step=step, max_ambiguity=slack / children, random_state=0, **passes)


def confusion_trees(n_classes):
    """Of the wide shape only: one-vs-all takes most of the time."""
    for step in (0.3, 1.0):
        yield ConfusionLabelTree(wide(n_classes), 2, step=step, max_iter=10, random_state=0)


def peers(cls, n_classes):
    """The C of LIBLINEAR about 10, the library's own."""
    for children, C in product((NARROW, wide(n_classes)), (3.0, 10.0, 30.0)):
        yield cls(children=children, C=C, random_state=0)


def samples(n_classes, train, seed=0):
    """(X, y) of training, validation and test samples."""
    split = FeatureVectors(n_classes, FEATURES, train=train, valid=5000, test=10_000).split(seed)
    return [(np.asarray(part.X), part.Y.indices) for part in (split.train, split.valid, split.test)]


def cpu_seconds(call):
    """CPU seconds of ``call()``."""
    start = time.process_time()
    call()
    return time.process_time() - start


def best(estimators, train, valid):
    """The estimator that is best on validation, trained, and the CPU seconds that took."""
    fits = []
    for each in estimators:
        seconds = cpu_seconds(lambda each=each: each.fit(*train))
        fits.append((each.score(*valid), seconds, each))
    _, seconds, chosen = max(fits, key=lambda fit: fit[0])
    return chosen, seconds


def contestants(n_classes, train, valid):
    """(name, trained estimator, seconds of training, beams) of each."""
    LabelTree(random_state=0).fit(*(part[: 3 * n_classes] for part in train))  # compiles
    default = LabelTree(random_state=0)
    yield "LabelTree, as it comes", default, cpu_seconds(lambda: default.fit(*train)), (1,)
    yield "LabelTree", *best(label_trees(n_classes), train, valid), BEAMS
    yield "ConfusionLabelTree", *best(confusion_trees(n_classes), train, valid), BEAMS
    if find_spec("napkinxc"):
        yield "napkinXC HSM", *best(peers(HierarchicalSoftmax, n_classes), train, valid), (None,)
        yield "napkinXC PLT", *best(peers(ProbabilisticLabelTree, n_classes), train, valid), (1, 4, 16, None)


def losses(model, X, y):
    """Local loss at each depth, and its part due to classes that no child holds: two lists."""
    tree, paths, loss = model.tree_, model.paths(X), model.local_measures(X, y)[0]
    right, dropped = np.ones(len(y), bool), []
    for here, below in zip(paths.T[:-1], paths.T[1:]):
        parents, before = np.where(below == NONE, 0, here), right.sum()
        held = np.zeros(len(y), bool)
        for v in np.unique(parents):
            held[parents == v] = (tree.partition(v).sum(axis=0) > 0)[y[parents == v]]
        moved = below != NONE
        dropped.append((right & moved & ~held).sum() / before)
        right &= ~moved | (np.asarray(tree.labels[np.maximum(below, 0), y]).ravel() > 0)
    return loss, np.array(dropped)


def described(model):
    """The parameters that were chosen from, in words."""
    names = {"children": "Q", "step": "η", "rounds": "T", "max_ambiguity": "δ", "C": "C"}
    given = model.get_params()
    return ", ".join(f"{sign} {given[name]:.3g}" for name, sign in names.items() if given.get(name) is not None)


def rows_of(n_classes, name, model, seconds, beams, X, y):
    """A line of the table for each beam, without the time of prediction, and what is to be timed."""
    tree = hasattr(model, "tree_")
    for beam in beams:
        settings = {"beam": beam} if "beam" in model.get_params() else {}
        right = float(np.mean(model.set_params(**settings).predict(X) == y))
        row = {"classes": n_classes, "method": name, "chosen": described(model), "beam": beam or "exact"}
        row |= {"train s": seconds, "predict µs": np.nan, "dots": model.test_operations(X) if tree else np.nan}
        shares = losses(model, X, y) if tree and beam == 1 else ([], [])
        at_depth, dropped = (" ".join(f"{share:.2f}" for share in each) for each in shares)
        row |= {"accuracy": right, "loss at depth": at_depth, "dropped": dropped}
        yield row, lambda some, settings=settings: model.set_params(**settings).predict(some)


def lines(n_classes, n_train, rounds):
    """The table's lines for one set."""
    train, valid, (X, y) = samples(n_classes, n_train)
    found = [pair for each in contestants(n_classes, train, valid) for pair in rows_of(n_classes, *each, X, y)]
    times = [[seconds_beyond_one(predict, X) for _, predict in found] for _ in range(rounds)]
    for (row, _), seconds in zip(found, np.median(times, axis=0)):
        yield row | {"predict µs": 1e6 * seconds / (len(y) - 1)}


def seconds_beyond_one(predict, X):
    """CPU seconds that all rows but one take: without those of loading a model."""
    return cpu_seconds(lambda: predict(X)) - cpu_seconds(lambda: predict(X[:1]))


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", help="write the table as CSV here")
    arguments = parser.parse_args()
    table = pd.DataFrame([line for each in SETS for line in lines(*each, arguments.rounds)])
    print(table.to_string(index=False, na_rep="", float_format=lambda x: f"{x:.3g}"))
    if arguments.out:
        table.to_csv(arguments.out, index=False, float_format="%.4g")


if __name__ == "__main__":
    main()
