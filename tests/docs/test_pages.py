"""The site's pages are complete, and their examples do what they say; docs/own_data.md has a test of its own."""

import re
import shlex
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import yaml
from sklearn.datasets import load_digits
from small_project import ROOT, Project, environment

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.workflow.configuration import checked

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
HERE = [path for path in PAGES if path.name != "own_data.md"]


def blocks(kind: str) -> list:
    """All blocks of a kind, as parameters of a test that are named by their page."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in HERE}
    return [
        pytest.param(text, id=name) for name in texts for _, found, text in BLOCK.findall(texts[name]) if found == kind
    ]


@pytest.mark.parametrize("text", blocks("python"))
def test_a_program_runs(text):
    X, y = load_digits(return_X_y=True)
    there = {"X": X[:200], "y": y[:200]}
    exec(compile(text, "example", "exec"), there)
    assert isinstance(there["model"], ManyClassClassifier)
    assert set(there["model"].predict(there["X"])) <= set(there["y"])


@pytest.mark.parametrize("text", blocks("yaml"))
def test_a_configuration_is_valid(text, tmp_path, monkeypatch):
    """With the table of which it speaks."""
    rng = np.random.default_rng(0)
    table = pd.DataFrame(rng.normal(size=(20, 3))).assign(species=np.repeat(["a", "b"], 10))
    table.to_csv(tmp_path / "mine.csv", index=False)
    monkeypatch.chdir(tmp_path)
    assert checked(yaml.safe_load(text))["name"] == "mine"


@pytest.mark.parametrize("text", blocks("console"))
def test_a_command_is_one_of_snakemake(text, tmp_path):
    """Those that only say what would be done are run."""
    for line in map(shlex.split, text.strip().splitlines()):
        assert line[0] in ("snakemake", "pip")
        if "--dry-run" in line:
            folder = Project(tmp_path / "project").folder
            done = subprocess.run(
                [sys.executable, "-m", *line], cwd=folder, env=environment(), capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
            assert re.search(r"^total +[1-9]", done.stdout + done.stderr, re.MULTILINE)


def test_every_method_has_a_section():
    text = (ROOT / "docs" / "methods.md").read_text(encoding="utf-8")
    named = re.findall(r"^```\{estimator\} (\w+)$", text, re.MULTILINE)
    files = [path.stem for path in (ROOT / "src/manyclass/methods").glob("*.py") if path.stem != "__init__"]
    assert sorted(named) == sorted(files)


def test_every_page_is_reached_from_the_first():
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    _, _, listed = text.partition("```{toctree}\n:hidden:\n\n")
    assert sorted(listed.partition("\n```")[0].splitlines()) == [
        path.stem for path in PAGES[1:] if path.stem != "index"
    ]
