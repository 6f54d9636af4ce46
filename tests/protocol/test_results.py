"""Reading results: failures, and one clear line for what is missing or broken."""

import json

import numpy as np
import pytest

from manyclass.protocol.results import Results, failure
from manyclass.protocol.trial.record import CandidateRecord, Record
from manyclass.protocol.trial.spec import Trial

TRIAL = Trial("letters", "wsabie", "default")


@pytest.fixture
def store(tmp_path):
    for seed, accuracy in enumerate([0.5, None, 0.25]):
        file = tmp_path / "trial" / TRIAL.address / f"{seed}.json"
        best = CandidateRecord({}, valid=[0.5], test={"accuracy": accuracy})
        result = {"status": "timeout", "error": "over 60 s"}
        if accuracy is not None:
            result = {"status": "ok", "candidates": [best], "winner": 0, "n_parameters": 7}
        Record(TRIAL.dataset, TRIAL.method, TRIAL.variant, seed, **result).write(file)
        np.savez(file.with_suffix(".npz"), ranked=np.array([[seed, 9], [1, 2]], np.int32))
    return Results(tmp_path, {"seeds": 3})


def test_reads_records_sizes_and_predictions(store):
    np.testing.assert_array_equal(store.test(TRIAL), [0.5, np.nan, 0.25])
    np.testing.assert_array_equal(store.test(TRIAL, "top5"), [np.nan] * 3)
    np.testing.assert_array_equal(store.sizes(TRIAL), [7, np.nan, 7])
    np.testing.assert_array_equal(store.predicted(TRIAL, 2), [2, 1])
    assert [record.status for record in store.records(TRIAL)] == ["ok", "timeout", "ok"]


def test_data_sets_whose_sweeps_end_at_an_edge_are_remembered(store):
    store.records(TRIAL)
    assert store.at_edge == set()
    beaten = CandidateRecord({"step": 9.0}, valid=[0.4], test={"accuracy": 0.4}, edges=["step"])
    best = CandidateRecord({"step": 1.0}, valid=[0.5], test={"accuracy": 0.5})
    at_edge = Trial("digits", "wsabie", "default")
    for seed in store.seeds:
        record = Record("digits", "wsabie", "default", seed, status="ok", candidates=[best, beaten], winner=0)
        record.write(store.folder / "trial" / at_edge.address / f"{seed}.json")
    store.records(at_edge)
    assert store.at_edge == {"digits"}


def test_failure_only_when_no_seed_succeeded(store):
    records = store.records(TRIAL)
    assert failure(records) is None
    assert failure(records[1:2]) == "timeout: over 60 s"


def test_five_seeds_when_nothing_is_said_and_three_at_smoke_scale(tmp_path):
    assert Results(tmp_path).seeds == range(5)
    assert Results(tmp_path, {"scale": "smoke"}).seeds == range(3)
    assert Results(tmp_path, {"scale": "smoke", "seeds": 7}).seeds == range(7)


def test_controls_are_those_of_every_draw(store):
    for seed, accuracy in enumerate((0.5, 0.7, 0.6)):
        folder = store.folder / "data" / "letters" / str(seed)
        folder.mkdir(parents=True)
        controls = {"class_prior": {"accuracy": accuracy, "top5": 0.9}, "bayes_optimal": None}
        (folder / "card.json").write_text(json.dumps({"classes": 3, "draw": seed, "controls": controls}))
    np.testing.assert_array_equal(store.controls("letters", "class_prior"), [0.5, 0.7, 0.6])
    np.testing.assert_array_equal(store.controls("letters", "class_prior", "top5"), [0.9] * 3)
    np.testing.assert_array_equal(store.controls("letters", "class_prior", "top3"), [np.nan] * 3)
    np.testing.assert_array_equal(store.controls("letters", "bayes_optimal"), [np.nan] * 3)
    assert [store.card("letters", seed)["draw"] for seed in (0, 2)] == [0, 2]
    assert store.card("letters")["draw"] == 0


def test_what_has_not_run_is_named(store):
    with pytest.raises(FileNotFoundError, match="letters/wsabie_pp/default with seed 1.*run the workflow"):
        store.record(Trial("letters", "wsabie_pp"), 1)
    with pytest.raises(FileNotFoundError, match="draw 0 of data set sentences"):
        store.card("sentences")
    with pytest.raises(FileNotFoundError, match="sentences/2 does not exist"):
        store.data("sentences", 2)
    with pytest.raises(FileNotFoundError, match="predictions"):
        store.ranked(Trial("letters", "wsabie_pp"), 1)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"3", b'{"status": "ok"}'])
def test_a_broken_record_is_named(store, content):
    path = store.folder / "trial" / TRIAL.address / "1.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"1\.json: not a trial's record"):
        store.record(TRIAL, 1)


@pytest.mark.parametrize("damage", ["empty", "truncated", "pickled", "without ranked"])
def test_broken_predictions_are_named(store, damage):
    path = store.folder / "trial" / TRIAL.address / "1.npz"
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "truncated":
        path.write_bytes(path.read_bytes()[:100])
    elif damage == "pickled":
        np.savez(path, ranked=np.array([{}], dtype=object))
    else:
        np.savez(path, predicted=np.zeros(3))
    with pytest.raises(ValueError, match=r"1\.npz: not a trial's predictions"):
        store.ranked(TRIAL, 1)


def test_a_draw_that_a_trial_is_not_run_on_has_no_number_and_keeps_its_place(store):
    once = Trial("letters", "wsabie", "default", draws=1)
    np.testing.assert_array_equal(store.test(once), [0.5, np.nan, np.nan])
    assert [record.status for record in store.records(once)] == ["ok", "left out", "left out"]
    assert failure(store.records(once)) is None
    assert "run on 1 of the draws" in failure(store.records(once)[1:])
