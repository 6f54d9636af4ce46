"""Time of matrix products: what share of an epoch of training is in what a BLAS library does (ours).

CPU seconds of an epoch of the top-k SVM α, k = 5, C = 1, the mean of the first ten from zero, without the objectives,
and of its matrix products alone, made again with the same shapes and the last W on one thread: for every block of
samples its scores and the inner products of its features. On the sets with the fewest and the most classes; mean over
draws and half of the 95 % interval. Both are measured side by side whenever this exhibit is made, so that it and its
claims vary from run to run. Source: Lapin, Hein and Schiele 2015, section 3.
"""

import time
from functools import cache
from itertools import islice

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lapin2015.trials import SETS, scale
from manyclass.methods.base.dual.dual_ascent import BLOCK
from manyclass.methods.base.threads import one_blas_thread
from manyclass.methods.topk_svm import TopKSVM
from manyclass.protocol.claims import claim
from manyclass.protocol.results import Results

EPOCHS, K = 10, 5
HALF = 0.5
STATEMENTS = ("matrix-products",)


def datasets(config):
    """The set with the fewest classes, and beyond smoke scale that with the most."""
    return [SETS[0]] if scale(config) == "smoke" else [SETS[0], SETS[-1]]


def seconds(results, dataset) -> np.ndarray:
    """CPU seconds of an epoch and of its matrix products: float64 (seeds, 2)."""
    return np.array([_of_draw(results.folder, dataset, seed) for seed in results.seeds])


def table(results):
    """One row a set."""
    return pd.DataFrame([_row(results, dataset) for dataset in datasets(results.config)], dtype=object)


def claims(results):
    """Test that matrix products take half of an epoch or more, set by set."""
    listed = []
    for dataset in datasets(results.config):
        epoch, products = seconds(results, dataset).T
        text = f"{dataset}: at least half of an epoch's CPU seconds are in matrix products"
        said = {"on": dataset, "printed": "all main operations but the update"}
        listed.append(claim.between("matrix-products", text, products / epoch, HALF, np.inf, **said))
    return listed


@cache
def _of_draw(folder, dataset, seed):
    """Measured once for all that is shown."""
    return measured(Results(folder).data(dataset, seed).train)


def measured(train) -> tuple[float, float]:
    """CPU seconds of an epoch and of its matrix products on a `Part`."""
    X = np.ascontiguousarray(train.X, np.float32)
    model = TopKSVM(K, C=1.0, tol=0.0, max_iter=EPOCHS + 1, random_state=0)
    for _ in islice(model.passes(X, train.Y.indices), EPOCHS):
        pass
    last = model.certificates_[-1]
    return last.seconds / last.epochs, products_seconds(X, model.coef_)


def products_seconds(X, W) -> float:
    """CPU seconds of an epoch's matrix products: X float32 (n, d), W float32 (G, d)."""
    block, scores = X[:BLOCK].copy(), np.empty((min(BLOCK, len(X)), len(W)), np.float32)
    gram, n_blocks = np.empty((len(block), len(block)), np.float32), -(-len(X) // BLOCK)
    with one_blas_thread():
        started = time.thread_time()
        for _ in range(EPOCHS * n_blocks):
            np.dot(block, W.T, scores)
            np.dot(block, block.T, gram)
        return (time.thread_time() - started) / EPOCHS


def _row(results, dataset):
    epoch, products = seconds(results, dataset).T
    return {
        "data set": dataset,
        "ms an epoch": statistics.spread(1000 * epoch),
        "ms of matrix products": statistics.spread(1000 * products),
        "share, %": statistics.spread(100 * products / epoch),
    }
