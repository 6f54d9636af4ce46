"""The profile for SLURM, and the script that starts one of one node, where it cannot."""

import os
import subprocess
from pathlib import Path

import pytest
import yaml

PROFILES = Path(__file__).parents[2] / "profiles"
SCRIPT = PROFILES / "slurm/one_node.sh"


def test_the_profile_says_all_that_the_one_it_replaces_does():
    default, slurm = (yaml.safe_load((PROFILES / name / "profile.yaml").read_text()) for name in ("default", "slurm"))
    assert default.items() <= slurm.items()


@pytest.mark.parametrize(
    ("there", "missing"), [([], "munged"), (["munged", "slurmctld", "slurmd"], "slurmdbd")], ids=["slurm", "accounting"]
)
def test_what_is_missing_is_named_and_nothing_is_started(tmp_path, there, missing):
    """With programs that would leave a file if they were called."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in there:
        (commands / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/called\n")
        (commands / name).chmod(0o755)
    for name in ("bash", "dirname", "mkdir"):
        (commands / name).symlink_to(next(p for p in (f"/bin/{name}", f"/usr/bin/{name}") if os.path.exists(p)))
    words = ["bash", SCRIPT, "start", tmp_path / "state", *(["accounting"] if there else [])]
    done = subprocess.run(words, env={"PATH": str(commands)}, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{missing} is missing: install the packages named at the top")
    assert not (tmp_path / "called").exists()
