import fcntl

import pytest
from made_up_page import make
from small_project import Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "project")


@pytest.fixture(scope="session")
def finished(tmp_path_factory, worker_id):
    """A project whose whole workflow has run on two cores, once for all processes of the tests; only to be read."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "finished"
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = Project(folder)
        if not (folder / "results/smoke/index.html").exists():
            done = made.run()
            assert done.returncode == 0, done.stdout + done.stderr
    return made


@pytest.fixture
def made(tmp_path):
    """A folder with what the page of a run needs, and its tables of statements and of tests."""
    return make(tmp_path)
