import json
import os
import shutil
import signal
import subprocess
import time

import pytest
from small_project import METHODS, OWN, Project, environment

from manyclass.workflow.machine import memory_bytes


def test_everything_asked_for_is_there(finished):
    files = finished.files()
    for ending in ("csv", "md", "tex", "html"):
        assert f"results/smoke/tables/own/comparison.{ending}" in files
    for ending in ("svg", "png"):
        assert f"figures/smoke/own/topk.{ending}" in files
    assert b"logistic" in files["results/smoke/tables/own/comparison.csv"]
    assert not [name for name in files if ".part-" in name]


def test_killed_twice_and_gone_on_with_on_one_core_gives_the_same_files(finished, project):
    """What the run on two cores has not come to when it is killed is made on one; once its jobs outlive Snakemake."""
    results, whole = project.folder / "results/smoke", {*finished.files()}
    for cores, kill, begun in ((2, os.killpg, outputs), (1, os.kill, trials_under_way)):
        before = begun(results)
        started = subprocess.Popen(
            project.command(cores=cores), cwd=project.folder, env=environment(), start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_for(lambda begun=begun, before=before: begun(results) - before, started)
        finally:
            kill(started.pid, signal.SIGKILL)
            started.wait()
        made = {f"results/smoke/{name}" for name in outputs(results)}
        assert set() < made & whole < whole
        unlocked = project.run("--unlock")
        assert unlocked.returncode == 0, unlocked.stderr
    done = project.run(cores=1)
    assert done.returncode == 0, done.stdout + done.stderr
    assert project.files() == finished.files()


def outputs(results):
    """What has been made: neither logs nor files that are being written."""
    files = {str(path.relative_to(results)) for path in results.glob("**/*") if path.is_file()}
    return {name for name in files if not name.startswith(("logs/", "benchmarks/")) and ".part-" not in name}


def trials_under_way(results):
    """The logs in which a trial has said something, with when it last did: its process trains."""
    said = ((path, path.stat()) for path in results.glob("logs/trial/**/*.log"))
    return {(path, stat.st_mtime_ns) for path, stat in said if stat.st_size}


def wait_for(happened, process, seconds=600):
    """Until something has happened, while a process runs."""
    end = time.monotonic() + seconds
    while not happened():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.02)


def test_nothing_runs_twice(finished):
    done = finished.run("--dry-run")
    assert done.returncode == 0
    assert "Nothing to be done" in done.stdout + done.stderr


def test_another_budget_trains_nothing_anew(finished):
    done = finished.run("--dry-run", "--config", "seconds=1234", "strict=true")
    assert done.returncode == 0
    assert "Nothing to be done" in done.stdout + done.stderr


def test_jobs_side_by_side_have_room_in_memory(finished):
    logs = (finished.folder / ".snakemake" / "log").glob("*.log")
    assert any(f'"mem_mb", {memory_bytes() // 10**6}' in log.read_text() for log in logs)


def test_a_method_that_fails_leaves_a_marked_hole(project):
    (project.folder / "of_mine.py").write_text(
        "from sklearn import pipeline, preprocessing, svm\n"
        "piped = pipeline.make_pipeline(preprocessing.StandardScaler(), svm.LinearSVC())\n"
    )
    broken = METHODS | {"broken": {"import": "sklearn.linear_model:LogisticRegression", "search": {"C": [-1.0]}}}
    broken |= {"piped": {"import": "of_mine:piped", "search": {"linearsvc__C": [0.1, 1.0]}}}
    named = {"name": "holes", "exhibits": ["own/comparison"], "seeds": 1}
    longer = {"longer": {"method": "wsabie_pp", "search": {"step": [0.1, 0.3]}, "passes": 7}}
    compare = OWN["compare"] | {"methods": ["nearest_means", "broken", "longer", "piped"]}
    done = project.run(own=OWN | {"methods": broken | longer, "compare": compare}, **named)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 training runs to do, about 1 minute left" in done.stderr
    assert "\n1 training run has no result: broken (1 data set); see results/holes/logs/trial\nDone. " in done.stderr
    assert [path.name for path in project.folder.glob("*/*") if path.parent.name in ("results", "figures")] == [
        "holes"
    ] * 2
    table = (project.folder / "results/holes/tables/own/comparison.md").read_text()
    assert "failed" in table and "nearest_means" in table and "longer" in table
    record = json.loads((project.folder / "results/holes/trial/blobs/broken/default/0.json").read_text())
    assert record["status"] == "failed" and "'C'" in record["error"]
    record = json.loads((project.folder / "results/holes/trial/blobs/piped/default/0.json").read_text())
    assert record["status"] == "ok" and len(record["candidates"]) == 2
    record = json.loads((project.folder / "results/holes/trial/blobs/wsabie_pp/longer/0.json").read_text())
    assert [each["params"] for each in record["candidates"]] == [{"step": 0.1}, {"step": 0.3}]
    assert all(each["n_passes"] == 7 for each in record["candidates"])


