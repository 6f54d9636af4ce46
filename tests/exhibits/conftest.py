import os
import shutil

import pytest
from fake_results import CONFIG, populate, split

from manyclass.exhibits import registry
from manyclass.protocol.results import Results


@pytest.fixture(scope="session")
def _populated(tmp_path_factory):
    names = {name for each in registry.selected(CONFIG) for name in registry.inputs(each, CONFIG)[1]}
    folder = tmp_path_factory.mktemp("populated")
    populate(folder, CONFIG, {name: [split(name, seed) for seed in range(CONFIG["seeds"])] for name in names})
    return folder


@pytest.fixture
def fake(tmp_path, _populated):
    """Results of all exhibits at smoke scale, with four seeds and two data sets of a user's own."""
    folder = tmp_path / "results" / "smoke"
    shutil.copytree(_populated, folder, copy_function=_copy)
    return Results(folder, CONFIG)


def _copy(source, target):
    """Arrays of data sets, which nobody changes, under another name; of the other files a copy."""
    (os.link if source.endswith(".npy") else shutil.copyfile)(source, target)
