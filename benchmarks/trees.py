"""Label trees against those of other libraries: training, prediction, accuracy.

    LabelTree            ours: Deng et al. (2011); a row for each ``beam``, the number of paths that prediction follows
    ConfusionLabelTree   ours: Bengio, Weston & Grangier (2010), likewise
    HSM, PLT             napkinXC's hierarchical softmax and its probabilistic label tree
    recall_tree          Vowpal Wabbit's logarithmic-time tree, one pass from its binary cache; that it predicts from
                         text is not timed
    TopKSVM              ours: no tree but a flat linear classifier, which scores every class, for comparison

Parameters are chosen by validation, from the grids below, for ours and for the peers. Times are CPU times, and the last
columns how many times as long HSM takes; each of its rounds trains and predicts with all, one after the other. Writing
a model to its folder and reading it is part of napkinXC's training.

    OPENBLAS_NUM_THREADS=1 python benchmarks/trees.py [--rounds 3] [--out trees.csv]
"""

import warnings
from functools import partial

import numpy as np
import pandas as pd
from corpora import SETS, corpora
from equal_accuracy import Contestant, accuracy, shown
from peers import installed
from peers.napkin_xc import NapkinXC
from peers.vowpal_wabbit import VowpalWabbit
from script import options, show
from sklearn.exceptions import ConvergenceWarning
from timing import cpu_seconds, timed

from manyclass.methods.confusion_label_tree import ConfusionLabelTree
from manyclass.methods.label_tree import LabelTree
from manyclass.methods.topk_svm import TopKSVM

CORPORA = ["1,000 × 64", "6,000 × 64"]
BEAMS = (1, 2, 4, 8, 16)
RULER = "napkinXC HSM"


def label_tree(children, slack, passes, step):
    """As many passes at the leaves as rounds; δ is ``slack`` times that of a split without overlap."""
    freedom = {"max_ambiguity": slack / children, "rounds": passes, "leaf_passes": passes}
    return LabelTree(children, step=step, random_state=0, **freedom)


def napkin_xc(kind, children, C):
    """A tree of so many children a node, and LIBLINEAR's C, 10 by default."""
    return NapkinXC(kind, arity=children, max_leaves=children, liblinear_c=C)


CHILDREN = [8, 32, 78]  # of the root; 32 and 78 are √G
GRID = {"children": CHILDREN, "C": [10.0]}
PEERS = [
    Contestant(RULER, partial(napkin_xc, "HSM"), GRID, "napkinxc"),
    Contestant("napkinXC PLT", partial(napkin_xc, "PLT"), GRID, "napkinxc"),
    Contestant(
        "Vowpal Wabbit recall_tree",
        partial(VowpalWabbit, "recall_tree"),
        {"passes": [1, 5], "learning_rate": [0.5, 2.0]},
        "vowpalwabbit",
    ),
]
OURS = [
    Contestant(
        "LabelTree",
        label_tree,
        {"children": CHILDREN, "slack": [1.25, 2.5, 5.0], "passes": [3, 10], "step": [0.3, 1.0]},
    ),
    Contestant(
        "ConfusionLabelTree",
        partial(ConfusionLabelTree, max_iter=10, random_state=0),
        {"children": CHILDREN[1:], "step": [0.3, 1.0]},
    ),
    Contestant("TopKSVM", partial(TopKSVM, max_iter=10, random_state=0), {"C": [0.01, 0.03, 0.1]}),
]


def best(contestant, corpus):
    """The candidate that is best on validation, and its parameters as the table has them."""
    models = [(contestant.make(**parameters), shown(parameters)) for parameters in contestant.candidates]
    for model, _ in models:
        if hasattr(model, "prepare"):
            model.prepare(*corpus.train)
    return max(models, key=lambda each: accuracy(each[0].fit(*corpus.train), corpus.valid))


def one_round(name, model, corpus) -> list[dict]:
    """A row, or several for the beams, with CPU seconds of training and of predicting the test samples."""
    training, rows = cpu_seconds(lambda: model.fit(*corpus.train)), []
    for beam in BEAMS if hasattr(model, "beam") else (None,):
        if beam:
            model.set_params(beam=beam)
        predicting, predicted = timed(lambda: model.predict(corpus.test.X))
        row = {"method": name, "beam": beam, "accuracy": np.mean(predicted == corpus.test.y), "training s": training}
        if not isinstance(model, VowpalWabbit):  # its Python package predicts from text
            row["prediction µs a sample"] = 1e6 * predicting / len(corpus.test.y)
        rows.append(row)
    return rows


def compare(corpus, contestants, rounds: int) -> pd.DataFrame:
    """The table of one set: medians over the rounds."""
    models = {each.name: best(each, corpus) for each in contestants}
    for name, (model, _) in models.items():
        if not hasattr(model, "prepare"):
            one_round(name, model, corpus.small())  # compiles
    measured = []
    for number in range(rounds):
        rows = [row for name, (model, _) in models.items() for row in one_round(name, model, corpus)]
        measured.append(pd.DataFrame(rows).assign(round=number))
        ruler = measured[-1].set_index("method").loc[RULER] if RULER in models else None
        for column in ("training s", "prediction µs a sample") if ruler is not None else ():
            measured[-1][f"HSM / it, {column.split()[0]}"] = ruler[column] / measured[-1][column]
    table = pd.concat(measured).groupby(["method", "beam"], dropna=False, sort=False, as_index=False).median()
    table.insert(0, "classes", corpus.n_classes)
    table.insert(2, "parameters", [models[name][1] for name in table["method"]])
    return table.drop(columns="round")


def main():
    """Print the table."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=CORPORA)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # ten epochs do
    contestants = OURS + installed(PEERS)
    tables = [
        compare(corpus, contestants, arguments.rounds) for corpus in corpora(arguments.sets, None, arguments.quick)
    ]
    show(pd.concat(tables), arguments.out)


if __name__ == "__main__":
    main()
