"""Pilots: a sweep on the first samples, the sweep on all from its winners, and the fit of what won there."""

import json

import numpy as np
import pytest
from scipy.sparse import csr_array
from trials import run, trial

from manyclass.datasets.base import Part, Split
from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.wsabie_pp import WsabiePP
from manyclass.protocol.trial import pilot
from manyclass.protocol.trial.record import CandidateRecord

SEARCH = '{"step": {"start": [0.01, 0.1]}, "margin": [0.1, 1.0], "balance": [1, 2]}'
STEPS = ("--passes", "2", "--no-halving", "--search", SEARCH)


def described(score, **params):
    metrics = {"accuracy": score, "top5": 1 - score}
    return CandidateRecord(params, valid=[score], test={"accuracy": 0.0}, valid_metrics=metrics, edges=["margin"])


@pytest.fixture
def split():
    y = np.array([0, 0, 1, 0, 2, 1, 2])
    labels = csr_array((np.ones(7, np.int8), y.astype(np.int32), np.arange(8, dtype=np.int32)), shape=(7, 3))
    part = Part(np.arange(14, dtype=np.float32).reshape(7, 2), labels)
    return Split(part, part, part, None, ["a", "b", "c"])


@pytest.mark.parametrize(("rows", "samples"), [(1, [0, 2, 4]), (2, [0, 1, 2, 4]), (3, [0, 1, 2, 4]), (5, range(5))])
def test_a_slice_has_the_first_samples_and_one_of_each_class(split, rows, samples):
    first = pilot.first_rows(split, rows)
    np.testing.assert_array_equal(first.train.X, split.train.X[list(samples)])
    np.testing.assert_array_equal(first.train.Y.toarray(), split.train.Y.toarray()[list(samples)])
    assert first.test is split.test and first.valid is split.valid


def test_without_a_number_of_rows_nothing_is_left_out(split):
    assert pilot.first_rows(split, None) is split


def test_winners_are_the_best_by_each_metric_at_the_point(split):
    tried = [described(0.2, k=1, C=1.0), described(0.6, k=1, C=2.0), described(0.4, k=1, C=3.0)]
    tried += [described(0.9, k=3, C=4.0), CandidateRecord({"k": 1, "C": 5.0}, valid=[1.0])]
    assert pilot.winners(tried, {"k": 1}, ["accuracy", "top5"]) == [tried[1], tried[0]]
    assert pilot.winners(tried, {"k": 1}, ["accuracy", "accuracy"]) == [tried[1]]
    assert pilot.winners(tried, {"k": 9}, ["accuracy"]) == []


def test_what_is_not_swept_again_is_held_with_its_edge():
    winner = described(0.5, k=1, step=0.1, margin=3.0)
    assert pilot.swept_again(MulticlassSVM, ["step", "margin"]) == ["step", "margin"]
    assert pilot.swept_again(OneVsRestSVM, ["step", "margin", "balance"]) == ["step", "balance"]
    assert pilot.swept_again(WsabiePP, ["margin", "step"]) == ["step"]
    start = pilot.start(winner, {"k": 1}, ["step"])
    assert start == pilot.Start({"k": 1, "margin": 3.0}, [{"step": 0.1}], ("margin",))
    assert pilot.start(winner, {"k": 1}, ["step", "margin"]).edges == ()


def test_the_sweep_on_all_samples_begins_from_the_winner_and_the_fit_is_of_it(data, tmp_path):
    slices, everything, other = (tmp_path / name for name in ("pilot", "all", "other"))
    for folder in (slices, everything, other):
        folder.mkdir()
    found = trial(data, slices, *STEPS, "--rows", "30", method="one_vs_rest")
    swept = trial(data, everything, *STEPS, "--pilot", slices / "0.json", method="one_vs_rest")
    tried = [each.params for each in swept.candidates]
    assert tried[0] == found.best.params
    assert {each.params["margin"] for each in found.candidates} == {0.1, 1.0}
    assert {each["margin"] for each in tried} == {tried[0]["margin"]}  # it is not swept again
    assert all(len({each[name] for each in tried}) > 1 for name in ("step", "balance"))
    fitted = trial(
        data, other, "--passes", "2", "--search", "{}", "--pilot", everything / "0.json", method="one_vs_rest"
    )
    assert [each.params for each in fitted.candidates] == [swept.best.params]
    assert fitted.best.test == swept.best.test  # on the same draw with the same seed


def test_an_edge_of_what_is_held_stays_one(data, tmp_path):
    for name in ("pilot", "all"):
        (tmp_path / name).mkdir()
    trial(data, tmp_path / "pilot", "--passes", "1", "--rows", "30", method="wsabie_pp")
    record = json.loads((tmp_path / "pilot" / "0.json").read_text())
    record["candidates"][record["winner"]]["edges"] = ["dimensions", "step"]
    (tmp_path / "pilot" / "0.json").write_text(json.dumps(record))
    words = ("--passes", "1", "--pilot", tmp_path / "pilot" / "0.json")
    swept = trial(data, tmp_path / "all", *words, method="wsabie_pp")
    assert all("dimensions" in each.edges for each in swept.candidates)
    assert len({each.params["dimensions"] for each in swept.candidates}) == 1
    assert len({each.params["step"] for each in swept.candidates}) > 1


def test_a_pilot_without_a_winner_is_named(data, tmp_path):
    (tmp_path / "pilot").mkdir()
    trial(data, tmp_path / "pilot", "--rows", "30", "--fixed", '{"step": -1}', method="one_vs_rest")
    done = run(data, tmp_path / "0.json", "--pilot", tmp_path / "pilot" / "0.json", method="one_vs_rest")
    assert f"starts from {tmp_path / 'pilot' / '0.json'}, which failed" in done.stderr
