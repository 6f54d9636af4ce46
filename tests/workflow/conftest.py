import pytest
from made_up_page import make
from small_project import Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "project")


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A project whose whole workflow has run on two cores."""
    made = Project(tmp_path_factory.mktemp("finished") / "project")
    done = made.run()
    assert done.returncode == 0, done.stdout + done.stderr
    return made


@pytest.fixture
def made(tmp_path):
    """A folder with what the page of a run needs, and its tables of statements and of tests."""
    return make(tmp_path)
