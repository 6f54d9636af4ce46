"""Linear classifiers against those of other libraries, at equal accuracy.

For every peer its accuracy and the CPU time of its training, and for every method of ours the CPU time until it has
that accuracy; `equal_accuracy.py` says how parameters are chosen, and what is not installed is left out. The peers are

    one-vs-rest   SGDClassifier, averaged or not, LinearSVC, LIBLINEAR, Vowpal Wabbit's oaa
    all classes   LinearSVC and LIBLINEAR by Crammer and Singer's loss, LogisticRegression by lbfgs, Vowpal Wabbit's ect

with their libraries' own tolerances. Vowpal Wabbit reads its binary cache, and LIBLINEAR has its copy of the samples,
before the clock runs. What takes minutes a fit is left out: for 1,000 classes LinearSVC, and LIBLINEAR's one-vs-rest.

    OPENBLAS_NUM_THREADS=1 python benchmarks/linear.py [--data FOLDER] [--rounds 3] [--out linear.csv]
"""

import sys
import warnings
from functools import partial

from corpora import SETS, corpora
from equal_accuracy import Contestant, chosen, compared, curves, fits
from peers import installed
from peers.liblinear_official import CRAMMER_SINGER, SQUARED_HINGE, Liblinear
from peers.vowpal_wabbit import VowpalWabbit
from script import options, show
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.svm import LinearSVC

from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.topk_svm import TopKSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest

CORPORA = ["letter", "CLINC150 tf-idf", "CLINC150 unigrams", "100 × 64", "1,000 × 64"]
MOST_PASSES = 40
MINUTES = [(peer, "1,000 × 64") for peer in ("LinearSVC", "LIBLINEAR", "LinearSVC Crammer-Singer")]

sgd = partial(SGDClassifier, loss="hinge", tol=None, random_state=0)
crammer_singer = partial(LinearSVC, multi_class="crammer_singer", random_state=0)
oaa = partial(VowpalWabbit, "oaa", "--loss_function hinge")
VW = {"passes": [2, 8], "learning_rate": [0.5, 2.0]}
PEERS = {
    "one-vs-rest": [
        Contestant("SGDClassifier", sgd, {"alpha": [1e-5, 1e-4], "max_iter": [5]}),
        Contestant("SGDClassifier averaged", partial(sgd, average=True), {"alpha": [1e-5, 1e-4], "max_iter": [5]}),
        Contestant("LinearSVC", partial(LinearSVC, random_state=0), {"C": [0.1, 1.0]}),
        Contestant("LIBLINEAR", partial(Liblinear, SQUARED_HINGE), {"C": [0.1, 1.0]}, "liblinear"),
        Contestant("Vowpal Wabbit oaa", oaa, VW, "vowpalwabbit"),
    ],
    "all classes": [
        Contestant("LinearSVC Crammer-Singer", crammer_singer, {"C": [0.1, 1.0]}),
        Contestant("LIBLINEAR Crammer-Singer", partial(Liblinear, CRAMMER_SINGER), {"C": [0.1, 1.0]}, "liblinear"),
        Contestant("LogisticRegression", LogisticRegression, {"C": [1.0, 10.0]}),
        Contestant("Vowpal Wabbit ect", partial(VowpalWabbit, "ect"), VW, "vowpalwabbit"),
    ],
}
one_vs_rest = partial(OneVsRestSVM, margin=0.3, radius=3.0, initial="zeros", random_state=0)
OURS = {
    "one-vs-rest": [
        Contestant("OneVsRestSVM", one_vs_rest, {"average": [True], "step": [0.1, 0.3], "balance": [16, None]}),
        Contestant(
            "WeightedOneVsRest",
            partial(WeightedOneVsRest, random_state=0),
            {"average": [True], "step": [0.03, 0.1, 0.5, 1.0], "balance": [4, 16, None]},
        ),
    ],
    "all classes": [
        Contestant("TopKSVM", partial(TopKSVM, random_state=0), {"C": [0.03, 0.1, 1.0]}),
        Contestant(
            "MulticlassSVM",
            partial(MulticlassSVM, random_state=0),
            {"average": [False, True], "step": [0.03, 0.1, 0.3]},
        ),
    ],
}


def compare(corpus, peers, most_passes, rounds):
    """Lines of the table for one set, against peers by their kind."""
    kinds = {each.name: kind for kind, some in OURS.items() for each in some}
    trained = {each.name: curves(each, corpus, most_passes) for some in OURS.values() for each in some}
    for kind, some in peers.items():
        for peer in some:
            if (peer.name, corpus.name) in MINUTES:
                continue
            for line in compared(corpus, trained, chosen(fits(peer, corpus)), rounds):
                yield {"set": corpus.name, "kind": kind, "peer": peer.name} | line | {"our kind": kinds[line["ours"]]}


def main():
    """Print the table."""
    parser = options(__doc__, rounds=3, data=True)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=CORPORA)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # accuracy is measured, not the optimum
    peers = {kind: installed(some) for kind, some in PEERS.items()}
    most_passes, lines = 2 if arguments.quick else MOST_PASSES, []
    for corpus in corpora(arguments.sets, arguments.data, arguments.quick):
        print(f"{corpus.name} ...", file=sys.stderr)
        lines += compare(corpus, peers, most_passes, arguments.rounds)
    show(lines, arguments.out)


if __name__ == "__main__":
    main()
