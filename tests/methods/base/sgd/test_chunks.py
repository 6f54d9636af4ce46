"""Training in chunks: what is drawn is as with all samples at once, and so is the rest."""

import weakref

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief, samples

from manyclass.kernels.common.labels import InTurn, draw_class, draw_example, is_correct
from manyclass.kernels.common.rows import WithConstant
from manyclass.methods.base.samples import labels_of, rows_of
from manyclass.methods.base.sgd import chunks as reading
from manyclass.methods.base.sgd import one_vs_rest
from manyclass.methods.base.sgd.chunks import chunks_of
from manyclass.methods.base.sgd.stochastic import Problem
from manyclass.methods.max_margin_sgd import MaxMarginSGD
from manyclass.methods.nearest_means import NearestMeans
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.softmax_regression import SoftmaxRegression
from manyclass.methods.weighted_ranking_svm import WeightedRankingSVM
from manyclass.methods.wsabie_pp import WsabiePP

IN_CHUNKS = [cls for cls in METHODS if cls.in_chunks]
GENERATOR = np.array([3, 1, 4, 1], np.uint64)


def several_labels(n, n_classes=5):
    rng = np.random.default_rng(0)
    Y = rng.random((n, n_classes)) < 0.4
    Y[np.arange(n), rng.integers(n_classes, size=n)] = True
    return sp.csr_array(Y.astype(np.int8))


def trained(cls, X, y, chunk_rows=None, state=None):
    estimator = brief(cls)
    for _ in estimator.passes(X, y, state, chunk_rows):
        pass
    return estimator


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(
    ("n", "most", "together", "sizes"),
    [(40, 10, 1, [10] * 4), (41, 10, 1, [10] * 4 + [1]), (40, 10, 3, [9] * 4 + [4]), (7, 1, 2, [2, 2, 2, 1])],
)
def test_chunks_are_the_drawn_samples_in_their_turns(sparse, n, most, together, sizes):
    X = np.arange(2 * n, dtype=np.float32).reshape(n, 2)
    Y = several_labels(n)
    drawn = np.random.default_rng(n).integers(n, size=n)
    problem = Problem(WithConstant(rows_of(sp.csr_array(X) if sparse else X), 2.0), labels_of(Y), "rule")
    chunks = [*chunks_of(problem, drawn, most, together)]
    assert [each.n_samples for _, each in chunks] == sizes
    assert [before for before, _ in chunks] == np.cumsum([0] + sizes[:-1]).tolist()
    seen, classes = [], []
    for _, (rows, labels, rule) in chunks:
        assert rule == "rule" and rows.constant == 2.0 and isinstance(labels, InTurn)
        assert labels.indptr.dtype == problem.labels.indptr.dtype and labels.n_classes == 5
        n_rows = len(labels.indptr) - 1
        whole = sp.csr_array(tuple(rows.rows), shape=(n_rows, 2)).toarray() if sparse else rows.rows.X
        seen += whole.tolist()
        classes += [labels.classes[labels.indptr[i] : labels.indptr[i + 1]].tolist() for i in range(n_rows)]
    assert seen == X[drawn].tolist()
    assert classes == [np.flatnonzero(Y.toarray()[i]).tolist() for i in drawn]


def test_samples_in_turn_are_drawn_one_after_the_other_and_a_class_alone_takes_no_turn():
    Y = labels_of(several_labels(9))
    labels, state = InTurn(*Y, np.zeros(1, np.int64)), GENERATOR.copy()
    drawn = []
    for _ in range(12):
        i, positive = draw_example(labels, state)
        assert is_correct(Y, i, positive)
        assert 0 <= draw_class(labels, state) < 5
        drawn.append(i)
    assert drawn == [*range(9), 0, 1, 2]


def samples_of_passes(estimator, n, chunk_rows):
    """Which samples a training takes in each pass, in order, when all of them are drawn before it."""
    X, y = np.column_stack([np.arange(n) / n, np.ones(n)]).astype(np.float32), np.arange(n) % 3
    passes = []
    for trained in estimator.passes(X, y, None, chunk_rows):
        problem = trained._problem(rows_of(X), labels_of(sp.csr_array(np.eye(3, dtype=np.int8)[y])))
        chunks = trained._chunks(problem, trained._training)
        passes.append([round(n * float(x)) for _, chunk in chunks for x in first_features(chunk.rows)])
    return passes


def first_features(rows):
    return (rows.rows if isinstance(rows, WithConstant) else rows).X[:, 0]


@pytest.mark.parametrize("cls", [OneVsRestSVM, WsabiePP], ids=lambda cls: cls.__name__)
def test_every_pass_draws_anew_with_replacement(cls):
    first, second = samples_of_passes(cls(max_iter=2, random_state=0), 300, 64)
    assert first != second
    for each in (first, second):  # 63 % of the samples, up to a standard deviation of 2 %
        assert 0.55 < len({*each}) / 300 < 0.71


