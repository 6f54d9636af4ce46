"""Which run a program is told of: what the workflow itself would read of the same words."""

import argparse
import json

import pytest

from manyclass.protocol.errors import ConfigError
from manyclass.workflow.arguments import add_run, configuration, plan_of, refuse_repeated


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
    assert configuration([], [], None, []) == {}
    mine = {"path": "mine.npz"}
    (folder / "config.yaml").write_text(json.dumps({"scale": "smoke", "seeds": 2, "own": {"datasets": {"mine": mine}}}))
    (folder / "more.yaml").write_text(json.dumps({"seeds": 4, "own": {"datasets": {"mine": {"y": "label"}}}}))
    merged = {"datasets": {"mine": mine | {"y": "label"}}}
    assert configuration([folder / "more.yaml"], [], None, []) == {"scale": "smoke", "seeds": 4, "own": merged}
    assert configuration([folder / "more.yaml"], ["seeds=5"], None, [])["seeds"] == 5
    assert configuration([], ["scale=large"], "full", ["lecture"])["scale"] == "full"
    (folder / "config.yaml").write_text("- a")
    with pytest.raises(ConfigError, match=r"config\.yaml is no mapping"):
        plan("lecture")


def test_of_several_files_a_later_one_is_laid_over_those_before(folder):
    (folder / "first.yaml").write_text("scale: smoke\nseeds: 2\nown: {methods: {a: {method: lda}}}\n")
    (folder / "second.json").write_text('{\n\t"seeds": 4, "own": {"methods": {"a": {"passes": 3}}}}\n')
    merged = {"scale": "smoke", "seeds": 4, "own": {"methods": {"a": {"method": "lda", "passes": 3}}}}
    assert configuration([folder / "first.yaml", folder / "second.json"], [], None, []) == merged
    (folder / "third.yaml").write_text(
        "scale: standard\nexhibits: [lecture/sgd]\nown: {methods: {a: {passes: null}}}\n"
    )
    made = plan("--configfile", "first.yaml", "third.yaml", "--config", "seeds=5")
    assert (made.config["scale"], made.config["seeds"], made.exhibits) == ("standard", 5, ["lecture/sgd"])


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("a.yaml", "seeds: 2\nscale: smoke\nseeds: 3\n", "seeds"),
        ("b.yaml", 'own:\n  methods:\n    ours: {method: lda}\n    "ours": {method: wsabie}\n', "ours"),
        ("c.json", '{"own": {"datasets": {"a": {"path": "b"}, "a": {"path": "c"}}}}', "a"),
    ],
)
def test_a_key_that_stands_there_twice_is_refused(folder, name, text, key):
    """YAML and JSON are read so that the last one wins."""
    (folder / name).write_text(text)
    line = rf"^{name}: '{key}' stands there more than once$"
    with pytest.raises(ConfigError, match=line):
        plan("lecture", "--configfile", name)
    with pytest.raises(ConfigError, match=line):
        refuse_repeated([name])


def test_what_is_merged_into_a_mapping_may_be_named_again(folder):
    (folder / "merged.yaml").write_text("a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\n")
    assert configuration([folder / "merged.yaml"], [], None, [])["b"] == {"x": 3, "y": 2}
    refuse_repeated([folder / "merged.yaml", "/dev/null", folder / "not_there.yaml"])


def test_keys_are_those_of_snakemake(folder):
    """Typed as by its command line: numbers, truth, and lists."""
    made = plan("--config", "scale=smoke", "seeds=4", "strict=true", "exhibits=[lecture/sgd]")
    assert (made.config["scale"], made.config["seeds"], made.config["strict"]) == ("smoke", 4, True)
    assert made.exhibits == ["lecture/sgd"]
    nothing = [f"{key}=null" for key in ("name", "seeds", "seconds", "longest_job_hours")]
    assert plan("lecture/sgd", "--config", *nothing).config == plan("lecture/sgd").config


def test_a_file_that_is_not_there_is_one_line(folder):
    with pytest.raises(ConfigError, match=r"^there is no file nofile\.yaml$"):
        plan("lecture", "--configfile", "nofile.yaml")


@pytest.mark.parametrize("wrong", ["seeds", "sedes=3", "=3"])
def test_what_is_no_key_is_refused(folder, wrong):
    with pytest.raises(ValueError):
        plan("--config", wrong)
