"""The batch class-confusion loss: P̂ against other code, and a second training that is the plain one but for it."""

import numpy as np
import pytest
from method_samples import indicator, learnt, samples, several
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.metrics import confusion_matrix

from manyclass.methods.auc_ranking import AUCRanking
from manyclass.methods.class_confusion import ClassConfusion, class_confusion
from manyclass.methods.warp_ranking import WarpRanking
from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP

X, LABELS = samples()
Y = several(LABELS, 8)
ESTIMATORS = [AUCRanking(), WarpRanking(step=0.1), Wsabie(dimensions=5, step=0.1), WsabiePP(dimensions=5, burn_in=2)]
ALL = pytest.mark.parametrize("estimator", ESTIMATORS)


def test_confusion_is_scikit_learns_normalised_by_row():
    rng = np.random.default_rng(0)
    y, predicted = np.arange(300) % 11, rng.integers(0, 11, 300)
    confusion = class_confusion(predicted, indicator([{g} for g in y.tolist()], 11))
    assert_allclose(confusion.toarray(), confusion_matrix(y, predicted, normalize="true"), rtol=1e-6)
    assert confusion.has_canonical_format
    assert (confusion.data.dtype, confusion.indices.dtype, confusion.indptr.dtype) == (np.float32, np.int32, np.int32)


def test_confusion_of_several_classes_by_counting():
    predicted = np.random.default_rng(0).integers(0, 8, len(LABELS))
    sets = [set(Y.indices[Y.indptr[i] : Y.indptr[i + 1]].tolist()) for i in range(len(LABELS))]
    expected = np.zeros((8, 8))
    for g in range(8):
        chosen = [g if h in given else h for given, h in zip(sets, predicted.tolist()) if g in given]
        expected[g] = np.bincount(chosen, minlength=8) / len(chosen)
    assert_allclose(class_confusion(predicted, Y).toarray(), expected, rtol=1e-6)
    assert_allclose(expected.sum(axis=1), 1)


@ALL
def test_confusion_is_that_of_a_first_classifier_of_the_estimators_own_passes(estimator):
    first = clone(estimator).set_params(max_iter=3)
    model = ClassConfusion(first, max_iter=2, random_state=0).fit(X, Y)
    seed = model._seeds(2)[0].generate_state(1)[0]
    predicted = first.set_params(random_state=int(seed)).fit(X, Y).predict(X)
    assert_array_equal(model.confusion_.toarray(), class_confusion(predicted, Y).toarray())
    assert model.n_iter_ == len(model.history_) == 2
    assert ClassConfusion(clone(first), random_state=0).fit(X, Y).n_iter_ == 3


@ALL
def test_without_confusion_the_second_training_is_the_plain_one(estimator, monkeypatch):
    monkeypatch.setattr(type(estimator), "predict", lambda self, X: LABELS)
    model = ClassConfusion(estimator, max_iter=3, random_state=0).fit(X, LABELS)
    assert_array_equal(model.confusion_.toarray(), np.eye(8))
    assert learnt(clone(model.estimator_).fit(X, LABELS)) == learnt(model)


@ALL
def test_with_confusion_it_is_not(estimator):
    model = ClassConfusion(estimator, max_iter=3, random_state=0).fit(X, Y)
    plain = clone(model.estimator_).fit(X, Y)
    assert plain.history_[0] != model.history_[0] or learnt(plain) != learnt(model)


def test_errors_of_a_class_that_is_always_mistaken_teach_nothing():
    """All samples look alike and most are of class 0, so class 1 is always taken for it: only class 0 counts."""
    X, y = np.ones((90, 1), np.float32), np.int64([0] * 80 + [1] * 10)
    estimator = WarpRanking(step=0.05, margin=0.5, radius=np.inf, initial="zeros", max_iter=5)
    model = ClassConfusion(estimator, max_iter=6, random_state=0)
    models = [learnt(each) for each in model.passes(X, y)]
    assert_array_equal(model.confusion_.toarray(), [[1, 0], [1, 0]])
    assert (model.decision_function(X) <= -0.5).all()
    assert models[-1] == models[-2]
    assert model.history_[-1].updated > 0


def test_neither_estimator_nor_labels_are_touched():
    estimator = AUCRanking(max_iter=2)
    model = ClassConfusion(estimator, random_state=0).fit(X, np.array(list("abcdefgh"))[LABELS])
    assert vars(estimator) == vars(AUCRanking(max_iter=2))
    assert_array_equal(model.classes_, list("abcdefgh"))
    assert set(model.predict(X)) <= set("abcdefgh")


def test_scores_are_the_second_classifiers():
    model = ClassConfusion(WsabiePP(dimensions=3, burn_in=1), max_iter=2, random_state=0).fit(X, Y)
    assert_array_equal(model.decision_function(X), model.estimator_.decision_function(X))
    assert model.n_parameters_ == 3 * (8 + X.shape[1])


@ALL
def test_step_and_margin_are_the_second_trainings_alone(estimator):
    plain = ClassConfusion(estimator, max_iter=2, random_state=0).fit(X, LABELS)
    own = ClassConfusion(estimator, step=0.05, margin=0.7, max_iter=2, random_state=0).fit(X, LABELS)
    assert_array_equal(own.confusion_.toarray(), plain.confusion_.toarray())
    assert (own.estimator_.step, own.estimator_.margin) == (0.05, 0.7)
    assert (plain.estimator_.step, plain.estimator_.margin) == (estimator.step, estimator.margin)
    assert learnt(own) != learnt(plain)
