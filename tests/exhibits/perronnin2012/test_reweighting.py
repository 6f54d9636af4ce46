"""What reweighting does to small and large classes, on planted predictions."""

from types import SimpleNamespace

import numpy as np
import pytest
from fake_results import rewrite, with_winner
from made_accuracies import give
from scipy.sparse import csr_array

from manyclass.exhibits.perronnin2012 import reweighting
from manyclass.protocol.trial.record import CandidateRecord, Record

FEATURES, METHODS = ("bov16", "fv4"), ("MUL", "RNK", "WAR")
WITHIN_A_POINT = dict.fromkeys((0.0, 0.9, -0.9), "reproduced") | dict.fromkeys((1.1, -1.1, 6.0), "not reproduced")
RISING = {"passes": [1, 1500, 2400], "valid": [0.1, 0.2, 0.9], "n_passes": 2457}


def labels(y, classes):
    return csr_array(np.eye(classes, dtype=np.int8)[y])


def test_by_size_compares_the_smallest_and_the_largest_quarter():
    """Classes 0 and 7 are the smallest, 1 and 2 the largest; reweighting wins the former and loses half of these."""
    train, right = labels(np.repeat(np.arange(8), [1, 9, 8, 7, 6, 5, 4, 2]), 8), np.repeat(np.arange(8), 2)
    lost = np.isin(right, [1, 2]) & (np.arange(16) % 2 > 0)
    plain, even = np.where(np.isin(right, [0, 7]), 3, right), np.where(lost, 3, right)
    data = SimpleNamespace(train=SimpleNamespace(Y=train), test=SimpleNamespace(Y=labels(right, 8)))
    store = SimpleNamespace(config={"scale": "standard"}, seeds=range(2), data=lambda name, seed: data)
    trained = CandidateRecord({}, passes=[1], valid=[0.5], n_passes=1, test={"accuracy": 0.5})
    records = [Record("a", "b", "c", 0, "ok", candidates=[trained], winner=0), Record("a", "b", "c", 1)]
    store.records, store.record = lambda trial: records, lambda trial, seed: records[seed]
    store.predicted = lambda trial, seed: even if trial.variant == "reweighted" else plain
    changes = reweighting.by_size(store, "MUL", "fv4")
    assert changes[0].tolist() == [100.0, -50.0]
    assert np.isnan(changes[1]).all()


def in_turn(values, turn):
    """One of the values for each kind of features and method."""
    keys = [(features, method) for features in FEATURES for method in METHODS]
    return {key: values[(place + turn) % len(values)] for place, key in enumerate(keys)}


def verdicts(store, statement):
    """Verdicts by features and method, with which a text begins."""
    made = [claim for claim in reweighting.claims(store) if claim.statement == statement]
    return {tuple(claim.text.partition(":")[0].split(", ")): claim.verdict for claim in made}


@pytest.mark.parametrize("turn", range(len(WITHIN_A_POINT)))
def test_little_is_less_than_a_point_either_way(fake, turn):
    fake.config = fake.config | {"scale": "standard"}
    changes = in_turn([*WITHIN_A_POINT], turn)
    for (features, method), change in changes.items():
        for trial, percent in zip(reweighting.pair(fake.config, method, features), (30.0, 30.0 + change)):
            give(fake, trial, percent)
    assert verdicts(fake, "reweighting-little") == {key: WITHIN_A_POINT[each] for key, each in changes.items()}


@pytest.mark.parametrize("turn", range(4))
def test_small_classes_are_served_where_more_of_them_are_recognised(fake, monkeypatch, turn):
    """What the smallest class wins, the largest loses, and the other way round."""
    fake.config = fake.config | {"scale": "standard"}
    trials = {key: reweighting.pair(fake.config, *key[::-1]) for key in in_turn([0], 0)}
    served = in_turn([("large", "small"), ("small", "small"), ("small", "large"), ("large", "large")], turn)
    right = {trial: part for key, pair in trials.items() for trial, part in zip(pair, served[key])}

    def predicted(trial, seed):
        data = fake.data(trial.dataset, seed)
        y, size = data.test.Y.indices, np.bincount(data.train.Y.indices, minlength=60)
        missed = size.argmax() if right[trial] == "small" else np.where(size, size, size.max()).argmin()
        return np.where(y == missed, (y + 1) % 60, y)

    monkeypatch.setattr(fake, "predicted", predicted)
    expected = {key: "reproduced" if each == ("large", "small") else "not reproduced" for key, each in served.items()}
    assert verdicts(fake, "reweighting-serves-small") == expected


@pytest.mark.parametrize("which", [0, 1])
def test_no_class_is_compared_where_either_still_rises_in_a_draw(fake, which):
    fake.config = fake.config | {"scale": "standard"}
    assert np.isfinite(reweighting.by_size(fake, "MUL", "fv4")).all()
    trial = reweighting.pair(fake.config, "MUL", "fv4")[which]
    assert trial.most_passes == RISING["n_passes"]
    rewrite(fake, trial, lambda record, seed: with_winner(record, **RISING) if seed == 1 else record)
    assert np.isnan(reweighting.by_size(fake, "MUL", "fv4")).all()
    of_method = [claim for claim in reweighting.claims(fake) if claim.text.startswith("fv4, MUL")]
    assert [claim.n for claim in of_method] == [0, 0]
