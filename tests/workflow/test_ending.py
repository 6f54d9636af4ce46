"""What a run says last."""

import os
import time
from pathlib import Path
from types import SimpleNamespace

from manyclass.protocol.trial.spec import Spec, Trial
from manyclass.workflow import ending


def test_a_failed_job_is_named_with_its_last_line(tmp_path):
    logs = {
        "data/mine": "some numbers\nerror: data set mine (mine.csv): there are no samples\n",
        "trial/mine/lda": "Traceback (most recent call last):\n  File ...\nnumpy.linalg.LinAlgError: Singular matrix\n",
        "trial/mine/ours": "ok: {'accuracy': 0.5}\n",
        "trial/mine/other": "failed: ValueError: takes one label a sample\n",
        "old": "error: of the run before\n",
        "empty": "",
    }
    for name, text in logs.items():
        path = tmp_path / "logs" / f"{name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    since = time.time() - 60
    os.utime(tmp_path / "logs" / "old.log", (since - 1, since - 1))
    head, *lines = ending.failures(str(tmp_path), since).splitlines()
    assert "What is wrong:" in head
    assert lines == [
        f"{tmp_path}/logs/data/mine.log: error: data set mine (mine.csv): there are no samples",
        f"{tmp_path}/logs/trial/mine/lda.log: numpy.linalg.LinAlgError: Singular matrix",
    ]
    assert ending.failures(str(tmp_path), time.time() + 60) == ""
    failed = [f"{tmp_path}/logs/{name}.log" for name in ("trial/mine/other", "trial/mine/lda", "gone", "empty")]
    assert ending.failures(str(tmp_path), since, failed).splitlines() == [
        head,
        *lines,
        f"{tmp_path}/logs/empty.log: ended without a word, as what is killed",
        f"{tmp_path}/logs/gone.log: ended without a word, as what is killed",
        f"{tmp_path}/logs/trial/mine/other.log: ended after “failed: ValueError: takes one label a sample”",
    ]


def test_a_job_that_slurm_has_ended_is_named_with_the_reason(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / ".snakemake/slurm_logs/rule_trial"
    said = {
        "7": "slurmstepd-vm: error: StepId=7.0 exceeded memory limit (2 > 1), being killed",
        "8": "slurmstepd: error: Detected 1 oom_kill event in StepId=8.0. Some of the step tasks have been OOM Killed.",
        "9": "slurmstepd: error: *** JOB 9 ON vm CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT ***",
    }
    folder.mkdir(parents=True)
    for job, line in said.items():
        (folder / f"{job}.log").write_text(f"Building DAG of jobs...\n{line}\n{line}\nWorkflowError:\n")
    (folder / "10.log").write_text("slurmstepd: error: something of no account\n")
    _, *lines = ending.failures("results", time.time() - 60).splitlines()
    assert lines == [f".snakemake/slurm_logs/rule_trial/{job}.log: {line}" for job, line in said.items()]


def test_the_end_of_a_run_says_where_to_look(tmp_path):
    plan = made(tmp_path, [])
    assert ending.success(plan) == f"Done. Look at {tmp_path}/results/tables, {tmp_path}/figures"


def test_the_end_of_a_run_says_which_methods_have_no_result(tmp_path):
    """As the run goes on without them; of a trial whose job was not asked for there is no record."""
    trials = [Trial(name, method) for name in ("letters", "digits") for method in ("broken", "fine")]
    plan = made(tmp_path, [*trials, Trial("letters", "unasked")])
    for trial in trials:
        for seed in (0, 1):
            failed = trial.method == "broken" and (trial.dataset, seed) != ("digits", 1)
            spec = Spec(tmp_path, trial.method, "default", seed, Path(plan.paths.record(trial.address, seed)), 1, 1.0)
            spec.out.parent.mkdir(parents=True, exist_ok=True)
            spec.record(status="failed" if failed else "ok", error="a mistake" * failed).write(spec.out, {})
    first, last = ending.success(plan).splitlines()
    assert first == f"3 training runs have no result: broken (2 data sets); see {tmp_path}/results/logs/trial"
    assert last.startswith("Done. Look at ")


def made(folder, trials):
    """A plan of these trials whose folders are there."""
    for name in ("results/tables", "figures"):
        (folder / name).mkdir(parents=True)
    paths = SimpleNamespace(
        results=f"{folder}/results",
        figures=f"{folder}/figures",
        record=lambda address, seed: f"{folder}/results/trial/{address}/{seed}.json",
    )
    return SimpleNamespace(paths=paths, config={"seeds": 2}, trials={trial.address: trial for trial in trials})
