"""Matrix products: what share of training, but for the update step, is in what a BLAS library does (ours).

Of the top-k SVM α, k = 5, C = 1, the means of the second ten epochs from zero, without the objectives. Multiply-adds:
those of the matrix products, for every block of samples its scores and the inner products of its features, and those
beside them, which move class vectors and correct the scores of the later samples of a block, of which half are still to
come when a class vector is moved. The share is that of the products in both; it is what is judged. CPU seconds: of all
of an epoch; of the update steps alone, of the same samples, from the same dual variables, on the scores at the
beginning of the epoch, among samples that share no feature, so that nothing but projecting and storing is left when the
time of reading the scores, measured by itself, is taken off; and of the products alone, made again with the same shapes
and the last W on one thread. By themselves parts can be slower than within an epoch, so that no share is made of them.
On the sets with the fewest and the most classes; mean over draws and half of the 95 % interval. Seconds are measured
side by side whenever this exhibit is made, and vary from run to run. The document says that all main operations can be
computed using a BLAS library, and neither which these are nor what share of the work they do. Source: Lapin, Hein and
Schiele 2015, section 3.
"""

import time
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lapin2015.given_scores import SEED, ascent_on
from manyclass.exhibits.lapin2015.trials import SETS
from manyclass.methods.base.threads import one_blas_thread
from manyclass.methods.base.topk.dual_ascent import BLOCK, DualAscent
from manyclass.methods.base.topk.functions import KINDS
from manyclass.protocol.claims import claim
from manyclass.protocol.results import Results

EPOCHS, K = 10, 5  # as many are made before
HALF = 0.5
STATEMENTS = ("matrix-products",)


class Parts(NamedTuple):
    """CPU seconds of an epoch, of its update steps, and of its matrix products; and the operations' ``share``."""

    epoch: float
    updates: float
    products: float
    share: float


def datasets(config):
    """The set with the fewest classes, and beyond smoke scale that with the most."""
    return [SETS[0]] if config["scale"] == "smoke" else [SETS[0], SETS[-1]]


def measured(results, dataset) -> list[Parts]:
    """The parts of an epoch, draw by draw."""
    return [_of_draw(results.folder, dataset, seed) for seed in results.seeds]


def table(results):
    """One row a set."""
    return pd.DataFrame([_row(results, dataset) for dataset in datasets(results.config)], dtype=object)


def claims(results):
    """Test that half or more of the operations beside update steps are in matrix products, set by set."""
    listed = []
    for dataset in datasets(results.config):
        shares = [parts.share for parts in measured(results, dataset)]
        text = f"{dataset}: at least half of an epoch's multiply-adds beside its update steps are in matrix products"
        listed.append(claim.between("matrix-products", text, shares, HALF, np.inf, on=dataset))
    return listed


@cache
def _of_draw(folder, dataset, seed):
    """Measured once for all that is shown."""
    return parts_of(Results(folder).data(dataset, seed).train)


def parts_of(train) -> Parts:
    """The parts of an epoch on a `Part`."""
    X, y, n_classes = np.ascontiguousarray(train.X, np.float32), train.Y.indices.astype(np.int32), train.Y.shape[1]
    ascent, updates = DualAscent(X, y, n_classes, KINDS["alpha"](K, 1.0, 0.0), SEED), 0.0
    with one_blas_thread():
        for _ in range(EPOCHS):
            ascent.epoch()
        before, changed = ascent.state.seconds, ascent.changed
        for _ in range(EPOCHS):
            alone = updates_alone(ascent, X, y)
            updates += alone.state.seconds - reading_seconds(alone.state.V)
            ascent.epoch()
    share = products_share(X.shape, n_classes, (ascent.changed - changed) / EPOCHS)
    return Parts((ascent.state.seconds - before) / EPOCHS, updates / EPOCHS, products_seconds(X, ascent.coef), share)


def products_share(shape: tuple[int, int], n_classes: int, changed: float) -> float:
    """Of the multiply-adds of an epoch without its update steps, the share of those in matrix products.

    Parameters
    ----------
    shape : tuple of int
        n samples and d features.
    n_classes : int
    changed : float
        Class vectors that an epoch moves, each as often as it does.
    """
    n, d = shape
    size = min(BLOCK, n)
    products, beside = n * d * (n_classes + size), changed * (d + (size - 1) / 2)
    return products / (products + beside)


def updates_alone(ascent, X, y) -> DualAscent:
    """What the next epoch does to the dual variables, if no sample's update changes another's scores."""
    alone = ascent_on(X @ ascent.coef.T, y, np.linalg.norm(X, axis=1), K)
    own = {name: getattr(alone.state, name) for name in ("V", "best", "epochs", "seconds")}
    alone.state = replace(deepcopy(ascent.state), **own)
    alone.epoch()
    return alone


def reading_seconds(S) -> float:
    """CPU seconds of reading the scores of all samples, float32 (n, G), into a block that stays in the cache."""
    block = np.empty((min(BLOCK, len(S)), S.shape[1]), np.float32)
    started = time.thread_time()
    for first in range(0, len(S), BLOCK):
        rows = S[first : first + BLOCK]
        np.multiply(rows, np.float32(1), out=block[: len(rows)])
    return time.thread_time() - started


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
    parts = measured(results, dataset)
    epoch, updates, products, shares = np.array(parts).T
    return {
        "data set": dataset,
        "ms an epoch": statistics.mean_interval(1000 * epoch),
        "ms of update steps": statistics.mean_interval(1000 * updates),
        "ms of matrix products": statistics.mean_interval(1000 * products),
        "products' share of multiply-adds, %": statistics.mean_interval(100 * shares),
    }