def test_without_replacement_a_pass_in_chunks_has_every_sample_once():
    first, second = samples_of_passes(MaxMarginSGD(max_iter=2, batch_size=7, random_state=0), 300, 64)
    assert first != second and sorted(first) == sorted(second) == [*range(300)]


@pytest.mark.parametrize("replacement", [False, True])
def test_mini_batches_in_chunks_are_counted_as_those_of_all_samples(replacement):
    X, y = samples(300)
    options = {"max_iter": 2, "batch_size": 7, "average_from": 0.5, "replacement": replacement, "random_state": 0}
    for rows in (None, 64):
        *_, trained = MaxMarginSGD(**options).passes(X, y, None, rows)
        assert trained._updates == 2 * 43


@pytest.mark.parametrize("cls", IN_CHUNKS, ids=lambda cls: cls.__name__)
def test_one_chunk_is_all_samples_and_several_train_as_well(cls):
    X, y = samples(600, d=16)
    whole, one, several = (trained(cls, X, y, rows) for rows in (None, 600, 300))
    np.testing.assert_array_equal(one.decision_function(X), whole.decision_function(X))
    assert not np.array_equal(several.decision_function(X), whole.decision_function(X))
    assert several.score(X, y) > 0.9 * whole.score(X, y)
    np.testing.assert_array_equal(trained(cls, X, y, 300).decision_function(X), several.decision_function(X))


def test_threads_take_samples_in_turn_as_one_does(monkeypatch):
    """Each begins at the turn of its own first draw."""
    monkeypatch.setattr(one_vs_rest, "STEPS_A_CLASS", 20)  # several pieces to a chunk
    X, y = samples(4000, d=16)
    alone, both = (
        list(OneVsRestSVM(max_iter=2, random_state=0, n_jobs=n_jobs).passes(X, y, None, 2000))[-1].decision_function(X)
        for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(alone, both)


@pytest.mark.parametrize("cls", IN_CHUNKS, ids=lambda cls: cls.__name__)
def test_training_in_chunks_is_taken_up_to_the_same_bytes(cls):
    X, y = samples(300)
    whole = trained(cls, X, y, 64)
    passes = brief(cls).passes(X, y, None, 64)
    state = {name: array.copy() for name, array in next(passes).training_state().items()}
    passes.close()
    np.testing.assert_array_equal(trained(cls, X, y, 64, state).decision_function(X), whole.decision_function(X))


def test_counts_of_a_pass_are_those_of_all_its_chunks():
    X, y = samples(600)
    model = trained(WsabiePP, X, y, 100)
    last = model.history_[-1]
    assert model.drawn_by_class_.sum() == 600
    assert model.updated_by_class_.sum() == last.updated
    assert model.ignored_by_class_.sum() == last.ignored


def test_what_needs_all_samples_at_once_says_so():
    X, y = samples()
    with pytest.raises(ValueError, match="NearestMeans needs all samples at once: leave out chunk_rows"):
        trained(NearestMeans, X, y, 10)
    with pytest.raises(ValueError, match="SoftmaxRegression needs all samples at once: leave out chunk_rows"):
        next(SoftmaxRegression(solver="lbfgs").passes(X, y, None, 10))
    reweighted = WeightedRankingSVM(reweight=True, max_iter=1)
    with pytest.raises(ValueError, match="drawn equally often need all samples at once"):
        next(reweighted.passes(X, y, None, 10))


@pytest.mark.parametrize(("dtype", "order"), [(np.float64, "C"), (np.float32, "F"), (np.int32, "C"), (">f4", "C")])
def test_a_map_that_would_be_copied_whole_is_refused_where_it_is_read_in_chunks(tmp_path, dtype, order):
    X, y = samples()
    mapped = np.memmap(tmp_path / "X", dtype, mode="w+", shape=X.shape, order=order)
    mapped[:] = X
    with pytest.raises(ValueError, match="would be copied whole: chunk_rows needs float32 in row order"):
        trained(WsabiePP, mapped, y, 10)
    assert trained(WsabiePP, mapped, y).n_iter_ >= 1
    good = np.memmap(tmp_path / "good", np.float32, mode="w+", shape=X.shape)
    good[:] = X
    assert trained(WsabiePP, good, y, 10).n_iter_ >= 1


@pytest.mark.parametrize("cls", IN_CHUNKS)
def test_a_chunk_is_let_go_before_the_next_is_read(cls, monkeypatch):
    read, chunks = reading._read, []

    def counted(rows, drawn):
        assert not any(chunk() is not None for chunk in chunks)
        found = read(rows, drawn)
        chunks.append(weakref.ref(found.rows.X if isinstance(found, WithConstant) else found.X))
        return found

    monkeypatch.setattr(reading, "_read", counted)
    trained(cls, *samples(n=60, d=5, n_classes=4), chunk_rows=20)
    assert len(chunks) >= 3
