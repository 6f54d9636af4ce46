"""Frequent and rare classes, against counting by hand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from manyclass.protocol.metrics.frequency import accuracy_on, frequent


def indicator(rows, n_classes):
    Y = np.zeros((len(rows), n_classes), np.int8)
    for row, classes in enumerate(rows):
        Y[row, list(classes)] = 1
    return csr_array(Y)


labels = st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=3), min_size=1, max_size=30)


@given(labels)
def test_frequent_classes_are_the_fewest_largest_with_half_of_the_labels(rows):
    sizes = np.bincount([g for classes in rows for g in classes], minlength=6)
    often = frequent(indicator(rows, 6))
    assert 2 * sizes[often].sum() >= sizes.sum()
    assert often.all() or sizes[often].min() > sizes[~often].max()
    smallest = sizes == sizes[often].min()
    without_any = sizes[often & ~smallest].sum()
    one_less = without_any + (smallest.sum() - 1) * sizes[smallest][0]
    assert 2 * without_any < sizes.sum() or smallest.sum() > 1 > one_less


@given(labels, st.data())
def test_accuracy_is_that_of_every_label_of_the_classes(rows, data):
    predicted = np.array(data.draw(st.lists(st.integers(0, 5), min_size=len(rows), max_size=len(rows))))
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=6, max_size=6)))
    right = [predicted[i] in classes for i, classes in enumerate(rows) for g in classes if chosen[g]]
    found = accuracy_on(chosen, predicted, indicator(rows, 6))
    np.testing.assert_allclose(found, np.mean(right) if right else np.nan)


def test_where_classes_are_equally_large_none_is_rare():
    assert frequent(indicator([{g} for g in range(6)] * 3, 6)).all()
