import pytest
from fake_results import MadeUp

from manyclass.protocol import files


@pytest.fixture(scope="session")
def _shared(tmp_path_factory):
    return tmp_path_factory.mktemp("made_up")


@pytest.fixture
def fake(tmp_path, _shared, monkeypatch):
    """Results of all exhibits at smoke scale, with four seeds and two data sets of a user's own."""
    monkeypatch.setattr(files, "_sync", lambda path: None)  # thousands of files, of which none outlives the tests
    return MadeUp(tmp_path / "results" / "smoke", _shared)
