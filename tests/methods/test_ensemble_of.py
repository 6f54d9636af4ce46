"""Ensembles: sums of their members, and one model of concatenated embeddings and prototypes."""

import copy

import numpy as np
import pytest
from method_samples import learnt, samples, several
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.methods.ensemble_of import EnsembleOf
from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP

X, LABELS = samples()
Y = several(LABELS, 8)
ESTIMATORS = [Wsabie(dimensions=3, step=0.1), WsabiePP(dimensions=3, burn_in=1)]


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_scores_are_the_sum_of_the_members(estimator):
    ensemble = EnsembleOf(estimator, members=3, max_iter=2, random_state=0).fit(X, Y)
    total = sum(member.decision_function(X).astype(np.float64) for member in ensemble.members_)
    assert_allclose(ensemble.decision_function(X), total, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_is_one_model_of_concatenated_members(estimator):
    ensemble = EnsembleOf(estimator, members=3, max_iter=2, random_state=0).fit(X, Y)
    one = copy.copy(ensemble.members_[0])
    one.embedding_ = np.concatenate([member.embedding_ for member in ensemble.members_])
    one.prototypes_ = np.concatenate([member.prototypes_ for member in ensemble.members_], axis=1)
    assert_allclose(ensemble.decision_function(X), one.decision_function(X), rtol=1e-4, atol=1e-4)
    assert ensemble.n_parameters_ == one.n_parameters_ == 3 * 3 * (8 + X.shape[1])


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_members_are_the_estimator_with_other_draws(estimator):
    ensemble = EnsembleOf(estimator, members=2, max_iter=2, random_state=0).fit(X, Y)
    assert learnt(ensemble.members_[0]) != learnt(ensemble.members_[1])
    for member in ensemble.members_:
        alone = copy.deepcopy(estimator).set_params(max_iter=2, random_state=member.random_state)
        assert learnt(alone.fit(X, Y)) == learnt(member)


@pytest.mark.parametrize(
    ("d", "dimensions", "members"),
    [(12, 32, [6, 6]), (12, 12, [6, 6]), (12, 5, [5, 5]), (12, 4, 3 * [4]), (12, 3, 4 * [3]), (12, 1, 4 * [1])],
)
def test_members_come_to_a_linear_model(d, dimensions, members):
    X, y = samples(d=d)
    ensemble = EnsembleOf(Wsabie(dimensions=dimensions, step=0.1), max_iter=1).fit(X, y)
    assert [len(member.embedding_) for member in ensemble.members_] == members
    assert all(member.step == 0.1 for member in ensemble.members_)
    assert len(ensemble.members_) * ensemble.members_[0].training_bytes(len(X), d, 8) == ensemble.training_bytes(
        len(X), d, 8
    )


def test_a_given_number_of_members_have_the_estimators_own_dimensions():
    ensemble = EnsembleOf(Wsabie(dimensions=X.shape[1]), members=2, max_iter=1).fit(X, Y)
    assert {member.dimensions for member in ensemble.members_} == {X.shape[1]}


def test_passes_are_the_estimators_own_unless_given():
    assert EnsembleOf(Wsabie(max_iter=5)).fit(X, Y).n_iter_ == 5
    assert EnsembleOf(Wsabie(max_iter=5), max_iter=2).fit(X, Y).n_iter_ == 2


def test_neither_estimator_nor_labels_are_touched():
    estimator = WsabiePP(dimensions=3)
    ensemble = EnsembleOf(estimator, max_iter=1).fit(X, np.array(list("abcdefgh"))[LABELS])
    assert vars(estimator) == vars(WsabiePP(dimensions=3))
    assert_array_equal(ensemble.classes_, list("abcdefgh"))
    assert set(ensemble.predict(X)) <= set("abcdefgh")
