"""What a record keeps for the lecture: classes updated, lines in the plane; and the tree that a method takes."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split, Tree
from manyclass.protocol.data import storage
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.worker import work

G = 6


def split(tree) -> Split:
    rng = np.random.default_rng(0)
    y = np.arange(90) % G
    X = (rng.standard_normal((G, 2))[y] + 0.5 * rng.standard_normal((90, 2))).astype(np.float32)
    part = Part(X, csr_array((np.ones(90, np.int8), y.astype(np.int32), np.arange(91, dtype=np.int32)), shape=(90, G)))
    return Split(part, part, part, tree, [f"class {g}" for g in range(G)])


TREE = Tree(np.array([6, 6, 7, 7, 8, 8, 9, 9, 10, 10, -1], np.int32))


def run(tmp_path, method, tree=TREE, **fixed):
    storage.write(split(tree), tmp_path / "set" / "0")
    spec = Spec(
        tmp_path / "set" / "0", method, "default", 0, tmp_path / "0.json", 3, 60.0, fixed, search={}, halving=False
    )
    record, _ = work(spec)
    assert record.status == "ok", record.error
    return record.best


def test_a_trial_hands_the_tree_to_a_method_that_takes_one(tmp_path):
    by_tree, equal, without = (
        np.array(run(tmp_path, "cost_sensitive_svm", tree, **params).diagnostics["decision_lines"])
        for tree, params in ((TREE, {}), (TREE, {"costs": "equal"}), (None, {}))
    )
    assert not np.allclose(by_tree, equal)
    np.testing.assert_array_equal(without, equal)


@pytest.mark.parametrize(("method", "classes"), [("softmax_regression", G), ("max_margin_sgd", 2)])
def test_classes_updated_by_a_sample(tmp_path, method, classes):
    candidate = run(tmp_path, method)
    assert candidate.n_classes_updated == [classes] * 3
    tries = np.diff(candidate.n_tries, prepend=0) / candidate.updated
    assert ((classes - 1 - 1e-9 <= tries) & (tries <= G - 1 + 1e-9)).all()


def test_methods_that_do_not_count_them_keep_none(tmp_path):
    candidate = run(tmp_path, "multiclass_svm")
    assert candidate.n_classes_updated == []
    assert len(candidate.n_tries) == 3


def test_lines_are_those_of_the_model(tmp_path):
    candidate, part = run(tmp_path, "multiclass_svm"), split(TREE).test
    lines = np.array(candidate.diagnostics["decision_lines"])
    W, b = lines[:, :2], lines[:, 2]
    assert ((part.X @ W.T + b).argmax(axis=1) == part.Y.indices).mean() == candidate.test["accuracy"]
    assert b.any()
    assert "decision_lines" not in run(tmp_path, "wsabie").diagnostics
