"""Which run a program is told of: what the workflow itself would read of the same words."""

import argparse
import json

import pytest

from manyclass.protocol.errors import ConfigError
from manyclass.workflow.arguments import add_run, configuration, plan_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plan(*words):
    parser = argparse.ArgumentParser()
    add_run(parser)
    return plan_of(parser.parse_args(words))


def test_the_configuration_of_the_folder_is_under_what_is_given(folder):
    """As the workflow lays them over each other, name by name."""
    assert configuration(None, [], None, []) == {}
    mine = {"path": "mine.npz"}
    (folder / "config.yaml").write_text(json.dumps({"scale": "smoke", "seeds": 2, "own": {"datasets": {"mine": mine}}}))
    (folder / "more.yaml").write_text(json.dumps({"seeds": 4, "own": {"datasets": {"mine": {"y": "label"}}}}))
    merged = {"datasets": {"mine": mine | {"y": "label"}}}
    assert configuration(folder / "more.yaml", [], None, []) == {"scale": "smoke", "seeds": 4, "own": merged}
    assert configuration(folder / "more.yaml", ["seeds=5"], None, [])["seeds"] == 5
    assert configuration(None, ["scale=large"], "full", ["lecture"])["scale"] == "full"
    (folder / "config.yaml").write_text("- a")
    with pytest.raises(ConfigError, match=r"config\.yaml is no mapping"):
        plan("lecture")


def test_keys_are_those_of_snakemake(folder):
    """Typed as by its command line: numbers, truth, and lists."""
    made = plan("--config", "scale=smoke", "seeds=4", "strict=true", "exhibits=[lecture/sgd]")
    assert (made.config["scale"], made.config["seeds"], made.config["strict"]) == ("smoke", 4, True)
    assert made.exhibits == ["lecture/sgd"]


def test_a_file_that_is_not_there_is_one_line(folder):
    with pytest.raises(ConfigError, match=r"^there is no file nofile\.yaml$"):
        plan("lecture", "--configfile", "nofile.yaml")


@pytest.mark.parametrize("wrong", ["seeds", "sedes=3", "=3"])
def test_what_is_no_key_is_refused(folder, wrong):
    with pytest.raises(ValueError):
        plan("--config", wrong)
