"""Prediction through a label tree against one matrix product with the vectors of all classes.

A tree saves dot products; what is left of that in time? Measured in turns:

    product   X Wᵀ by BLAS, as many samples at a time as `predict` scores, without looking for the best class
    flat      the same, and the best class of every sample: what predicting without a tree takes
    tree      the leaf of every sample, from the root down, as `LabelTree.predict` finds it
    beam 4    the same with the best four paths kept at every level

`counted` is the speedup as Deng et al. (2011) count it, classes per dot product of a sample. The trees are balanced,
their weights random, and so are the samples. Times are CPU times of the one thread, medians over the rounds. What the
paths are worth in accuracy shows `trees.py`.

    OPENBLAS_NUM_THREADS=1 python benchmarks/label_tree.py [--rounds 7] [--out label_tree.csv]
"""

import time

import numpy as np
import pandas as pd
from script import options, show

from manyclass.methods.base.classifier import FEWEST_ROWS, FEWEST_SCORES
from manyclass.methods.base.trees.nodes import NONE, nodes_of

SAMPLES = 20_000
RUNS = [
    (classes, shape, d)
    for classes, shapes in ((1000, [(32, 2), (10, 3)]), (6000, [(78, 2), (18, 3)]))
    for shape in shapes
    for d in (64, 256, 1024)
]


def balanced(n_classes, children, depth, d, rng):
    """T_{Q,H} of classes split into equal parts."""
    level, n_children, sets, weights = [np.arange(n_classes)], [], [], []
    for left in range(depth, -1, -1):
        below = []
        for labels in level:
            n = 0 if len(labels) < 2 else len(labels) if left == 1 else children
            n_children.append(n)
            sets.append(labels)
            if n:
                weights.append(rng.standard_normal((n, d), np.float32))
                below += np.array_split(labels, n)
        level = below
    answers = [labels[0] if not n else NONE for n, labels in zip(n_children, sets)]
    return nodes_of(n_children, sets, answers, weights, n_classes)


def cpu_seconds(call):
    """CPU seconds of ``call()``."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def measure(n_classes, shape, d, n, rounds):
    """One line of the table."""
    rng = np.random.default_rng(0)
    tree = balanced(n_classes, *shape, d, rng)
    X, W = (rng.standard_normal((rows, d), np.float32) for rows in (n, n_classes))
    step = max(FEWEST_ROWS, FEWEST_SCORES // n_classes)

    def product():
        for first in range(0, n, step):
            X[first : first + step] @ W.T

    def flat():
        for first in range(0, n, step):
            (X[first : first + step] @ W.T).argmax(axis=1)

    calls = {"product": product, "flat": flat, "tree": lambda: tree.leaves(X), "beam 4": lambda: tree.search(X, 4)}
    tree.leaves(X[:100]), tree.search(X[:100], 4)  # compiles
    times = pd.DataFrame([{name: cpu_seconds(call) for name, call in calls.items()} for _ in range(rounds)])
    counted = n_classes / tree.search(X, 1)[1].mean()
    speedups = {name: (times[name] / times["tree"]).median() for name in ("product", "flat")}
    return {
        "classes": n_classes,
        "tree": "T{},{}".format(*shape),
        "d": d,
        "product ms": 1e3 * times["product"].median(),
        "flat ms": 1e3 * times["flat"].median(),
        "tree ms": 1e3 * times["tree"].median(),
        "beam 4 ms": 1e3 * times["beam 4"].median(),
        "counted": counted,
        "counted, beam 4": n_classes / tree.search(X, 4)[1].mean(),
        **{f"{name} / tree": speedup for name, speedup in speedups.items()},
        "flat / beam 4": (times["flat"] / times["beam 4"]).median(),
        **{f"{name}, share of the counted": speedup / counted for name, speedup in speedups.items()},
    }


def main():
    """Print the table."""
    arguments = options(__doc__, 7).parse_args()
    runs, n = ([(40, (7, 2), 16)], 2000) if arguments.quick else (RUNS, SAMPLES)
    show([measure(*run, n, arguments.rounds) for run in runs], arguments.out)


if __name__ == "__main__":
    main()
