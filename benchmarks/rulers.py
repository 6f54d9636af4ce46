"""What a step is measured against: plain memory traffic, matrix-vector BLAS, and the naive search."""

import time
from typing import NamedTuple

import numpy as np
from numba import njit
from scipy.linalg.blas import sger

from manyclass.kernels.common.discriminants import exceeds
from manyclass.kernels.common.dispatch import OPTIONS
from manyclass.kernels.common.labels import draw_wrong
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.embedding.epoch import epoch
from manyclass.kernels.sgd.violator_sampling import draw_violator, estimated_rank, rank_of

# Bytes that a measurement of traffic moves at the least, after a first time that fills the caches.
ENOUGH = 5e7


class Naive(NamedTuple):
    """Table 3 word by word: at most G uniform tries."""


@draw_violator.case(Naive)
def _naive(sampler, discriminant, rows, r, labels, i, threshold, rng):
    for tries in range(1, labels.n_classes + 1):
        g = draw_wrong(labels, i, rng)
        if exceeds(discriminant, Dense(rows.X), r, g, threshold):
            return g, tries
    return -1, labels.n_classes


rank_of.case(Naive)(estimated_rank)

# Not cached, as the kernel's own cache must not know a type of this file.
uncached_epoch = njit(**OPTIONS)(epoch.py_func)


@njit(**OPTIONS)
def plain_sum(a):
    """Reads an array."""
    total = np.float32(0)
    for k in range(a.shape[0]):
        total += a[k]
    return total


@njit(**OPTIONS)
def plain_axpy(W, x):
    """Reads and writes an array; x stays in the fastest cache."""
    for j in range(W.shape[0]):
        w = W[j]
        for r in range(w.shape[0]):
            w[r] += np.float32(1e-9) * x[r]


def traffic_seconds(W, beta, x):
    """Seconds to read W, to read and write W, and to read β, once each."""
    W = W.copy()
    return _repeated(plain_sum, W.ravel()), _repeated(plain_axpy, W, x), _repeated(plain_sum, beta.ravel())


def _repeated(call, *arguments):
    repeats = max(1, int(ENOUGH / arguments[0].nbytes))
    call(*arguments)
    start = time.thread_time()
    for _ in range(repeats):
        call(*arguments)
    return (time.thread_time() - start) / repeats


def blas_seconds(W, beta, X, searched, updated, n_steps=200):
    """Seconds per step of W @ x, and of β @ z and sger in these shares of the steps, on rows drawn from X."""
    W, z, f = W.copy(), np.empty(len(W), np.float32), np.empty(len(beta), np.float32)
    change = np.full(len(W), 1e-9, np.float32)
    some = np.random.default_rng(1).integers(0, len(X), n_steps)
    start = time.thread_time()
    for i in some:
        np.dot(W, X[i], out=z)
    for _ in some[: int(n_steps * searched)]:
        np.dot(beta, z, out=f)
    for i in some[: int(n_steps * updated)]:
        sger(-1.0, X[i], change, a=W.T, overwrite_a=1)
    return (time.thread_time() - start) / n_steps
