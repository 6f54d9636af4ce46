"""What a classifier gives is a ranking of the classes, or it is refused by name."""

import numpy as np
import pytest
from sklearn.svm import SVC

from manyclass.protocol.trial.predictions import ranked

X = np.zeros((3, 2))


class Scorer:
    """A classifier of three classes that answers as it is told."""

    classes_ = np.arange(3)

    def __init__(self, **answers):
        for name, answer in answers.items():
            setattr(self, name, lambda *_, answer=answer: np.asarray(answer))


class Two(Scorer):
    classes_ = np.array([4, 7])


WRONG = {
    "scores that are NaN": (Scorer(decision_function=[[0, 1, np.nan]] * 3), 3),
    "scores of shape (3, 2), which must be (3, 3)": (Scorer(predict_proba=np.eye(3)[:, :2]), 3),
    "scores of shape (3,), which must be (3, 3)": (Scorer(decision_function=[1, 2, 3]), 3),
    "predicts 25.5, which is no class": (Scorer(predict=[1, 25.5, 2]), 1),
    "predicts nan, which is no class": (Scorer(predict=[1, np.nan, 2]), 3),
    "predicts a, which is no class": (Scorer(predict=["a", "b", "a"]), 1),
    "predictions of shape (2, 1) for 3 samples": (Scorer(predict=[0, 1]), 1),
    "ranks a class twice": (Scorer(predict_topk=[[0, 1], [1, 1], [2, 0]]), 2),
    "predictions of shape (3,) for 3 samples": (Scorer(predict_topk=[0, 1, 2]), 2),
}


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.parametrize("says", WRONG)
def test_what_is_no_ranking_is_refused(says):
    estimator, k = WRONG[says]
    with pytest.raises(ValueError) as caught:
        ranked(estimator, X, k)
    assert says in str(caught.value)


def test_scores_are_ranked_and_equal_ones_by_number():
    scores = [[0, 2, 2], [3, 1, 2], [0, 0, 0]]
    for name in ("decision_function", "predict_proba"):
        assert ranked(Scorer(predict=[1, 0, 0], **{name: scores}), X, 2).tolist() == [[1, 2], [0, 2], [0, 1]]


def test_a_ranking_begins_with_what_is_predicted_and_goes_on_by_score():
    scores = [[3, 2, 1], [3, 2, 1], [3, 2, 1]]
    estimator = Scorer(predict=[0, 1, 2], decision_function=scores)
    assert ranked(estimator, X, 3).tolist() == [[0, 1, 2], [1, 0, 2], [2, 0, 1]]
    assert ranked(estimator, X, 2).tolist() == [[0, 1], [1, 0], [2, 0]]


def test_the_accuracy_of_a_classifier_is_that_of_its_predictions():
    """Whose votes by pairs of classes are not always won by the highest score."""
    rng = np.random.default_rng(0)
    y = rng.integers(15, size=600)
    samples = rng.standard_normal((600, 5)) + rng.standard_normal((15, 5))[y]
    model = SVC().fit(samples[:300], y[:300])
    rest, labels = samples[300:], y[300:]
    best = ranked(model, rest, 10)
    assert (best[:, 0] == labels).mean() == model.score(rest, labels)
    assert (model.decision_function(rest).argmax(axis=1) == labels).mean() != model.score(rest, labels)
    np.testing.assert_array_equal(best[:, :1], ranked(model, rest, 1))


def test_two_classes_may_share_a_score():
    assert ranked(Two(predict=[4, 7, 4], decision_function=[-1.0, 2.0, 0.0]), X, 2).tolist() == [[4, 7], [7, 4], [4, 7]]


def test_whole_numbers_as_floats_are_classes():
    best = ranked(Scorer(predict=[1.0, 2.0, 0.0]), X, 1)
    assert best.dtype == np.int32 and best.tolist() == [[1], [2], [0]]
