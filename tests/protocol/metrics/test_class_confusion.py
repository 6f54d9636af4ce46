"""The class-confusion loss against the sums of equation 7, a sample at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from manyclass.protocol.metrics.class_confusion import confusion, costs, errors, loss

CLASSES = 4
LABELS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


def equation_7(predicted, y, t):
    """Of the samples with the label of sample t, the share not classified as t is; 0 where t is right."""
    if predicted[t] == y[t]:
        return 0.0
    same = [tau for tau in range(len(y)) if y[tau] == y[t]]
    return sum(predicted[tau] != predicted[t] for tau in same) / len(same)


@given(LABELS)
def test_equals_the_loop_over_samples(pairs):
    y, predicted = np.array(pairs).T
    counts = confusion(predicted, y, CLASSES)
    np.testing.assert_array_equal(counts, confusion_matrix(y, predicted, labels=range(CLASSES)))
    each = [equation_7(predicted, y, t) for t in range(len(y))]
    assert costs(counts)[y, predicted] == pytest.approx(each)
    assert loss(counts) == pytest.approx(sum(each))
    assert errors(counts) == (predicted != y).sum()


@given(st.lists(LABELS, min_size=2, max_size=4))
def test_several_confusions_at_once(lists):
    stack = np.array([confusion(*np.array(pairs).T[::-1], CLASSES) for pairs in lists])
    assert loss(stack) == pytest.approx([loss(counts) for counts in stack])
    assert errors(stack).tolist() == [errors(counts) for counts in stack]


@given(LABELS)
def test_no_error_costs_more_than_one(pairs):
    counts = confusion(*np.array(pairs).T[::-1], CLASSES)
    assert 0 <= loss(counts) <= errors(counts)


@given(LABELS, st.integers(0, 3))
def test_a_constant_classifier_costs_nothing(pairs, always):
    """Its errors could not be more usual: the loss by itself does not say which classifier is good."""
    y = np.array(pairs)[:, 0]
    assert loss(confusion(np.full(len(y), always), y, CLASSES)) == 0
