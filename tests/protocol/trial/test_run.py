"""The two processes of a trial: one that is stopped, crashes or hangs, and one whose parent is gone."""

import signal
import subprocess
import sys
import time
from dataclasses import asdict

import numpy as np
import pytest
from trial_processes import run, seeds_of, trial
from trials import command, own

from manyclass.protocol.trial.record import Record
from manyclass.protocol.trial.run import REMOTE, WORKFLOW, without_record
from manyclass.protocol.trial.run import run as run_here
from manyclass.protocol.trial.spec import Spec

SLEEPS_ONCE = "os.path.exists('asleep') or (open('asleep', 'w').close(), __import__('time').sleep(600))"

DYING = """
import os, signal
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def fit(self, X, y):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
        os.kill(os.getpid(), signal.{name})
"""


LATER = """
import os, signal
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def __init__(self, width=1):
        super().__init__()
        self.width = width

    def fit(self, X, y):
        if self.width == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_trial_that_someone_stops_leaves_no_record(data, tmp_path, name):
    done = run(data, tmp_path / "0.json", *own(tmp_path, DYING.format(name=name)), method="own")
    assert done.returncode != 0
    assert not (tmp_path / "0.json").exists()
    assert "Traceback" not in done.stderr.splitlines()[-1]


def test_a_trial_that_is_killed_leaves_a_record_that_says_so(data, tmp_path, monkeypatch):
    """Also where a workflow on one machine is itself a job of SLURM, which tries none of its trials again."""
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    record = trial(data, tmp_path, *own(tmp_path, DYING.format(name="SIGKILL")), method="own")
    assert record.status == "failed" and f"signal {int(signal.SIGKILL)}" in record.error
    assert record.best is None and np.load(tmp_path / "0.npz").files == []


def test_what_is_killed_where_it_will_be_tried_again_leaves_no_record_but_what_it_has_done(data, tmp_path, monkeypatch):
    """The second of two candidates is killed; the first has its snapshot still."""
    monkeypatch.setenv(REMOTE, "yes")
    sweep = ("--search", '[{"width": [1, 2]}]', "--no-halving", "--snapshot-every", "0")
    done = run(data, tmp_path / "0.json", *own(tmp_path, LATER), *sweep, method="own")
    assert done.returncode != 0
    assert "killed by signal 9" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "0.json").exists()
    assert [*(tmp_path / "0.snapshots").iterdir()]


def test_a_record_that_cannot_be_written_loses_nothing(data, tmp_path):
    """As on a full disk; here a folder has the name of a file."""
    blocked = own(
        tmp_path,
        LATER.replace("if self.width == 2:", "if not os.path.exists('0.npz'):").replace(
            "os.kill(os.getpid(), signal.SIGKILL)", "os.mkdir('0.npz')"
        ),
    )
    sweep = ("--search", '[{"width": [1]}]', "--no-halving", "--snapshot-every", "0")
    done = run(data, tmp_path / "0.json", *blocked, *sweep, method="own")
    assert done.returncode != 0 and "could not be written" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "0.json").exists()
    (tmp_path / "0.npz").rmdir()
    done = run(data, tmp_path / "0.json", *blocked, *sweep, method="own")
    assert done.returncode == 0 and "taken up after 1 passes" in done.stderr


def test_a_trial_killed_on_its_own_machine_goes_on_where_it_was_once_its_record_is_deleted(data, tmp_path):
    """As for a scheduler, but with a record in the meantime; what ended before it was killed is not trained again."""
    sweep = ("--search", '[{"width": [1, 2]}]', "--no-halving", "--snapshot-every", "0")
    assert trial(data, tmp_path, *own(tmp_path, LATER), *sweep, method="own").status == "failed"
    left = {file.name for file in (tmp_path / "0.snapshots").iterdir()}
    assert any(name.startswith("candidate0.") for name in left)
    assert not any(name.startswith("record.") for name in left)
    (tmp_path / "0.json").unlink()
    done = run(data, tmp_path / "0.json", *own(tmp_path, LATER), *sweep, method="own")
    assert "taken up after 1 passes: {'width': 1}" in done.stderr


def test_a_trial_whose_time_is_over_goes_on_where_it_was_with_more(data, tmp_path):
    once = own(tmp_path, LATER.replace("os.kill(os.getpid(), signal.SIGKILL)", SLEEPS_ONCE))
    sweep = ("--search", '[{"width": [1, 2]}]', "--no-halving", "--snapshot-every", "0")
    assert trial(data, tmp_path, *once, *sweep, "--seconds", "4", method="own").status == "timeout"
    (tmp_path / "0.json").unlink()
    done = run(data, tmp_path / "0.json", *once, *sweep, "--seconds", "60", method="own")
    assert "taken up after 1 passes: {'width': 1}" in done.stderr
    assert Record.read(tmp_path / "0.json").status == "ok"
    assert not (tmp_path / "0.snapshots").exists()


SECOND = """
import itertools, os, signal, sys, time
from pathlib import Path
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def fit(self, X, y):
        count = Path("count")
        done = len(count.read_text()) if count.exists() else 0
        count.write_text("." * (done + 1))
        if done == 1:
            {how}
        return super().fit(X, y)
