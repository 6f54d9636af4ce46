import pytest
from made_up_page import make
from small_project import Project, finished  # noqa: F401 - a fixture of the tests here


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "project")


@pytest.fixture
def made(tmp_path):
    """A folder with what the page of a run needs, and its tables of statements and of tests."""
    return make(tmp_path)
