"""What a classifier gives is a ranking of the classes, or it is refused by name."""

import numpy as np
import pytest

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
        assert ranked(Scorer(**{name: scores}), X, 2).tolist() == [[1, 2], [0, 2], [0, 1]]


def test_two_classes_may_share_a_score():
    assert ranked(Two(decision_function=[-1.0, 2.0, 0.0]), X, 2).tolist() == [[4, 7], [7, 4], [4, 7]]


def test_whole_numbers_as_floats_are_classes():
    best = ranked(Scorer(predict=[1.0, 2.0, 0.0]), X, 1)
    assert best.dtype == np.int32 and best.tolist() == [[1], [2], [0]]
