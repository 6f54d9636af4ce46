"""One fit, or one prediction, on one thread and on two: how much sooner it is done, with the same result to the byte.

    Wsabie++    three passes at the size of its document, as in training.py
    training    of the others, for a few passes on 20,000 samples of 1,000 classes and 256 features
    prediction  of the training samples

Times are those on the clock, as CPU times cannot show it; other work on the machine disturbs them.

    OPENBLAS_NUM_THREADS=1 python benchmarks/cores.py [--rounds 3] [--jobs 2] [--out cores.csv]
"""

import warnings
from functools import partial

import numpy as np
from script import options, show
from sklearn.exceptions import ConvergenceWarning
from timing import in_turns, wall_seconds
from training import document
from training import samples as samples_of_document

from manyclass.methods.label_tree import LabelTree
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.softmax_regression import SoftmaxRegression
from manyclass.methods.topk_svm import TopKSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest

# Classes, features, samples.
MIDDLE, QUICK = (1_000, 256, 20_000), (40, 16, 400)
TRAINED = {
    "OneVsRestSVM": partial(OneVsRestSVM, balance=16, max_iter=5),
    "WeightedOneVsRest": partial(WeightedOneVsRest, balance=16.0, max_iter=5),
    "TopKSVM": partial(TopKSVM, tol=0.0, max_iter=5),
    "SoftmaxRegression": partial(SoftmaxRegression, solver="lbfgs", penalty=1e-4, max_iter=5),
    "LabelTree": partial(LabelTree, children=32),
}


def samples(n_classes, features, n):
    """X float32 (n, d) around class means, and y (n,), as many of each class as of the others."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % n_classes
    means = rng.standard_normal((n_classes, features), np.float32)
    return means[y] + rng.standard_normal((n, features), np.float32), y


def measure(work, size, calls, result, rounds) -> dict:
    """A line: seconds of both calls, by their number of threads, and whether ``result`` of them is the same."""
    times = in_turns(calls, rounds, wall_seconds)
    one, many = times.columns
    found = [result(jobs) for jobs in calls]
    if any(a.tobytes() != b.tobytes() for a, b in zip(*found, strict=True)):
        raise AssertionError(f"{work} gives another result on {many} threads than on one")
    line = {"work": work, "(G, d, n)": str(size), "threads": many}
    line |= {"one thread s": times[one].median(), "threads s": times[many].median()}
    return line | {"sooner": (times[one] / times[many]).median(), "same bytes": "yes"}


def training(name, make, X, y, jobs, rounds):
    """Lines of the training of one method, and of prediction by what it gives."""
    size = int(y.max()) + 1, X.shape[1], len(X)
    models = {each: make(n_jobs=each) for each in (1, jobs)}
    for model in models.values():
        model.fit(X, y).predict(X)  # compiles
    calls = {each: partial(model.fit, X, y) for each, model in models.items()}
    yield measure(f"{name}, training", size, calls, lambda each: models[each]._arrays(), rounds)
    calls = {each: partial(model.predict, X) for each, model in models.items()}
    yield measure(f"{name}, prediction", size, calls, lambda each: [models[each].predict(X)], rounds)


def main():
    """Print the table."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--jobs", type=int, default=2, help="threads that are compared with one")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # a few passes do
    common = samples(*(QUICK if arguments.quick else MIDDLE))
    works = [(name, partial(make, random_state=0), *common) for name, make in TRAINED.items()]
    works.insert(0, ("WsabiePP", partial(document, max_iter=3), *samples_of_document(arguments.quick)))
    show([line for work in works for line in training(*work, arguments.jobs, arguments.rounds)], arguments.out)


if __name__ == "__main__":
    main()
