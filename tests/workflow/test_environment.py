"""What jobs inherit."""

import os
from types import SimpleNamespace

import pytest

from manyclass.protocol.trial.run import REMOTE, WORKFLOW
from manyclass.workflow.environment import set_job_environment


@pytest.mark.parametrize("remote", [True, False])
def test_a_job_knows_whether_it_is_on_a_cluster_and_who_waits_for_it(monkeypatch, remote):
    monkeypatch.setattr(os, "environ", {"PATH": "/bin"})
    set_job_environment(SimpleNamespace(remote_exec=remote))
    assert (REMOTE in os.environ) == remote
    assert os.environ[WORKFLOW] == str(os.getpid()) and os.environ["OMP_NUM_THREADS"] == "1"
