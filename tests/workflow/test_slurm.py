"""The workflow through SLURM, of a node that is brought up here; left out where its packages are not there.

What is there already as a SLURM is somebody's, and not touched.
"""

import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from small_project import COMPARE, OWN, ROOT

DAEMONS = ("munged", "slurmctld", "slurmd")
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
# No accounts, and jobs that are asked after every few seconds, since they take no more.
HERE = ["--slurm-no-account", "--slurm-status-command", "squeue"]
HERE += ["--slurm-init-seconds-before-status-checks", "3", "--seconds-between-status-checks", "3"]
THROUGH_SLURM = ["--workflow-profile", "profiles/slurm", *HERE]


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slurm")
    script = ROOT / "profiles/slurm/one_node.sh"
    subprocess.run([script, "start", folder], check=True, capture_output=True, text=True)
    yield folder
    subprocess.run([script, "stop", folder], check=True)


def test_a_run_leaves_the_same_files_as_one_on_this_machine(slurm, finished, project):
    done = project.run(*THROUGH_SLURM)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "has been submitted with SLURM jobid" in done.stderr + done.stdout
    assert project.files() == finished.files()


def test_a_job_that_runs_out_of_memory_is_named_and_tried_again_with_twice_as_much(slurm, project):
    (project.folder / "mine.py").write_text(LARGE)
    own = OWN | {"methods": {"large": {"import": "mine:Large"}}, "compare": COMPARE | {"methods": ["large"]}}
    small = {"own": own, "exhibits": ["own/comparison"], "seeds": 1}
    failed = project.run(*THROUGH_SLURM, "--retries", "0", **small)
    assert failed.returncode != 0
    last = failed.stderr.strip().splitlines()[-1]
    assert last.startswith(".snakemake/slurm_logs/rule_trial/blobs_large_default/") and "exceeded memory limit" in last
    done = project.run(*THROUGH_SLURM, **small)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Trying to restart job" in done.stdout + done.stderr
    record = json.loads((project.folder / "results/smoke/trial/blobs/large/default/0.json").read_text())
    assert record["status"] == "ok"


def test_a_second_slurm_is_not_brought_up(slurm, tmp_path):
    done = subprocess.run(
        [ROOT / "profiles/slurm/one_node.sh", "start", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "is there already" in done.stderr and not [*tmp_path.iterdir()]
