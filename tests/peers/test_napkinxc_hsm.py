"""napkinXC behind scikit-learn's interface, where it is installed; a missing library is named."""

import pickle
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal
from sklearn.utils.estimator_checks import parametrize_with_checks

from manyclass.peers.napkinxc_hsm import HierarchicalSoftmax


def toy(n=600, n_classes=20):
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(n) % n_classes)
    return np.float32(np.eye(n_classes)[y] + 0.1 * rng.standard_normal((n, n_classes))), y


def test_without_the_library_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "napkinxc", None)
    with pytest.raises(ImportError, match="napkinxc"):
        HierarchicalSoftmax().fit(*toy())


@parametrize_with_checks([HierarchicalSoftmax()])
def test_scikit_learn(estimator, check):
    pytest.importorskip("napkinxc")
    check(estimator)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_solves_a_toy_and_ranks_the_answer_first(form):
    pytest.importorskip("napkinxc")
    X, y = toy()
    names = np.array([f"class {g:02}" for g in range(20)])
    model = HierarchicalSoftmax(5, random_state=0).fit(form(X[:400]), names[y[:400]])
    assert model.score(form(X[400:]), names[y[400:]]) > 0.95
    best = model.predict_topk(X, 20)
    assert_array_equal(best[:, 0], model.predict(X))
    assert_array_equal(np.sort(best, axis=1), np.tile(names, (len(X), 1)))
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), best[:, 0])


def test_the_same_seed_is_the_same_model():
    pytest.importorskip("napkinxc")
    X, y = toy()
    noisy = X + np.float32(np.random.default_rng(1).standard_normal(X.shape))
    one, two = (HierarchicalSoftmax(4, random_state=3).fit(noisy, y) for _ in range(2))
    assert one.files_ == two.files_


def test_the_tree_has_as_many_children_a_node_as_asked():
    pytest.importorskip("napkinxc")
    X, y = toy(n_classes=64)
    model = HierarchicalSoftmax(4, random_state=0).fit(X, y)
    nodes = [line.split() for line in model.files_["tree.txt"].decode().splitlines()]
    parents = [int(node[0]) for node in nodes if len(node) >= 2 and node[0].lstrip("-").isdigit()]
    assert max(parents.count(v) for v in set(parents) - {-1}) == 4
