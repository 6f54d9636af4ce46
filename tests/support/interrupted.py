"""Trials that are stopped on the way: data on which a sweep's candidates differ, and when to stop."""

import numpy as np
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split
from manyclass.protocol.data.storage import write
from manyclass.protocol.trial.signals import Stop


def write_noisy(folder, n_classes=12, d=10):
    """Write a draw of which no method is right about all samples; the folder."""
    rng, n = np.random.default_rng(0), 600
    y = np.arange(n) % n_classes
    X = (rng.normal(size=(n_classes, d))[y] + rng.normal(size=(n, d))).astype(np.float32)
    Y = csr_array((np.ones(n, np.int8), y.astype(np.int32), np.arange(n + 1, dtype=np.int32)), shape=(n, n_classes))
    part = [Part(X[rows], Y[rows]) for rows in (slice(0, 360), slice(360, 480), slice(480, 600))]
    write(Split(*part, None, [f"class {g}" for g in range(n_classes)]), folder)
    return folder


class After(Stop):
    """Asked for once so many places have gone by at which one could stop."""

    def __init__(self, places):
        super().__init__()
        self.left = places

    def here(self):
        self.left -= 1
        self.asked = self.left < 0
        super().here()
