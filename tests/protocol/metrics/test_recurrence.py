"""How often errors recur, by counting pairs of samples, and against the truth of a simulation."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.protocol.metrics.recurrence import recurrence


def indicator(sets, n_classes):
    indptr = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    indices = np.array([g for each in sets for g in sorted(each)], np.int32)
    return csr_array((np.ones(len(indices), np.int8), indices, indptr), shape=(len(sets), n_classes))


def test_by_counting_pairs():
    rng = np.random.default_rng(0)
    sets = [set(rng.choice(6, rng.integers(1, 3), replace=False).tolist()) for _ in range(80)]
    predicted = rng.integers(0, 6, 80)
    shares = []
    for i, (given, h) in enumerate(zip(sets, predicted)):
        for g in given if h not in given else ():
            others = [j for j in range(80) if j != i and g in sets[j]]
            shares.append(np.mean([predicted[j] == h and h not in sets[j] for j in others]))
    assert recurrence(predicted, indicator(sets, 6)) == pytest.approx(np.mean(shares))


def test_is_unbiased_where_shares_among_all_samples_are_not():
    """Errors of four samples a class fall on 50 classes at random: P(h|g) is 1/50, not about 1/4."""
    rng = np.random.default_rng(1)
    y = np.repeat(np.arange(500), 4)
    predicted = 500 + rng.integers(0, 50, len(y))
    assert recurrence(predicted, indicator([{g} for g in y.tolist()], 550)) == pytest.approx(1 / 50, abs=0.004)


def test_without_errors_or_company():
    Y = indicator([{0}, {1}], 3)
    assert np.isnan(recurrence(np.array([0, 1]), Y))
    assert recurrence(np.array([2, 1]), Y) == 0
