"""Training: reproducible, pass by pass, the same for every form of the data, and without copies of it."""

import copy
import tracemalloc

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from method_samples import IN_ONE_GO, METHODS, STOCHASTIC, brief, indicator, learnt, many_labels, samples, several
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.methods.base.pairs.ranking import PairRanking
from manyclass.methods.confusion_label_tree import ConfusionLabelTree
from manyclass.methods.ensemble_of import EnsembleOf
from manyclass.methods.kernel_topk_svm import KernelTopKSVM
from manyclass.methods.lda import LinearDiscriminantAnalysis
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.topk_entropy import TopKEntropy
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
ITERATIVE = [cls for cls in METHODS if cls not in IN_ONE_GO]
DRAWN = [cls for cls in METHODS if "random_state" in cls().get_params()]
ONE_VS_REST = [OneVsRestSVM, WeightedOneVsRest]  # a positive for each draw, and the tries as negatives
OF_PAIRS = [cls for cls in METHODS if issubclass(cls, PairRanking)]
N_CLASSES = 8
# Its steps know the curvature of dense rows, so that it is the optimum that must be the same.
SETTLED = {TopKEntropy: {"penalty": 1.0, "tol": 0.0, "max_iter": 200}}


@pytest.mark.parametrize("cls", METHODS)
def test_same_random_state_gives_same_bytes(cls):
    X, y = samples()
    Y = many_labels(cls, y, N_CLASSES)
    assert learnt(brief(cls).fit(X, Y)) == learnt(brief(cls).fit(X, Y))


@pytest.mark.parametrize("cls", DRAWN)
def test_another_random_state_gives_another_model(cls):
    X, y = samples()
    assert learnt(brief(cls).fit(X, y)) != learnt(brief(cls, random_state=1).fit(X, y))


@pytest.mark.parametrize("cls", METHODS)
def test_passes_are_steps_of_fit(cls):
    X, y = samples()
    stepped, fitted = brief(cls), brief(cls).fit(X, y)
    models, done = [], []
    for yielded in stepped.passes(X, y):
        assert yielded is stepped
        assert np.isin(stepped.predict(X), y).all()
        models.append(learnt(stepped))
        done.append(stepped.n_iter_)
    assert done == list(range(1, fitted.n_iter_ + 1))
    assert len(done) == (1 if cls in IN_ONE_GO else 3)
    assert len(set(models)) == len(models)
    assert models[-1] == learnt(fitted)


@pytest.mark.parametrize("cls", ITERATIVE)
def test_more_passes_go_on_where_fewer_stop(cls):
    X, y = samples()
    second = [learnt(each) for each in brief(cls).passes(X, y)][1]
    assert second == learnt(brief(cls, max_iter=2).fit(X, y))


@pytest.mark.parametrize("cls", STOCHASTIC)
def test_training_goes_on_from_a_copy_of_its_state(cls):
    """Two passes, then a third by an estimator of another seed that is given a copy of the state: the same bytes."""
    X, y = samples()
    stopped, resumed = brief(cls), brief(cls, random_state=1)
    problem, state = stopped._start(X, y)
    for _ in range(2):
        stopped._pass(problem, state)
    problem, _ = resumed._start(X, y)
    resumed._pass(problem, copy.deepcopy(state))
    assert learnt(resumed) == learnt(brief(cls).fit(X, y)) != learnt(stopped)


@pytest.mark.parametrize("cls", STOCHASTIC)
def test_history_counts_every_draw(cls):
    """A draw is ignored, or tries classes and updates once at most; of one-vs-rest, for all that it is used for."""
    X, y = samples()
    history = brief(cls).fit(X, several(y, N_CLASSES)).history_
    assert len(history) == 3
    for counts in history:
        used = len(X) - counts.ignored
        assert used == len(X) or 0 < used < len(X) and "last_violators" in cls().get_params()
        assert 0 < counts.tries <= used * N_CLASSES
        if cls in ONE_VS_REST:
            assert 0 < counts.updated <= used + counts.tries
        else:
            assert 0 < counts.updated <= min(used, counts.tries)


def as_frame(Y):
    return pd.DataFrame(Y.toarray())


@pytest.mark.parametrize("cls", METHODS)
def test_one_label_a_sample_as_indicator_is_the_same(cls):
    X, y = samples()
    assert learnt(brief(cls).fit(X, indicator([{g} for g in y.tolist()], N_CLASSES))) == learnt(brief(cls).fit(X, y))


@pytest.mark.parametrize("form", [sp.csr_matrix, sp.csc_array, sp.coo_array, sp.csr_array.toarray, as_frame])
@pytest.mark.parametrize("cls", METHODS)
def test_indicator_of_any_form_and_type_is_the_same(cls, form):
    X, y = samples()
    Y = many_labels(cls, y, N_CLASSES)
    assert learnt(brief(cls).fit(X, form(Y.astype(bool)))) == learnt(brief(cls).fit(X, Y))