def test_what_cannot_be_loaded_starts_no_job(project):
    (project.folder / "mine.py").write_text("raise RuntimeError('not here')\n")
    own = OWN | {"methods": METHODS | {"broken": {"import": "mine:Own"}}}
    done = project.run(own=own, exhibits=["own/comparison"], seeds=1)
    assert done.returncode != 0 and not (project.folder / "results").exists()
    last = (done.stdout + done.stderr).strip().splitlines()[-1]
    assert last == "error: config: own.methods.broken: cannot import 'mine:Own': RuntimeError: not here"


def test_strict_makes_a_hole_fatal(project):
    broken = {"broken": {"import": "sklearn.linear_model:LogisticRegression", "search": {"C": [-1.0]}}}
    own = OWN | {"methods": broken, "compare": OWN["compare"] | {"methods": ["broken"]}}
    done = project.run(own=own, exhibits=["own/comparison"], seeds=1, strict=True)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("results/smoke/logs/trial/") and "error: trial failed: " in last and "'C'" in last


def test_a_trial_out_of_time_is_a_hole(project):
    slow = {"slow": {"import": "slow:Slow"}}
    (project.folder / "slow.py").write_text(
        "import time\nfrom sklearn.neighbors import NearestCentroid\n"
        "class Slow(NearestCentroid):\n    def fit(self, X, y):\n"
        "        time.sleep(3)\n        return super().fit(X, y)\n"
    )
    own = OWN | {"methods": slow, "compare": OWN["compare"] | {"methods": ["slow"]}}
    done = project.run(own=own, exhibits=["own/comparison"], seeds=1, seconds=1)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "timeout" in (project.folder / "results/smoke/tables/own/comparison.md").read_text()


def test_a_changed_parameter_reruns_only_its_trials(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "project")
    project = Project(tmp_path / "project")
    wider = OWN | {"methods": {"logistic": METHODS["logistic"] | {"search": {"C": [0.1, 1.0, 10.0]}}}}
    record = project.folder / "results/smoke/trial/blobs/nearest_means/default/0.json"
    before = record.stat().st_mtime_ns
    done = project.run(own=wider, exhibits=["own/comparison"])
    assert done.returncode == 0, done.stdout + done.stderr
    changed = json.loads((project.folder / "results/smoke/trial/blobs/logistic/default/0.json").read_text())
    assert len(changed["candidates"]) == 3
    assert record.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scal": "smoke"}, "unknown key 'scal' (did you mean 'scale'?)"),
        ({"exhibits": ["gupta2014/table88"]}, "(did you mean 'gupta2014/table8'?)"),
        ({"own": OWN | {"datasets": {"blobs": {"path": "gone.npz"}}}}, "there is no file gone.npz"),
    ],
)
def test_a_bad_configuration_is_one_line(project, change, says):
    done = project.run("--dry-run", **change)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    lines = [line for line in said.splitlines() if says in line]
    assert len(lines) == 1 and lines[0].startswith("error: config: "), said
    assert "Traceback" not in said and "Snakefile" not in said


def test_a_key_that_stands_there_twice_is_one_line(project):
    (project.folder / "twice.yaml").write_text("seeds: 2\nseeds: 3\n")
    done = project.run("twice.yaml", "--dry-run")  # stands after the project's own --configfile
    assert done.returncode != 0
    last = (done.stdout + done.stderr).strip().splitlines()[-1]
    assert last.startswith("error: ") and last.endswith("/twice.yaml: 'seeds' stands there more than once")


def test_the_command_line_may_say_what_the_file_does(project):
    done = project.run(
        "--dry-run", "--printshellcmds", "--config", "strict=true", "seeds=3", "exhibits=[own/comparison]"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "--seed 0 1 2" in done.stdout and "--strict" in done.stdout


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_the_whole_of_a_scale_is_planned_and_a_job_is_a_short_line(project, scale):
    done = project.run("--dry-run", scale=scale, exhibits=[], own={})
    assert done.returncode == 0, done.stdout + done.stderr
    (n_jobs,) = {int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("total ")}
    jobs = [line for line in done.stdout.splitlines() if line.startswith("Job ") and line != "Job stats:"]
    assert len(jobs) == n_jobs and max(map(len, jobs)) < 400
    assert "input:" not in done.stdout
