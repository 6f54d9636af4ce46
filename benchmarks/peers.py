"""One-vs-rest against the two linear classifiers of scikit-learn that users would take instead.

    a pass     `OneVsRestSVM` and `SGDClassifier` (hinge loss) over the same samples. scikit-learn's makes a
               binary step for every sample and class; ours for the sample's class and ``balance`` others:
               64, the default, and then all of them, as many as scikit-learn's
    equal      time of training until the test accuracy of `LinearSVC` is reached, with wrong labels and
    accuracy   confusable classes; C and ``balance`` are chosen by validation, evaluating is not timed

Times are CPU times of the one thread.

    OPENBLAS_NUM_THREADS=1 python benchmarks/peers.py [--rounds 5] [--out peers.csv]
"""

import argparse
import time

import numpy as np
import pandas as pd
from sklearn.linear_model import SGDClassifier
from sklearn.metrics import accuracy_score
from sklearn.svm import LinearSVC

from manyclass.datasets.feature_vectors import FeatureVectors
from manyclass.methods.one_vs_rest import OneVsRestSVM

CLASSES, FEATURES = 100, 64
MOST_PASSES = 40


def samples(seed=0):
    """(X, y) of training, validation and test samples, one label each."""
    split = FeatureVectors(CLASSES, FEATURES, train=20_000, valid=5_000, test=10_000, noise=0.2).split(seed)
    return [(np.asarray(part.X), part.Y.indices) for part in (split.train, split.valid, split.test)]


def cpu_seconds(call):
    """CPU seconds of ``call()``."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def a_pass(train, rounds):
    """Rows of the first comparison."""
    n, others = len(train[1]), CLASSES - 1
    peer = SGDClassifier(loss="hinge", max_iter=1, tol=None, average=False, random_state=0)
    ours = {f"OneVsRestSVM, balance {k}": OneVsRestSVM(balance=k, max_iter=1, random_state=0) for k in (64, others)}
    estimators = {"SGDClassifier": peer, **ours}
    steps = {"SGDClassifier": n * CLASSES, **{name: n * (1 + each.balance) for name, each in ours.items()}}
    OneVsRestSVM(max_iter=1).fit(*train)
    times = pd.DataFrame(
        [{name: cpu_seconds(lambda e=each: e.fit(*train)) for name, each in estimators.items()} for _ in range(rounds)]
    )
    for name in estimators:
        yield {
            "comparison": "a pass",
            "classifier": name,
            "seconds": times[name].median(),
            "ns a step": 1e9 * times[name].median() / steps[name],
            "faster than peer": (times["SGDClassifier"] / times[name]).median(),
        }


def until(estimator, train, test, goal):
    """CPU seconds (NaN for never) and passes until ``goal`` is reached on ``test``, and the best accuracy."""
    spent, best, passes = 0.0, 0.0, estimator.passes(*train)
    for n_passes in range(1, MOST_PASSES + 1):
        start = time.thread_time()
        next(passes)
        spent += time.thread_time() - start
        best = max(best, accuracy_score(test[1], estimator.predict(test[0])))
        if best >= goal:
            return spent, n_passes, best
    return np.nan, MOST_PASSES, best


def best_by_validation(estimators, train, valid):
    """The estimator whose fit is best on validation, and the CPU seconds of that fit."""
    times = [cpu_seconds(lambda e=each: e.fit(*train)) for each in estimators]
    best = int(np.argmax([each.score(*valid) for each in estimators]))
    return estimators[best], times[best]


def equal_accuracy(train, valid, test):
    """Rows of the second comparison."""
    peer, peer_seconds = best_by_validation([LinearSVC(C=C, random_state=0) for C in (0.1, 1.0)], train, valid)
    goal = peer.score(*test)
    fixed = {"step": 0.1, "margin": 0.3, "radius": 3.0, "initial": "zeros", "random_state": 0}
    ours = [OneVsRestSVM(balance=balance, max_iter=10, **fixed) for balance in (16, 32, 64)]
    ours, _ = best_by_validation(ours, train, valid)
    seconds, passes, accuracy = until(ours.set_params(max_iter=MOST_PASSES), train, test, goal)
    row = {"comparison": "equal accuracy"}
    yield row | {"classifier": f"LinearSVC, C = {peer.C:g}", "seconds": peer_seconds, "accuracy": goal}
    yield row | {
        "classifier": f"OneVsRestSVM, balance {ours.balance}, {passes} passes",
        "seconds": seconds,
        "accuracy": accuracy,
        "faster than peer": peer_seconds / seconds,
    }


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", help="write the table as CSV here")
    arguments = parser.parse_args()
    train, valid, test = samples()
    table = pd.DataFrame([*a_pass(train, arguments.rounds), *equal_accuracy(train, valid, test)])
    print(table.to_string(index=False, na_rep="", float_format=lambda x: f"{x:.3g}"))
    if arguments.out:
        table.to_csv(arguments.out, index=False, float_format="%.4g")


if __name__ == "__main__":
    main()
