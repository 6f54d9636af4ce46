import os

import pytest

from manyclass.workflow import machine

OF_MACHINE = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Made-up control groups of both versions, without limits: this process is in none that is there."""
    limits = {"": (tmp_path, "memory.max"), "memory": (tmp_path / "memory", "memory.limit_in_bytes")}
    monkeypatch.setattr(machine, "LIMITS", limits)
    monkeypatch.setattr(machine, "GROUPS", tmp_path / "groups")
    monkeypatch.delenv(machine.OF_JOB, raising=False)
    assert machine.memory_bytes() == OF_MACHINE
    return tmp_path


def write(path, said):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{said}\n")


def test_the_processor_has_a_name():
    assert machine.processor()


def test_cores_are_those_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 5, 7}, raising=False)
    assert machine.cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert machine.cores() == os.cpu_count()


@pytest.mark.parametrize(("said", "taken"), [("12345", 12345), ("max", None), ("", None), (str(2**63), None)])
def test_a_container_has_no_more_memory_than_it_may_take(tree, said, taken):
    write(tree / "memory.max", said)
    assert machine.memory_bytes() == (taken or OF_MACHINE)


@pytest.mark.parametrize(
    ("groups", "folder", "name"),
    [
        ("0::/slurm/job_7/step_0\n", "", "memory.max"),
        ("9:cpu,memory:/slurm/job_7/step_0\n1:name=systemd:/elsewhere\n0::/\n", "memory", "memory.limit_in_bytes"),
    ],
)
def test_of_nested_groups_the_least_limit_counts(tree, groups, folder, name):
    write(tree / "groups", groups.strip())
    for group, said in {"slurm/job_7/step_0": "max", "slurm/job_7": 3000, "slurm": 5000, "slurm/job_8": 10}.items():
        write(tree / folder / group / name, said)
    assert machine.memory_bytes() == 3000
    write(tree / folder / name, 2000)
    assert machine.memory_bytes() == 2000


@pytest.mark.parametrize(("said", "taken"), [("2", 2**21), ("0", OF_MACHINE), ("", OF_MACHINE)])
def test_a_job_of_slurm_has_no_more_memory_than_it_asked_for(tree, monkeypatch, said, taken):
    monkeypatch.setenv(machine.OF_JOB, said)
    assert machine.memory_bytes() == taken
