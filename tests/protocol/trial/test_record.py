"""Records are read as they were written."""

from dataclasses import replace

import numpy as np
import pytest

from manyclass.protocol.trial.record import CandidateRecord, Record, Refit, Timing

CANDIDATES = [
    CandidateRecord({"step": 0.1}, passes=[1, 2], valid=[0.25, 0.5], dropped=True),
    CandidateRecord({"step": 0.3}, [1, 2], [0.5, 0.75], test={"accuracy": 0.7}, diagnostics={"objective": {"a": 1.5}}),
]
RECORD = Record("blobs", "own", "default", 3, "ok", None, CANDIDATES, 1, 12, {"k": 2}, Timing(1.5), {"python": "3"})


def test_a_record_comes_back(tmp_path):
    RECORD.write(tmp_path / "0.json")
    assert Record.read(tmp_path / "0.json") == RECORD
    assert (RECORD.best, RECORD.valid, RECORD.test) == (CANDIDATES[1], 0.75, {"accuracy": 0.7})
    assert not (tmp_path / "0.npz").exists()


def test_a_refit_comes_back_and_what_is_tested_is_of_it(tmp_path):
    refitted = replace(RECORD, refit=Refit(80, 2, {"accuracy": 0.8}, {"gap": 0.1}))
    refitted.write(tmp_path / "0.json")
    assert Record.read(tmp_path / "0.json") == refitted
    assert refitted.test == {"accuracy": 0.8} and refitted.valid == RECORD.valid


def test_numbers_of_numpy_are_numbers(tmp_path):
    best = CandidateRecord({"step": np.float32(0.5)}, diagnostics={"n": np.int64(3), "gap": np.nan})
    Record("blobs", "own", "default", 0, candidates=[best]).write(tmp_path / "0.json", {"ranked": np.arange(3)})
    (found,) = Record.read(tmp_path / "0.json").candidates
    assert found.params == {"step": 0.5} and found.diagnostics["n"] == 3 and np.isnan(found.diagnostics["gap"])
    np.testing.assert_array_equal(np.load(tmp_path / "0.npz")["ranked"], np.arange(3))


def test_without_a_winner_there_is_nothing_to_tell():
    record = Record("blobs", "own", "default", 0, "timeout", "late")
    assert record.best is record.test is record.valid is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"candidates": 3}', '{"candidates": [], "timing": {}}'])
def test_what_is_no_record_is_named_in_a_line(tmp_path, text):
    (tmp_path / "0.json").write_text(text)
    with pytest.raises(ValueError, match="0.json: not a trial's record .*delete it") as caught:
        Record.read(tmp_path / "0.json")
    assert "\n" not in str(caught.value)
