"""A trial that was stopped or killed, wherever it was, ends as one left alone."""

import errno
import json
import os
import random
import signal
import subprocess
import time
from dataclasses import asdict, replace
from functools import partial

import numpy as np
import pytest
from interrupted import After, write_noisy
from threadpoolctl import threadpool_limits
from trial_processes import start
from trials import call, command, modules_of, own, run

from manyclass.protocol.cost.expected_sweep import Sweep
from manyclass.protocol.cost.extent import Extent
from manyclass.protocol.cost.memory import snapshot_bytes
from manyclass.protocol.trial import deadline, progress, snapshots
from manyclass.protocol.trial.progress import Progress
from manyclass.protocol.trial.record import Record, Timing
from manyclass.protocol.trial.run import specs_from
from manyclass.protocol.trial.signals import Stop, Stopped
from manyclass.protocol.trial.spec import Trial
from manyclass.protocol.trial.worker import work

EVERY_PASS = ("--snapshot-every", "0")
HEADERS, AT_MOST = 10_000, 8  # bytes of a file beside its arrays; times what snapshots take
STEPS = ("--search", '{"step": [0.001, 0.01, 0.03, 0.1, 0.3]}')
TRIALS = {
    "side by side": ("wsabie_pp", *STEPS, "--passes", "6"),
    "with all curves": ("auc_ranking", "--search", '{"step": [0.1, 0.3]}', "--passes", "3", "--no-halving"),
    "stopped early, refitted": ("multiclass_svm", *STEPS, "--passes", "12", "--patience", "2", "--refit"),
    "stopped early, all to the end": ("multiclass_svm", *STEPS, "--passes", "12", "--patience", "2", "--no-halving"),
    "winners for longer": (
        *("multiclass_svm", "--search", '{"step": [0.1, 0.3, 1.0]}', "--passes", "6", "--patience", "4"),
        *("--no-halving", "--winner-passes", "20"),
    ),
    "an embedding, stopped early": (
        *("wsabie_pp", "--search", '{"step": [0.1, 0.3]}', "--passes", "12", "--patience", "1", "--least-passes", "3"),
    ),
    "an ensemble, stopped early": ("ensemble_of", "--search", "{}", "--passes", "12", "--patience", "1"),
    "along a path": (
        "topk_svm",
        *("--search", '{"C": [0.1, 1.0, 10.0]}', "--fixed", '{"warm_start": true, "tol": 1e-6}'),
        *("--passes", "6", "--no-halving"),
    ),
    "in one go": ("nearest_means", "--passes", "2"),
}


@pytest.fixture(autouse=True)
def _as_often_as_asked(monkeypatch):
    """Snapshots after every pass, however short it is."""
    monkeypatch.setattr(progress, "SHARE", 0)


@pytest.fixture(scope="module")
def noisy(tmp_path_factory):
    """A draw of which no method is right about all samples."""
    return write_noisy(tmp_path_factory.mktemp("noisy") / "blobs" / "0")


def spec_of(data, out, words, often=EVERY_PASS):
    method, *arguments = words
    given = command([data], method, [0], [out], *arguments, *often)[3:]
    return specs_from(given)[0]


def untimed(record):
    """What the record says, but for what it took, also where it says so of a solution."""
    said = json.loads(record.untimed())
    for candidate in said["candidates"]:
        for certificate in candidate["diagnostics"].get("solution", {}).get("certificates", []):
            certificate[1] = 0.0
    return said


def bytes_of(arrays):
    return {name: (array.dtype, array.shape, array.tobytes()) for name, array in arrays.items()}


def places(data, out, words):
    """At how many places a trial can be stopped."""
    counting = After(10**6)
    work(spec_of(data, out, words), Progress(spec_of(data, out, words), counting))
    return 10**6 - counting.left


@pytest.mark.parametrize("words", TRIALS.values(), ids=TRIALS)
def test_a_trial_stopped_anywhere_goes_on_to_the_same_record(noisy, tmp_path, words):
    assert stopped_anywhere(noisy, tmp_path, words).status == "ok"


