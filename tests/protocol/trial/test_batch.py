"""Several trials in one process are what they are one by one, in their order."""

import io
import json

import pytest
from trials import run

from manyclass.protocol.trial import batch
from manyclass.protocol.trial.record import Record

SWEEP = ("--search", '{"step": [0.1, 0.3]}', "--passes", "2")


@pytest.fixture
def batch_of(monkeypatch):
    """Hand these words of trials over by stdin."""

    def run_them(*lines, options=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{json.dumps(words)}\n" for words in lines)))
        batch.main(["--seconds", "600", *options])

    return run_them


def line(data, out, method, *arguments):
    return [str(data), method, "--seed", "0", "--out", str(out), *map(str, arguments)]


def test_a_batch_is_its_trials(data, tmp_path, batch_of):
    (tmp_path / "alone").mkdir()
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    after = ("--search", '{"margin": [1.0, 3.0]}', "--passes", "2", "--depends-on")
    batch_of(line(data, first, "wsabie_pp", *SWEEP), line(data, second, "wsabie_pp", *after, first))
    run(data, tmp_path / "alone" / "first.json", *SWEEP, method="wsabie_pp")
    run(data, tmp_path / "alone" / "second.json", *after, tmp_path / "alone" / "first.json", method="wsabie_pp")
    for together in (first, second):
        alone = tmp_path / "alone" / together.name
        one, other = Record.read(together), Record.read(alone)
        assert (one.candidates, one.winner, one.status) == (other.candidates, other.winner, "ok")
        assert together.with_suffix(".npz").read_bytes() == alone.with_suffix(".npz").read_bytes()


def test_many_are_handed_over_at_once(data, tmp_path, batch_of):
    """More than the operating system takes as one word of a command line, 128 KiB."""
    outs = [tmp_path / f"{number}.json" for number in range(30)]
    words = [line(data, out, "nearest_means", "--variant", 5000 * "x") for out in outs]
    assert len(json.dumps(words)) > 2**17
    batch_of(*words)
    assert [Record.read(out).status for out in outs] == ["ok"] * 30


def test_one_that_fails_is_an_error_only_if_all_must_have_a_result(data, tmp_path, batch_of):
    lines = [line(data, tmp_path / "0.json", "wsabi"), line(data, tmp_path / "1.json", "nearest_means")]
    batch_of(*lines)
    assert [Record.read(tmp_path / f"{n}.json").status for n in (0, 1)] == ["failed", "ok"]
    with pytest.raises(SystemExit, match="error: trial failed: ValueError: unknown method 'wsabi'"):
        batch_of(*lines, options=["--strict"])


def test_trials_have_the_budget(monkeypatch, batch_of):
    told = []
    monkeypatch.setattr(batch, "run", lambda specs: told.extend(spec.seconds for spec in specs) or [])
    batch_of(line("data/0", "0.json", "lda"), line("data/1", "1.json", "lda"))
    assert told == [600.0, 600.0]
