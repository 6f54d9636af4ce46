"""A pass of the SVMs of Perronnin et al. (2012) against reading the same samples and class vectors by BLAS.

Every step of these methods is some inner products of a sample with class vectors, and an update of those that are
violated. How many inner products a pass makes is known: one for the sample's own class, and one for each other class
that is tried. The rulers make as many and nothing else:

    blas     ``sdot``, called from a compiled loop, of one random sample after the other with random classes'
             vectors, for sparse samples too, as if zeros were stored
    scipy    for sparse samples the product of the CSR matrix with one vector at a time, the rows in their order,
             so that the vector stays in the fastest cache

Features are those of the document, in its two regimes: Fisher vectors, dense, of few and of many Gaussians, and bags of
words. Measured are the second pass, in which much is violated, and the sixth. Times are CPU times of the one thread.
Every round trains anew and measures the rulers after these passes; ratios are medians over rounds.

    OPENBLAS_NUM_THREADS=1 python benchmarks/svm_pass.py [--rounds 5] [--out svm_pass.csv]
"""

import numpy as np
import pandas as pd
import scipy.sparse as sp
from numba import njit
from script import options, show
from timing import cpu_seconds

from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.ranking_svm import RankingSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.methods.weighted_ranking_svm import WeightedRankingSVM

# Name, samples, features, classes, share of non-zeros.
SETS = [
    ("Fisher vectors", 10_000, 384, 100, 1.0),
    ("Fisher vectors", 5_000, 3072, 100, 1.0),
    ("bags of words", 5_000, 4096, 100, 0.05),
]
QUICK = [("Fisher vectors", 400, 16, 20, 1.0), ("bags of words", 400, 64, 20, 0.1)]
METHODS = {
    "w-OVR, β = 1": WeightedOneVsRest(balance=1.0),
    "w-OVR, β = 16": WeightedOneVsRest(balance=16.0),
    "u-OVR": WeightedOneVsRest(balance=None),
    "MUL": MulticlassSVM(step=0.1),
    "RNK": RankingSVM(step=0.1),
    "WAR": WeightedRankingSVM(step=0.02),
}
PASSES = (2, 6)


def samples(n, d, n_classes, density):
    """X float32 (n, d) with rows of length 1 around class means, and y; X is CSR unless all is non-zero."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % n_classes
    means = rng.standard_normal((n_classes, d), np.float32)
    X = means[y] + 4 * rng.standard_normal((n, d), np.float32)
    if density < 1:
        X = np.abs(X) * (rng.random((n, d), np.float32) < density)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return (sp.csr_array(X) if density < 1 else X), y


@njit(nogil=True)
def dots(X, W, some, classes, each):
    """Σ x_i · w_g over ``each`` classes g for each of some samples i."""
    total = np.float32(0)
    for k in range(some.shape[0]):
        for c in range(each):
            total += np.dot(X[some[k]], W[classes[k * each + c]])
    return total


def rulers(X, dense, W, each):
    """Seconds of n · ``each`` inner products of rows of X, which ``dense`` holds with its zeros, and of W."""
    n, rng, whole = X.shape[0], np.random.default_rng(1), max(1, round(each))
    some, classes = rng.integers(0, n, n), rng.integers(0, len(W), n * whole)
    seconds = {"blas": cpu_seconds(lambda: dots(dense, W, some, classes, whole)) * each / whole}
    if sp.issparse(X):
        vectors = W[:5]
        seconds["scipy"] = cpu_seconds(lambda: [X @ w for w in vectors]) * each / len(vectors)
    return seconds


def one_round(estimator, X, dense, y):
    """For each of `PASSES` what it counted, its seconds, and the rulers'."""
    training = estimator.set_params(max_iter=max(PASSES), random_state=0).passes(X, y)
    for number in range(1, max(PASSES) + 1):
        ours = cpu_seconds(lambda: next(training))
        if number in PASSES:
            counts, n = estimator.history_[-1], X.shape[0]
            each = 1 + counts.tries / n
            seen = {"pass": number, "inner products a sample": each, "updates a sample": counts.updated / n}
            times = {"ours": ours} | rulers(X, dense, estimator.coef_, each)
            ratios = {f"ours / {name}": ours / seconds for name, seconds in times.items() if name != "ours"}
            yield seen | {f"{name} ms": 1e3 * seconds for name, seconds in times.items()} | ratios


def measure(name, X, dense, y, rounds):
    """Lines of the table for one method and set."""
    few = slice(0, 200)
    list(one_round(METHODS[name], X[few], dense[few], y[few] % 2))  # compiles
    table = pd.DataFrame([line for _ in range(rounds) for line in one_round(METHODS[name], X, dense, y)])
    yield from table.groupby("pass", as_index=False).median().to_dict("records")


def main():
    """Print the table."""
    arguments = options(__doc__, rounds=5).parse_args()
    lines = []
    for features, *size in QUICK if arguments.quick else SETS:
        X, y = samples(*size)
        dense = X.toarray() if sp.issparse(X) else X
        head = {"features": features, "(n, d, G)": str(tuple(size[:3]))}
        for method in METHODS:
            lines += [head | {"method": method} | line for line in measure(method, X, dense, y, arguments.rounds)]
    show(lines, arguments.out)


if __name__ == "__main__":
    main()