def stopped_anywhere(noisy, tmp_path, words) -> Record:
    """The record of a trial left alone.

    It is held against that of one stopped at each place where it can be taken up, and again as many passes later, until
    it ends.
    """
    spec = spec_of(noisy, tmp_path / "alone" / "0.json", words)
    record, arrays = work(spec, Progress(spec, Stop()))
    number = places(noisy, tmp_path / "counted" / "0.json", words)
    for first in sorted({1, 2, 3, 5, 8, number // 2, number - 2, number - 1} & set(range(1, number))):
        spec = spec_of(noisy, tmp_path / str(first) / "0.json", words)
        pieces, ended = 0, None
        while ended is None:
            try:
                ended = work(spec, Progress(spec, After(first)))
            except Stopped:
                pieces += 1
                assert pieces < 100
        assert pieces >= 1
        assert untimed(ended[0]) == untimed(record)
        assert bytes_of(ended[1]) == bytes_of(arrays)
    return record


# Fails after two passes with a step of 0.03; with the others, where there is little memory.
FAILS = """
import os
from manyclass.methods.multiclass_svm import MulticlassSVM

class Own(MulticlassSVM):
    def _epoch(self, problem, state, first):
        if state.n_passes == 2 and (self.step == 0.03 or os.path.exists("little memory")):
            raise MemoryError
        return super()._epoch(problem, state, first)
"""
# The same of a classifier of one's own, which is taken up as it has ended or not at all.
FAILS_AT_ONCE = """
import os
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def __init__(self, step=1.0):
        super().__init__()
        self.step = step

    def fit(self, X, y):
        if self.step == 0.03 or os.path.exists("little memory"):
            raise MemoryError
        return super().fit(X, y)
"""
SOME_FAIL = ("--search", '{"step": [0.01, 0.03, 0.1]}', "--passes", "4")
FAILING = {
    "after two passes": (FAILS, ()),
    "after two passes, stopped early": (FAILS, ("--patience", "2")),
    "after two passes, all to the end": (FAILS, ("--no-halving",)),
    "at once": (FAILS_AT_ONCE, ()),
}


@pytest.mark.parametrize(("code", "how"), FAILING.values(), ids=FAILING)
def test_a_candidate_that_fails_by_itself_fails_again_wherever_the_trial_was_stopped(noisy, tmp_path, code, how):
    words = ("own", *own(tmp_path, code)[:2], *SOME_FAIL, *how)
    with modules_of(tmp_path):
        record = stopped_anywhere(noisy, tmp_path, words)
    assert record.status == "ok"
    failed = [each for each in record.candidates if each.error]
    assert [each.params["step"] for each in failed] == [0.03] and failed[0].error == "MemoryError"


@pytest.mark.parametrize(("code", "how"), FAILING.values(), ids=FAILING)
def test_a_trial_that_failed_for_want_of_memory_is_trained_again_with_more(noisy, tmp_path, code, how):
    """Once its record is deleted, with the same bytes as where there was enough at once."""
    out, more = tmp_path / "0.json", tmp_path / "more"
    words = (*own(tmp_path, code)[:2], *SOME_FAIL, *how, *EVERY_PASS)
    (tmp_path / "little memory").touch()
    run(noisy, out, *words, method="own")
    assert Record.read(out).status == "failed" and "MemoryError" in Record.read(out).error
    (tmp_path / "little memory").unlink()
    out.unlink()
    done = run(noisy, out, *words, method="own")
    assert ("taken up after 2 passes: {'step': 0.1}" in done.stderr) == (code is FAILS)
    more.mkdir()
    own(more, code)
    run(noisy, more / "0.json", *words, method="own")
    assert untimed(Record.read(out)) == untimed(Record.read(more / "0.json"))
    assert Record.read(out).status == "ok"
    assert out.with_suffix(".npz").read_bytes() == (more / "0.npz").read_bytes()


def test_one_that_has_failed_since_it_was_noted_is_not_kept(noisy, tmp_path):
    """As where the record cannot be written, and what has not been written yet is."""
    spec = spec_of(noisy, tmp_path / "0.json", ("own", *own(tmp_path, FAILS)[:2], *SOME_FAIL), often=())
    kept = Progress(spec, Stop())
    with modules_of(tmp_path):
        record, _ = work(spec, kept)
        kept.keep()
    names = {file.name.partition(".")[0] for file in snapshots.folder_of(spec.out).iterdir()}
    assert names - {"time"} == {f"candidate{n}" for n, each in enumerate(record.candidates) if not each.error}


def test_a_second_start_repeats_no_pass(noisy, tmp_path, capfd):
    words = TRIALS["side by side"]
    out = tmp_path / "0.json"
    spec, number = spec_of(noisy, out, words), places(noisy, tmp_path / "counted" / "0.json", words)
    with pytest.raises(Stopped):
        work(spec, Progress(spec, After(number - 1)))
    counting = After(10**6)
    capfd.readouterr()
    work(spec, Progress(spec, counting))
    assert 10**6 - counting.left < number / 2
    assert "taken up after 6 passes" in capfd.readouterr().err


def test_seconds_of_all_pieces_add_up(noisy, tmp_path):
    spec = spec_of(noisy, tmp_path / "0.json", TRIALS["side by side"])
    wall = 0.0
    for _ in range(2):
        started = time.perf_counter()
        with pytest.raises(Stopped):
            work(spec, Progress(spec, After(6)))
        wall += time.perf_counter() - started
    before = Progress(spec, Stop()).timing()
    assert before.cpu_s > 0 and 0.5 * wall < before.wall_s < wall + 1
    record, _ = work(spec, Progress(spec, Stop()))
    assert record.timing.wall_s > before.wall_s and record.timing.cpu_s > before.cpu_s
    assert all(np.all(np.diff(seconds) > 0) for seconds in record.timing.candidates)


def test_a_snapshot_of_another_trial_or_damaged_is_said_and_training_begins_anew(noisy, tmp_path, capfd):
    words = TRIALS["side by side"]
    alone = work(spec_of(noisy, tmp_path / "alone" / "0.json", words))[0]
    spec = spec_of(noisy, tmp_path / "0.json", words)
    with pytest.raises(Stopped):
        work(spec, Progress(spec, After(4)))
    for file in snapshots.folder_of(spec.out).glob("*.npz"):
        file.write_bytes(file.read_bytes()[:-100])
    assert untimed(work(spec)[0]) == untimed(alone)
    assert "is not taken up" in capfd.readouterr().err
    spec = spec_of(noisy, tmp_path / "0.json", (*words, "--fixed", '{"margin": 1.0}'))
    with pytest.raises(Stopped):
        work(spec, Progress(spec, After(4)))
    assert untimed(work(spec_of(noisy, tmp_path / "0.json", words))[0]) == untimed(alone)
    assert "is not taken up: it is of other parameters" in capfd.readouterr().err


def test_a_full_disk_loses_nothing(noisy, tmp_path, capfd, monkeypatch):
    words = TRIALS["stopped early, refitted"]
    alone = work(spec_of(noisy, tmp_path / "alone" / "0.json", words))[0]
    spec = spec_of(noisy, tmp_path / "0.json", words)
    with pytest.raises(Stopped):
        work(spec, Progress(spec, After(9)))
    before = {file.name: file.read_bytes() for file in snapshots.folder_of(spec.out).iterdir()}

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(np, "savez", full)
        capfd.readouterr()
        assert untimed(work(spec)[0]) == untimed(alone)
    said = [line for line in capfd.readouterr().err.splitlines() if "snapshot" in line]
    assert len(said) == len({*said}) and said[0].startswith("no snapshot, but the trial goes on: OSError: disk full")
    assert {file.name: file.read_bytes() for file in snapshots.folder_of(spec.out).iterdir()} == before
    assert untimed(work(spec)[0]) == untimed(alone)


@pytest.mark.parametrize("name", ["side by side", "with all curves", "an embedding, stopped early"])
def test_snapshots_take_no_more_disk_than_is_forecast_and_not_much_less(tmp_path, name):
    """Looked at wherever the trial could be stopped; classes and features are so many that a state is large."""
    method, *words = TRIALS[name]
    data, folder = write_noisy(tmp_path / "wide" / "0", 120, 200), tmp_path / "0.snapshots"
    spec, sizes = spec_of(data, tmp_path / "0.json", (method, *words)), []

    class Watched(Stop):
        def here(self):
            files = [*folder.glob("*.npz")] if folder.exists() else []
            sizes.append((sum(file.stat().st_size for file in files), len(files)))

    record, _ = work(spec, Progress(spec, Watched()))
    _, n_files = max(sizes)
    size = Extent(360, 120, 120, 120, 200)
    trial = Trial("wide", method, search={}, passes=spec.passes, patience=spec.patience)
    tried = len(record.candidates)
    alive = tried if spec.halving else 1
    copies = alive if spec.patience else 0
    forecast = snapshot_bytes(trial, size, Sweep(tried, tried * spec.passes, alive, copies, tried))
    assert max(sizes)[0] <= forecast + HEADERS * n_files
    assert forecast <= AT_MOST * max(sizes)[0]


@pytest.mark.parametrize(("kept", "more", "again"), [(30.0, 60.0, True), (30.0, 30.0, False), (30.0, 10.0, False)])
def test_a_trial_that_ran_out_of_time_is_run_again_where_there_is_more(noisy, tmp_path, kept, more, again):
    """Its job was interrupted at another seed; with as much time it would end as it did."""
    spec = replace(spec_of(noisy, tmp_path / "0.json", TRIALS["in one go"]), seconds=kept)
    Progress(spec, Stop()).finish(spec.record(status="timeout", error="not finished"), {})
    found = Progress(replace(spec, seconds=more), Stop()).finished()
    assert found is None if again else found[0].status == "timeout"
    Progress(spec, Stop()).finish(spec.record(status="failed"), {})
    assert Progress(replace(spec, seconds=more), Stop()).finished()[0].status == "failed"


def test_a_trial_that_runs_out_of_time_again_says_what_it_had_before(noisy, tmp_path):
    spec = replace(spec_of(noisy, tmp_path / "0.json", TRIALS["in one go"]), seconds=1e-3)
    assert work(spec)[0].error == "not finished within 0.001 seconds"
    of = partial(snapshots.identity, spec)
    snapshots.Snapshots(tmp_path / "0.snapshots", of).write("time", asdict(Timing(wall_s=4711.8)), {})
    assert work(spec)[0].error == "not finished within 0.001 seconds, after 4712 in earlier runs"


def test_short_trials_write_nothing(noisy, tmp_path):
    work(spec_of(noisy, tmp_path / "0.json", TRIALS["side by side"], often=()))
    assert os.listdir(tmp_path) == []


def test_reading_the_data_for_the_first_snapshot_does_not_put_off_the_second(noisy, tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "SHARE", 1000)
    monkeypatch.setattr(progress, "identity", lambda spec: time.sleep(0.5) or {"parameters": "a trial's"})
    kept = Progress(spec_of(noisy, tmp_path / "0.json", TRIALS["in one go"]), Stop())
    kept.keep()
    assert kept._due - time.perf_counter() < 500


def forked(words, folder) -> int:
    """The process id of a copy of this process that runs a trial, as `call` does."""
    if (child := os.fork()) == 0:
        deadline.PARENT = os.getppid()
        threadpool_limits(1, user_api="openmp")  # a copy of a process waits for ever for OpenMP's other threads
        os._exit(call(words, folder).returncode)
    return child


def written(folder) -> set:
    """The snapshots that are there; each has a number of its own in its name."""
    return {file.name for file in folder.glob("0.snapshots/*.npz")}


def until_it_writes(folder, child) -> None:
    """Wait until a process has written a snapshot or has ended."""
    before = written(folder)
    while written(folder) <= before and not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        time.sleep(0.005)


@pytest.mark.parametrize("words", [TRIALS["side by side"], TRIALS["stopped early, refitted"]], ids=["halving", "refit"])
def test_ten_kills_at_random_moments_change_nothing(noisy, tmp_path, words):
    """SIGKILL and SIGTERM in turn, as soon as something is written or at any time; then it is left alone."""
    out = tmp_path / "0.json"
    started = time.monotonic()
    run(noisy, out, *words[1:], method=words[0])
    took = time.monotonic() - started
    expected, arrays = Record.read(out), out.with_suffix(".npz").read_bytes()
    moments, folder = random.Random(0), tmp_path / "killed"
    folder.mkdir()
    again = command([noisy], words[0], [0], [folder / "0.json"], *words[1:], *EVERY_PASS)
    found = 0
    for kill in range(10):
        child = forked(again, folder)
        if kill % 4 < 2:
            until_it_writes(folder, child)
        else:
            time.sleep(took * moments.uniform(0.0, 0.5))
        os.kill(child, (signal.SIGKILL, signal.SIGTERM)[kill % 2])
        os.waitpid(child, 0)
        found += any(folder.glob("0.snapshots/*.npz"))
    assert found >= 3
    done = call(again, folder)
    assert done.returncode == 0, done.stderr
    assert untimed(Record.read(folder / "0.json")) == untimed(expected)
    assert (folder / "0.npz").read_bytes() == arrays
    assert sorted(os.listdir(folder)) == ["0.json", "0.npz"]


SLOW = """
import time
from sklearn.base import clone
from manyclass.methods.multiclass_svm import MulticlassSVM

class Own(MulticlassSVM):
    def _epoch(self, problem, state, first):
        time.sleep(0.3)
        return super()._epoch(problem, state, first)
"""


def test_sigterm_ends_a_trial_where_it_can_be_taken_up(noisy, tmp_path):
    """By the command line, sent to the process that was started; then the other seed, and the same records."""
    outs = [tmp_path / f"{seed}.json" for seed in (0, 1)]
    arguments = (*own(tmp_path, SLOW), "--passes", "6", "--no-halving", *EVERY_PASS)
    words = command([noisy, noisy], "own", [0, 1], outs, *arguments)
    with subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "1.snapshots").exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith("error: interrupted by SIGTERM: run the same command again, and it goes on")
    assert outs[0].exists() and not outs[1].exists()
    first = Record.read(outs[0])
    done = start(words, tmp_path)
    assert done.returncode == 0 and "taken up after" in done.stderr
    assert asdict(Record.read(outs[0])) == asdict(first)  # to the second: it was not run again
    again = [tmp_path / "again" / out.name for out in outs]
    again[0].parent.mkdir()
    assert start(command([noisy, noisy], "own", [0, 1], again, *arguments), tmp_path).returncode == 0
    for out, other in zip(outs, again):
        assert untimed(Record.read(out)) == untimed(Record.read(other))
        assert out.with_suffix(".npz").read_bytes() == other.with_suffix(".npz").read_bytes()
    assert not list(tmp_path.glob("**/*.snapshots"))
