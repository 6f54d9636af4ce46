"""The workflow through SLURM, of a node that is brought up here; left out where its packages are not there.

What is there already as a SLURM is somebody's, and not touched.
"""

import contextlib
import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from small_project import COMPARE, OWN, ROOT

DAEMONS = ("munged", "slurmctld", "slurmd")
ACCOUNTING = ("slurmdbd", "mariadbd", "mariadb-install-db")
pytestmark = [
    pytest.mark.skipif(not all(map(shutil.which, DAEMONS)), reason="needs Debian's slurm-wlm and munge"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may start SLURM's daemons"),
    pytest.mark.skipif(Path("/etc/slurm/slurm.conf").exists(), reason="there is a SLURM on this machine"),
    pytest.mark.skipif(
        importlib.util.find_spec("snakemake_executor_plugin_slurm") is None, reason="needs the extra “cluster”"
    ),
]
LARGE = '''
import time
import numpy as np
from sklearn.neighbors import NearestCentroid


class Large(NearestCentroid):
    """Takes one and a half gigabytes for as long as SLURM needs to see it."""

    def fit(self, X, y):
        room = np.ones(1_500_000_000, np.uint8)
        time.sleep(5)
        return super().fit(X, y)
'''
# Jobs are asked after every few seconds, since they take no more.
THROUGH_SLURM = ["--workflow-profile", "profiles/slurm"]
THROUGH_SLURM += ["--slurm-init-seconds-before-status-checks", "3", "--seconds-between-status-checks", "3"]
NO_ACCOUNTS = ["--slurm-no-account", "--slurm-status-command", "squeue"]
ONE_NODE = ROOT / "profiles/slurm/one_node.sh"


@contextlib.contextmanager
def one_node(folder, *accounting):
    subprocess.run([ONE_NODE, "start", folder, *accounting], check=True, capture_output=True, text=True)
    try:
        yield
    finally:
        subprocess.run([ONE_NODE, "stop", folder], check=True)


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    with one_node(tmp_path_factory.mktemp("slurm")):
        yield


def the_same_files(done, project, finished):
    assert done.returncode == 0, done.stdout + done.stderr
    assert "has been submitted with SLURM jobid" in done.stderr + done.stdout
    return project.files() == finished.files()


@pytest.mark.skipif(not all(map(shutil.which, ACCOUNTING)), reason="needs Debian's slurmdbd and mariadb-server")
def test_a_run_with_accounts_and_arrays_of_jobs_leaves_the_same_files_as_one_on_this_machine(
    finished, project, tmp_path
):
    with one_node(tmp_path / "slurm", "accounting"):
        # As docs/cluster.md has it, without a number of cores.
        done = project.run(*THROUGH_SLURM, "--slurm-array-jobs", "trial", cores=None)
        assert the_same_files(done, project, finished)
        ended = subprocess.run(
            ["sacct", "--noheader", "--parsable2", "--format=JobID,Account,State", "--allocations"],
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
    jobs, accounts, states = zip(*(line.split("|") for line in ended), strict=True)
    assert any("_" in job for job in jobs)
    assert set(states) == {"COMPLETED"} and len(set(accounts)) == 1 and "" not in accounts


def test_a_run_without_accounts_leaves_the_same_files_as_one_on_this_machine(slurm, finished, project):
    assert the_same_files(project.run(*THROUGH_SLURM, *NO_ACCOUNTS, cores=None), project, finished)


def test_a_job_that_runs_out_of_memory_is_named_and_tried_again_with_twice_as_much(slurm, project):
    (project.folder / "mine.py").write_text(LARGE)
    own = OWN | {"methods": {"large": {"import": "mine:Large"}}, "compare": COMPARE | {"methods": ["large"]}}
    small = {"own": own, "exhibits": ["own/comparison"], "seeds": 1}
    failed = project.run(*THROUGH_SLURM, *NO_ACCOUNTS, "--retries", "0", **small)
    assert failed.returncode != 0
    last = failed.stderr.strip().splitlines()[-1]
    assert last.startswith(".snakemake/slurm_logs/rule_trial/blobs_large_default/") and "exceeded memory limit" in last
    done = project.run(*THROUGH_SLURM, *NO_ACCOUNTS, **small)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Trying to restart job" in done.stdout + done.stderr
    record = json.loads((project.folder / "results/smoke/trial/blobs/large/default/0.json").read_text())
    assert record["status"] == "ok"


def test_a_second_slurm_is_not_brought_up(slurm, tmp_path):
    done = subprocess.run([ONE_NODE, "start", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "is there already" in done.stderr and not [*tmp_path.iterdir()]
