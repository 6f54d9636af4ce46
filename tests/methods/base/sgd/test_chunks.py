"""Training in chunks: every sample is read once a pass, the rest is as with all samples at once."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief, samples

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant
from manyclass.methods.base.samples import labels_of, rows_of
from manyclass.methods.base.sgd.chunks import shuffled
from manyclass.methods.base.sgd.stochastic import Problem
from manyclass.methods.nearest_means import NearestMeans
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
@pytest.mark.parametrize(("n", "most", "number"), [(40, 10, 4), (41, 10, 5), (40, 40, 1), (40, None, 1), (7, 1, 7)])
def test_each_sample_is_in_one_chunk(sparse, n, most, number):
    X = np.arange(2 * n, dtype=np.float32).reshape(n, 2)
    Y = several_labels(n)
    problem = Problem(WithConstant(rows_of(sp.csr_array(X) if sparse else X), 2.0), labels_of(Y), "rule")
    chunks = [*shuffled(problem, most, GENERATOR)]
    assert len(chunks) == number
    assert [before for before, _ in chunks] == np.cumsum([0] + [each.n_samples for _, each in chunks[:-1]]).tolist()
    assert max(each.n_samples for _, each in chunks) <= (most or n)
    seen = {}
    for _, (rows, labels, rule) in chunks:
        assert rule == "rule" and rows.constant == 2.0
        assert isinstance(rows.rows, Sparse if sparse else Dense) and isinstance(labels, Labels)
        whole = sp.csr_array(tuple(rows.rows), shape=(len(labels.indptr) - 1, 2)).toarray() if sparse else rows.rows.X
        for i, x in enumerate(whole):
            seen[tuple(x)] = labels.classes[labels.indptr[i] : labels.indptr[i + 1]].tolist()
    assert seen == {tuple(x): np.flatnonzero(y).tolist() for x, y in zip(X, Y.toarray())}


def test_the_order_is_the_generators_and_leaves_it_alone():
    X, y = samples(40)
    problem = Problem(rows_of(X), labels_of(sp.csr_array(np.eye(8, dtype=np.int8)[y])), ())
    orders = []
    for number in range(20):
        generator = GENERATOR + np.uint64(number)
        before = generator.copy()
        orders.append(tuple(chunk.rows.X[0, 0] for _, chunk in shuffled(problem, 10, generator)))
        np.testing.assert_array_equal(generator, before)
    assert len({*orders}) > 5
    again = tuple(chunk.rows.X[0, 0] for _, chunk in shuffled(problem, 10, GENERATOR))
    assert again == orders[0]


@pytest.mark.parametrize("cls", IN_CHUNKS, ids=lambda cls: cls.__name__)
def test_one_chunk_is_all_samples_and_several_train_as_well(cls):
    X, y = samples(600, d=16)
    whole, one, several = (trained(cls, X, y, rows) for rows in (None, 600, 300))
    np.testing.assert_array_equal(one.decision_function(X), whole.decision_function(X))
    assert not np.array_equal(several.decision_function(X), whole.decision_function(X))
    assert several.score(X, y) > 0.9 * whole.score(X, y)
    np.testing.assert_array_equal(trained(cls, X, y, 300).decision_function(X), several.decision_function(X))


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
    reweighted = WeightedRankingSVM(reweight=True, max_iter=1)
    with pytest.raises(ValueError, match="drawn equally often need all samples at once"):
        next(reweighted.passes(X, y, None, 10))
