"""What reweighting does to small and large classes, on planted predictions."""

from types import SimpleNamespace

import numpy as np
from scipy.sparse import csr_array

from manyclass.exhibits.perronnin2012 import reweighting


def labels(y, classes):
    return csr_array(np.eye(classes, dtype=np.int8)[y])


def test_by_size_compares_the_smallest_and_the_largest_quarter():
    """Classes 0 and 7 are the smallest, 1 and 2 the largest; reweighting wins the former and loses half of these."""
    train, right = labels(np.repeat(np.arange(8), [1, 9, 8, 7, 6, 5, 4, 2]), 8), np.repeat(np.arange(8), 2)
    lost = np.isin(right, [1, 2]) & (np.arange(16) % 2 > 0)
    plain, even = np.where(np.isin(right, [0, 7]), 3, right), np.where(lost, 3, right)
    data = SimpleNamespace(train=SimpleNamespace(Y=train), test=SimpleNamespace(Y=labels(right, 8)))
    store = SimpleNamespace(config={}, seeds=range(2), data=lambda name, seed: data)
    store.record = lambda trial, seed: SimpleNamespace(best="a candidate" if seed == 0 else None)
    store.predicted = lambda trial, seed: even if trial.variant == "reweighted" else plain
    changes = reweighting.by_size(store, "MUL", "fv4")
    assert changes[0].tolist() == [100.0, -50.0]
    assert np.isnan(changes[1]).all()