@pytest.mark.parametrize("cls", METHODS)
def test_indicator_with_stored_zeros_and_unsorted_columns_is_the_same(cls):
    X, y = samples()
    Y = many_labels(cls, y, N_CLASSES)
    messy = sp.csr_array(Y.toarray()[:, ::-1] + 1)
    messy.data -= 1
    messy.indices = (N_CLASSES - 1 - messy.indices).astype(np.int32)
    messy.has_sorted_indices = messy.has_canonical_format = False
    before = messy.data.copy(), messy.indices.copy()
    assert learnt(brief(cls).fit(X, messy)) == learnt(brief(cls).fit(X, Y))
    assert_array_equal(messy.data, before[0])
    assert_array_equal(messy.indices, before[1])


@pytest.mark.parametrize("labels", ["one", "several"])
@pytest.mark.parametrize("cls", METHODS)
def test_sparse_rows_give_the_same_model_as_dense(cls, labels):
    """And the same predictions, but where two classes are as close as rounding."""
    X, y = samples(density=0.4)
    y = y if labels == "one" else many_labels(cls, y, N_CLASSES)
    dense, sparse = (brief(cls, **SETTLED.get(cls, {})).fit(form(X), y) for form in (np.asarray, sp.csr_array))
    for a, b in zip(dense._arrays(), sparse._arrays()):
        assert_allclose(a, b, atol=1e-4 * abs(a).max())
    scores = dense.decision_function(X)
    rounding = 1e-4 * abs(scores).max()
    assert_allclose(sparse.decision_function(sp.csr_array(X)), scores, atol=rounding)
    second, best = np.sort(scores, axis=1)[:, -2:].T
    clear = best - second > 2 * rounding
    assert clear.mean() > 0.95
    assert_array_equal(sparse.predict(sp.csr_array(X))[clear], dense.predict(X)[clear])


@pytest.mark.parametrize("form", [sp.csr_matrix, sp.csc_array, sp.coo_array])
@pytest.mark.parametrize("cls", METHODS)
def test_sparse_rows_of_any_form_are_the_same(cls, form):
    X, y = samples(density=0.4)
    expected = brief(cls).fit(sp.csr_array(X), y)
    other = brief(cls).fit(form(X.astype(np.float64)), y)
    assert learnt(other) == learnt(expected)
    assert_array_equal(other.decision_function(form(X)), expected.decision_function(X=sp.csr_array(X)))


@pytest.mark.parametrize("cls", METHODS)
def test_model_size(cls):
    X, y = samples()
    estimator = brief(cls, dimensions=5).fit(X, y)
    d, G = X.shape[1], N_CLASSES
    halves = 2 * (d // 2) * (d + G)  # two members of half of the features each
    embedded = dict.fromkeys([Wsabie, WsabiePP, ConfusionLabelTree], 5 * (d + G))
    with_samples = {KernelTopKSVM: len(X) * (d + G)}
    expected = {**embedded, **with_samples, EnsembleOf: halves}.get(cls, G * d)
    expected += G * (cls is LinearDiscriminantAnalysis or bool(getattr(estimator, "intercept", 0)))
    assert estimator.n_parameters_ == expected


@pytest.mark.parametrize("cls", STOCHASTIC)
def test_kernels_get_the_data_themselves(cls, tmp_path):
    X, y = samples()
    Y = several(y, N_CLASSES)
    X.tofile(tmp_path / "X")
    mapped = np.memmap(tmp_path / "X", np.float32, mode="c", shape=X.shape)
    compressed = sp.csr_array(X)
    for given in (X, mapped):
        rows, labels = _seen_by_kernels(cls, given, Y)
        assert np.shares_memory(rows.X, given)
        assert np.shares_memory(labels.indptr, Y.indptr)
        assert np.shares_memory(labels.classes, Y.indices)
    rows, _ = _seen_by_kernels(cls, compressed, y)
    for name in ("data", "indices", "indptr"):
        assert np.shares_memory(getattr(rows, name), getattr(compressed, name))


def _seen_by_kernels(cls, X, y):
    seen = []

    class Watched(cls):
        def _problem(self, rows, labels):
            seen.extend([rows, labels])
            return super()._problem(rows, labels)

    estimator = brief(cls, max_iter=1)
    estimator.__class__ = Watched
    estimator.fit(X, y)
    return seen


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("cls", [cls for cls in METHODS if cls is not KernelTopKSVM])  # that holds the Gram matrix
def test_training_needs_little_memory_beside_the_data(cls, form):
    X, y = samples(n=8000, d=100, n_classes=5)
    X, Y = form(X), indicator([{g} for g in y.tolist()], 5)
    small = slice(0, 50)
    brief(cls, max_iter=1).fit(X[small], Y[small])
    pairs = 150 * 8000 * 5 if cls in OF_PAIRS else 0  # bytes: these hold the scores of all pairs
    assert _peak(lambda: brief(cls, max_iter=1).fit(X, Y)) < 0.3 * 4 * 8000 * 100 + pairs


def test_an_ensemble_converts_the_data_once():
    X, y = samples(n=8000, d=100, n_classes=5)
    ensemble = EnsembleOf(Wsabie(dimensions=2), members=3, max_iter=1)
    ensemble.fit(X[:50], y[:50])
    converted = X.astype(np.float64)
    assert _peak(lambda: ensemble.fit(converted, y)) < 1.3 * X.nbytes


def _peak(action):
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
