"""Operations of training, counted by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import convergence, training_cost
from manyclass.protocol.trial.record import CandidateRecord

CURVE = CandidateRecord({}, passes=[1, 2], valid=[0.1, 0.2], updated=[0.5, 0.25], n_tries=[3.0, 5.0])


@pytest.mark.parametrize(
    ("row", "params", "expected"),
    [
        ("one_vs_rest", {"balance": 3}, [10 * (1 + 3 + 0.5), 10 * (2 + 5 + 0.75)]),
        ("auc_ranking", {}, [10 * (1 + 3 + 2 * 0.5), 10 * (2 + 5 + 2 * 0.75)]),
        ("wsabie", {"dimensions": 4}, [40 + 4 * 4 + 0.5 * 48, 80 + 4 * 7 + 0.75 * 48]),
        ("wsabie_pp", {"dimensions": 4, "last_violators": 8}, [40 + 4 * 12 + 0.5 * 48, 80 + 4 * 23 + 0.75 * 48]),
    ],
)
def test_operations_are_those_counted_by_hand(row, params, expected):
    np.testing.assert_allclose(training_cost.operations(row, params, CURVE, 10), expected)


def give(store, row, tries):
    """A curve that has reached all it will after the third of its passes."""

    def curve(record, seed):
        passes = list(range(1, 7))
        valid = [0.1, 0.19, 0.1985, 0.199, 0.2, 0.2]
        tried = [tries * (1 + 0.01 * seed) * each for each in passes]
        return with_winner(record, passes=passes, valid=valid, updated=[0.0] * 6, n_tries=tried)

    rewrite(store, convergence.curve_trial(CONFIG, row), curve)


def test_costs_end_where_99_percent_are_reached(fake):
    give(fake, "auc_ranking", 1.0)
    d = fake.card("imagenet16k")["features"]
    passes, needed, whole = training_cost.costs(fake, "auc_ranking")
    assert passes.tolist() == [3] * 4
    np.testing.assert_allclose(needed, [3 * d * (2 + 0.01 * seed) for seed in range(4)])
    np.testing.assert_allclose(whole, 2 * needed)


@pytest.mark.parametrize(("most", "verdict"), [(1.1, "reproduced"), (60.0, "not reproduced")])
def test_alike_is_at_most_twice(fake, monkeypatch, most, verdict):
    methods = ("one_vs_rest", "auc_ranking")
    monkeypatch.setattr(training_cost, "METHODS", methods)
    for row, tries in zip(methods, (most, 1.0)):
        give(fake, row, tries)
    assert [claim.verdict for claim in training_cost.claims(fake)] == [verdict]


@pytest.mark.parametrize(("row", "params"), [("auc_ranking", {}), ("wsabie", {"dimensions": 1})])
def test_no_training_takes_fewer_operations_than_nearest_means(row, params):
    """Which take one for each feature, as the scores of a pass do that tries and updates nothing."""
    idle = CandidateRecord({}, passes=[1], valid=[0.1], updated=[0.0], n_tries=[0.0])
    assert training_cost.operations(row, params, idle, 10)[0] >= 10
