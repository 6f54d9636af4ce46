"""The metrics against loops over samples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.metrics import balanced_accuracy_score, top_k_accuracy_score

from manyclass.datasets.base import Tree
from manyclass.datasets.base.tree import attach_classes, grow
from manyclass.protocol.metrics.ranking import class_accuracy, evaluate


@st.composite
def cases(draw):
    n, classes, seed = draw(st.integers(1, 30)), draw(st.integers(2, 14)), draw(st.integers(0, 10**6))
    k = draw(st.integers(1, classes))
    rng = np.random.default_rng(seed)
    ranked = rng.permuted(np.tile(np.arange(classes), (n, 1)), axis=1)[:, :k].astype(draw(dtypes))
    given_labels = rng.random((n, classes)) < draw(st.sampled_from([0.0, 0.2, 0.9]))
    given_labels[np.arange(n), rng.integers(classes, size=n)] = True
    concept = np.sort(rng.integers(classes, size=classes))
    concept = np.unique(concept, return_inverse=True)[1]
    tree = attach_classes(grow(concept.max() + 1, 2, 1.0, rng), concept)
    return ranked, given_labels, tree


dtypes = st.sampled_from([np.int32, np.int64])


def loop(ranked, given_labels, tree):
    hits, tops, per_class, among5, distances, related = [], {3: [], 5: [], 10: []}, {}, {}, [], []
    for row, labels in zip(ranked.tolist(), given_labels):
        labels = set(np.flatnonzero(labels).tolist())
        hits.append(row[0] in labels)
        for k, top in tops.items():
            top.append(bool(labels & set(row[:k])))
        for g in labels:
            per_class.setdefault(g, []).append(row[0] in labels)
            among5.setdefault(g, []).append(bool(labels & set(row[:5])))
        distances.append(min(int(tree.distance([row[0]], [g])[0]) for g in labels))
        related.append(any(row[0] == g or row[0] in tree.siblings(g) for g in labels))
    metrics = {
        "accuracy": np.mean(hits),
        "mean_class_accuracy": np.mean([np.mean(right) for right in per_class.values()]),
        **{f"top{k}": np.mean(top) for k, top in tops.items() if ranked.shape[1] >= k},
        "tree_distance": np.mean(distances),
        "sibling_precision": np.mean(related),
    }
    if ranked.shape[1] >= 5:
        metrics["mean_class_top5"] = np.mean([np.mean(among) for among in among5.values()])
    return metrics, {g: np.mean(right) for g, right in per_class.items()}


@given(cases())
def test_equals_the_loop_over_samples(case):
    ranked, given_labels, tree = case
    Y = csr_array(given_labels.astype(np.int8))
    expected, per_class = loop(ranked, given_labels, tree)
    measured = evaluate(ranked, Y, tree)
    assert measured == pytest.approx(expected)
    assert all(type(value) is float for value in measured.values())
    without = {name: expected[name] for name in expected if name not in ("tree_distance", "sibling_precision")}
    assert evaluate(ranked, Y) == pytest.approx(without)
    each = class_accuracy(ranked[:, 0], Y)
    assert {g: each[g] for g in range(len(each)) if not np.isnan(each[g])} == pytest.approx(per_class)


def test_equals_scikit_learn_where_there_is_one_label():
    rng = np.random.default_rng(0)
    scores, y = rng.random((500, 12)), np.concatenate([np.arange(12), rng.integers(12, size=488)])
    ranked = np.argsort(-scores, axis=1)[:, :10]
    Y = csr_array((np.ones(500, np.int8), y, np.arange(501)), shape=(500, 12))
    measured = evaluate(ranked, Y)
    assert measured["mean_class_accuracy"] == pytest.approx(balanced_accuracy_score(y, ranked[:, 0]))
    for name, k in (("accuracy", 1), ("top3", 3), ("top5", 5), ("top10", 10)):
        assert measured[name] == pytest.approx(top_k_accuracy_score(y, scores, k=k))


def test_many_classes_need_no_dense_table():
    n, classes = 20_000, 1_000_000  # a dense table of bytes would take 20 GB
    y = np.random.default_rng(0).integers(classes, size=n, dtype=np.int32)
    Y = csr_array((np.ones(n, np.int8), y, np.arange(n + 1, dtype=np.int32)), shape=(n, classes))
    ranked = np.stack([(y + 1) % classes, y], axis=1)
    assert evaluate(ranked, Y)["accuracy"] == 0
    assert evaluate(ranked[:, ::-1], Y)["accuracy"] == 1


Y3 = csr_array(np.eye(3, dtype=np.int8))


@pytest.mark.parametrize(
    ("ranked", "Y", "says"),
    [
        (np.zeros(3, int), Y3, "shape"),
        (np.zeros((2, 1), int), Y3, "shape"),
        (np.zeros((3, 0), int), Y3, "shape"),
        (np.full((3, 1), 3), Y3, "outside"),
        (np.full((3, 1), -1), Y3, "outside"),
        (np.zeros((0, 1), int), csr_array((0, 3), dtype=np.int8), "no samples"),
        (np.zeros((3, 1), int), csr_array(np.diag([1, 0, 1]).astype(np.int8)), "sample 1"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_line(ranked, Y, says):
    with pytest.raises(ValueError, match=says) as caught:
        evaluate(ranked, Y, Tree(np.array([3, 3, 3, -1])))
    assert "\n" not in str(caught.value)