"""


def test_a_process_that_breaks_off_costs_one_seed(data, tmp_path):
    records = seeds_of(data, tmp_path, *own(tmp_path, SECOND.format(how="os.kill(os.getpid(), signal.SIGKILL)")))
    assert [record.status for record in records] == ["ok", "failed", "ok"]
    assert f"signal {int(signal.SIGKILL)}" in records[1].error


def test_where_another_seed_has_no_result_what_has_one_is_not_run_again(data, tmp_path):
    how = (*own(tmp_path, SECOND.format(how="sys.exit(1)")), "--snapshot-every", "0")
    records = seeds_of(data, tmp_path, *how)
    assert [record.status for record in records] == ["ok", "failed", "ok"]
    again = seeds_of(data, tmp_path, *how)
    assert [record.status for record in again] == ["ok", "ok", "ok"]
    assert [asdict(one) == asdict(other) for one, other in zip(again, records)] == [True, False, True]
    assert not [*tmp_path.glob("*.snapshots")]


def test_a_method_that_exits_fails(data, tmp_path):
    records = seeds_of(data, tmp_path, *own(tmp_path, SECOND.format(how="sys.exit(1)")))
    assert [record.status for record in records] == ["ok", "failed", "ok"]
    assert records[1].error == "SystemExit: 1"


# A loop of compiled code that never returns to the interpreter, and a sleep that no signal disturbs.
HANGS = ("max(itertools.repeat(0))", "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); time.sleep(600)")


@pytest.mark.parametrize("how", HANGS)
def test_a_seed_that_hangs_is_ended_and_the_others_go_on(data, tmp_path, how):
    started = time.monotonic()
    records = seeds_of(data, tmp_path, *own(tmp_path, SECOND.format(how=how)), "--seconds", "5")
    assert time.monotonic() - started < 60
    assert [record.status for record in records] == ["ok", "timeout", "ok"]
    assert "within 5 seconds" in records[1].error


def test_a_seed_that_exits_after_a_long_one_has_not_timed_out(tmp_path):
    told = {"data": tmp_path, "method": "own", "variant": "default", "passes": 1, "seconds": 30.0}
    specs = [Spec(**told, seed=seed, out=tmp_path / f"{seed}.json") for seed in (0, 1)]
    long_ago = time.time() - 60
    assert without_record(1, specs, long_ago)[0] == "timeout"
    specs[0].out.write_text("{}")  # just now
    assert without_record(1, specs, long_ago) == ("failed", "ended with exit status 1; see the log")


SLOW = """
import time
import numpy as np
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def passes(self, X, y):
        self.fit(X, y.indices)
        for done in range(1000):
            try:
                time.sleep(0.2)
            except Exception:  # nothing that this holds up
                pass
            yield self
"""


def test_a_trial_that_is_out_of_time_keeps_its_curves(data, tmp_path):
    record = trial(
        data, tmp_path, *own(tmp_path, SLOW), "--passes", "1000", "--no-halving", "--seconds", "5", method="own"
    )
    assert (record.status, record.error) == ("timeout", "not finished within 5 seconds")
    (candidate,) = record.candidates
    assert candidate.passes == list(range(1, len(candidate.valid) + 1)) and 2 <= len(candidate.valid) <= 30
    assert 5 <= record.timing.wall_s < 10 and len(record.timing.candidates[0]) == len(candidate.valid)
    assert record.best is None and np.load(tmp_path / "0.npz").files == []


def test_a_worker_whose_parent_is_gone_ends(data, tmp_path):
    arguments = own(tmp_path, SLOW + "            print('a pass', flush=True)\n")
    words = command([data], "own", [0], [tmp_path / "0.json"], *arguments, "--passes", "1000", "--no-halving")
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout.readline() == b"a pass\n"
        parent.kill()
        parent.communicate(timeout=30)  # the worker holds the pipe for as long as it lives
    assert not (tmp_path / "0.json").exists()


def test_much_to_tell_is_told(data, tmp_path):
    """More than a pipe holds, as many trials of one job are: the worker takes longer to start than one look at it."""
    told = {"data": data, "method": "nearest_means", "variant": "default", "passes": 1, "seconds": 60.0}
    (record,) = run_here([Spec(**told, seed=0, out=tmp_path / "0.json", fixed={"unknown": "x" * 300_000})])
    assert record.status == "failed" and "unknown" in record.error


STARTER = """
import os, subprocess, sys
os.environ[sys.argv[1]] = str(os.getpid())
subprocess.run(sys.argv[2:])
"""


@pytest.mark.parametrize(("variable", "ends"), [(WORKFLOW, True), ("OTHER", False)])
def test_a_trial_of_a_workflow_that_is_gone_ends_and_one_started_by_hand_goes_on(data, tmp_path, variable, ends):
    """Its worker with it, which could go on for hours beside that of the workflow's next start."""
    arguments = own(tmp_path, SLOW + "            print('a pass', flush=True)\n")
    passes = "1000" if ends else "20"
    words = command([data], "own", [0], [tmp_path / "0.json"], *arguments, "--passes", passes, "--no-halving")
    starter = [sys.executable, "-c", STARTER, variable, *map(str, words)]
    with subprocess.Popen(starter, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stdout.readline() == "a pass\n"
        parent.kill()
        _, said = parent.communicate(timeout=60)  # whoever is left holds the pipes
    assert (tmp_path / "0.json").exists() == (not ends)
    assert ("error: the workflow was killed: start it again, and it goes on" in said) == ends


def test_what_only_waits_for_a_trial_imports_little():
    """Each job of the workflow starts one: a second of imports is half an hour of them."""
    line = "import sys, manyclass.protocol.trial.run; print('sklearn' in sys.modules, 'numba' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "False"]


@pytest.mark.parametrize("name", ["--passes", "--rows", "--chunk-rows"])
def test_counts_are_at_least_one(data, tmp_path, name):
    done = run(data, tmp_path / "0.json", name, "0", method="one_vs_rest")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(f"argument {name}: must be at least 1, got 0")
