"""One winner, wherever it is asked for, also of an estimator that predicts other classes than it scores highest."""

import pytest
from trials import own, trial

from manyclass.protocol import selection
from manyclass.protocol.trial import pilot
from manyclass.protocol.trial.record import CandidateRecord
from manyclass.protocol.trial.winner import best, score

DISAGREEING = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

class Own(ClassifierMixin, BaseEstimator):
    def __init__(self, right="scores"):
        self.right = right

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.means_ = np.stack([X[y == label].mean(axis=0) for label in self.classes_])
        return self

    def _nearest(self, X, right):
        nearest = ((X[:, None] - self.means_) ** 2).sum(axis=2).argmin(axis=1)
        return nearest if right else (nearest + 1) % 3

    def predict(self, X):
        return self._nearest(X, self.right == "votes")

    def decision_function(self, X):
        return np.eye(3)[self._nearest(X, self.right == "scores")]
"""
SWEPT = ("--search", '{"right": ["scores", "votes"]}')


@pytest.mark.parametrize("halving", [(), ("--no-halving",)])
def test_by_accuracy_what_is_predicted_decides_and_not_what_is_scored_highest(data, tmp_path, halving):
    factory = own(tmp_path, DISAGREEING)[:2]
    record = trial(data, tmp_path, *factory, *SWEPT, *halving, method="own")
    scores, votes = sorted(record.candidates, key=lambda each: each.params["right"])
    assert all(each.valid_metrics["accuracy"] == score(each) for each in record.candidates)
    assert votes.test["accuracy"] > 0.9 and votes.test["top3"] == 1
    assert score(votes) == record.valid > score(scores)
    assert record.best == best(record.candidates) == votes
    assert selection.holding([record]) == [record]
    assert pilot.winners(record.candidates, {}, ["accuracy"]) == [votes]
    (tmp_path / "all").mkdir()
    own(tmp_path / "all", DISAGREEING)
    begun = trial(data, tmp_path / "all", *factory, *SWEPT, "--pilot", tmp_path / "0.json", method="own")
    assert begun.candidates[0].params == votes.params


def test_of_equals_the_first_wins_and_none_that_was_not_tested():
    tried = [
        CandidateRecord({"C": n}, valid=[valid], test=test)
        for n, (valid, test) in enumerate([(0.9, None), (0.5, {}), (0.7, {}), (0.7, {})])
    ]
    assert best(tried) is tried[2]
    assert best(tried[:1]) is best([]) is None
