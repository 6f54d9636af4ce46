"""How the time of a pass grows with the number of classes G, and with the number of samples n.

Generated feature vectors of 64 features; all else stays as it is: n = 32,000 where G grows, G = 1,000 where n does. A
pass is the mean of the first three, for the label tree its whole training; each measurement trains a new model. Methods
take turns. Times are CPU times of the one thread.

    OPENBLAS_NUM_THREADS=1 python benchmarks/growth.py [--rounds 3] [--out growth.csv]
"""

from functools import partial

from corpora import generated
from equal_accuracy import train
from script import options, show
from timing import in_turns

from manyclass.methods.label_tree import LabelTree
from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.softmax_regression import SoftmaxRegression
from manyclass.methods.topk_svm import TopKSVM
from manyclass.methods.warp_ranking import WarpRanking
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP

FEATURES, CLASSES, SAMPLES = 64, 1000, 32_000
ALONG = {
    "G": [(n_classes, SAMPLES) for n_classes in (250, 1_000, 4_000, 16_000)],
    "n": [(CLASSES, n) for n in (8_000, 16_000, 32_000, 64_000)],
}
QUICK = {"G": [(40, 400), (80, 400)], "n": [(40, 400), (40, 800)]}
PASSES = 3
METHODS = {
    "TopKSVM": partial(TopKSVM, tol=0.0),
    "SoftmaxRegression": partial(SoftmaxRegression, solver="lbfgs", penalty=1e-4),
    "MulticlassSVM": MulticlassSVM,
    "OneVsRestSVM": partial(OneVsRestSVM, balance=16),
    "WeightedOneVsRest": partial(WeightedOneVsRest, balance=16.0),
    "WsabiePP": partial(WsabiePP, last_violators=8, burn_in=1),
    "LabelTree": partial(LabelTree, children=32),
    "WarpRanking": WarpRanking,
    "Wsabie": Wsabie,
}


def passes(sizes, rounds: int):
    """CPU seconds of a pass of every method on a set of this size."""
    n_classes, n = sizes
    corpus = generated("", n_classes, FEATURES, n)
    for make in METHODS.values():
        train(make(random_state=0), corpus.small(), 1)  # compiles
    calls = {name: partial(train, make(random_state=0), corpus, PASSES) for name, make in METHODS.items()}
    return in_turns(calls, rounds).median() / [1 if name == "LabelTree" else PASSES for name in METHODS]


def main():
    """Print the table."""
    arguments = options(__doc__, rounds=3).parse_args()
    lines = []
    for along, sizes in (QUICK if arguments.quick else ALONG).items():
        times = {size: passes(size, arguments.rounds) for size in sizes}
        for name in METHODS:
            lines += [
                {"along": along, "classes": size[0], "samples": size[1], "method": name, "seconds": found[name]}
                for size, found in times.items()
            ]
    show(lines, arguments.out)


if __name__ == "__main__":
    main()
