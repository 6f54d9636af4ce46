"""Confusions against loops over the samples, the sums of equation 7, pairs of samples, and a simulation."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.metrics import confusion_matrix

from manyclass.protocol.metrics.confusion import (
    confused_pairs,
    correct,
    costs,
    errors,
    loss,
    most_confused,
    recurrence,
    true_class,
)
from manyclass.protocol.metrics.ranking import topk_curve

LABELS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


@st.composite
def labelled(draw):
    classes = draw(st.integers(2, 6))
    rows = draw(st.lists(st.sets(st.integers(0, classes - 1), min_size=1), min_size=1, max_size=12))
    ranked = [draw(st.permutations(range(classes))) for _ in rows]
    dense = np.array([[g in row for g in range(classes)] for row in rows], dtype=np.int8)
    return [sorted(row) for row in rows], csr_array(dense), np.array(ranked)


@given(labelled())
def test_right_answers_true_classes_and_topk_against_loops(case):
    rows, Y, ranked = case
    predicted = ranked[:, 0]
    right = [p in row for p, row in zip(predicted, rows)]
    true = [p if p in row else row[0] for p, row in zip(predicted, rows)]
    assert correct(predicted, Y).tolist() == right
    assert true_class(predicted, Y).tolist() == true
    curve = [np.mean([bool(set(r[: k + 1]) & set(row)) for r, row in zip(ranked, rows)]) for k in range(Y.shape[1])]
    np.testing.assert_allclose(topk_curve(ranked, Y), curve)
    assert curve[-1] == 1


@given(labelled(), st.integers(1, 5))
def test_confused_pairs_against_a_counter(case, count):
    _, Y, ranked = case
    predicted = ranked[:, 0]
    true = true_class(predicted, Y)
    pairs = Counter((g, h) for g, h in zip(true.tolist(), predicted.tolist()) if g != h)
    expected = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:count]
    found = confused_pairs(predicted, Y, count)
    assert [((g, h), n) for g, h, n, _ in found] == expected
    for g, _, n, share in found:
        assert share == n / np.sum(true == g)


@given(labelled(), st.integers(1, 5))
def test_the_most_confused_of_a_class_against_a_counter(case, count):
    rows, Y, ranked = case
    found = most_confused(ranked, Y, count)
    assert found.shape == (Y.shape[1], count)
    for g in range(Y.shape[1]):
        seen = Counter(
            h for order, row in zip(ranked.tolist(), rows) if g in row for h in order[:count] if h not in row
        )
        expected = sorted(seen, key=lambda h: (-seen[h], h))[:count]
        assert found[g].tolist() == expected + [-1] * (count - len(expected))


def matrix(predicted, y):
    return confusion_matrix(y, predicted, labels=range(4))


def equation_7(predicted, y, t):
    """Of the samples with the label of sample t, the share not classified as t is; 0 where t is right."""
    if predicted[t] == y[t]:
        return 0.0
    same = [tau for tau in range(len(y)) if y[tau] == y[t]]
    return sum(predicted[tau] != predicted[t] for tau in same) / len(same)


@given(LABELS)
def test_the_loss_equals_the_loop_over_samples(pairs):
    y, predicted = np.array(pairs).T
    counts = matrix(predicted, y)
    each = [equation_7(predicted, y, t) for t in range(len(y))]
    assert costs(counts)[y, predicted] == pytest.approx(each)
    assert loss(counts) == pytest.approx(sum(each))
    assert errors(counts) == (predicted != y).sum()


@given(st.lists(LABELS, min_size=2, max_size=4))
def test_several_confusions_at_once(lists):
    stack = np.array([matrix(*np.array(pairs).T[::-1]) for pairs in lists])
    assert loss(stack) == pytest.approx([loss(counts) for counts in stack])
    assert errors(stack).tolist() == [errors(counts) for counts in stack]


@given(LABELS)
def test_no_error_costs_more_than_one(pairs):
    counts = matrix(*np.array(pairs).T[::-1])
    assert 0 <= loss(counts) <= errors(counts)


@given(LABELS, st.integers(0, 3))
def test_a_constant_classifier_costs_nothing(pairs, always):
    """Its errors could not be more usual: the loss by itself does not say which classifier is good."""
    y = np.array(pairs)[:, 0]
    assert loss(matrix(np.full(len(y), always), y)) == 0


def indicator(sets, n_classes):
    indptr = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    indices = np.array([g for each in sets for g in sorted(each)], np.int32)
    return csr_array((np.ones(len(indices), np.int8), indices, indptr), shape=(len(sets), n_classes))


def test_by_counting_pairs():
    rng = np.random.default_rng(0)
    sets = [set(rng.choice(6, rng.integers(1, 3), replace=False).tolist()) for _ in range(80)]
    predicted = rng.integers(0, 6, 80)
    shares = []
    for i, (labels, h) in enumerate(zip(sets, predicted)):
        for g in labels if h not in labels else ():
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
