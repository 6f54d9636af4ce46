"""Predictions class by class, against loops over the samples."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from manyclass.protocol.metrics import predictions


@st.composite
def labelled(draw):
    classes = draw(st.integers(2, 6))
    rows = draw(st.lists(st.sets(st.integers(0, classes - 1), min_size=1), min_size=1, max_size=12))
    ranked = [draw(st.permutations(range(classes))) for _ in rows]
    dense = np.array([[g in row for g in range(classes)] for row in rows], dtype=np.int8)
    return [sorted(row) for row in rows], csr_array(dense), np.array(ranked)


@given(labelled())
def test_against_loops(case):
    rows, Y, ranked = case
    predicted = ranked[:, 0]
    right = [p in row for p, row in zip(predicted, rows)]
    true = [p if p in row else row[0] for p, row in zip(predicted, rows)]
    assert predictions.correct(Y, predicted).tolist() == right
    assert predictions.true_class(Y, predicted).tolist() == true
    curve = [np.mean([bool(set(r[: k + 1]) & set(row)) for r, row in zip(ranked, rows)]) for k in range(Y.shape[1])]
    np.testing.assert_allclose(predictions.topk_curve(Y, ranked), curve)
    assert curve[-1] == 1


@given(labelled(), st.integers(1, 5))
def test_confused_pairs_against_a_counter(case, count):
    _, Y, ranked = case
    predicted = ranked[:, 0]
    true = predictions.true_class(Y, predicted)
    pairs = Counter((g, h) for g, h in zip(true.tolist(), predicted.tolist()) if g != h)
    expected = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:count]
    found = predictions.confused_pairs(Y, predicted, count)
    assert [((g, h), n) for g, h, n, _ in found] == expected
    for g, _, n, share in found:
        assert share == n / np.sum(true == g)
