"""The examples of docs/own_data.md, run from the page itself."""

import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import yaml
from small_project import ROOT, Project, environment

from manyclass.exhibits.own.standing import BEHIND, BEST, TIED, UNTESTED
from manyclass.protocol.trial import estimators
from manyclass.workflow.own_methods import unloadable

PAGE = (ROOT / "docs" / "own_data.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def follow(page, folder: Path) -> list[subprocess.CompletedProcess]:
    """Do what the blocks say, in their order: write files that have a name, run programs and commands."""
    done = []
    for kind, text in BLOCK.findall(page):
        if kind == "yaml" or text.startswith("# "):
            (folder / text.split()[1]).write_text(text, encoding="utf-8")
            continue
        words = text.removeprefix("python -m ").split()
        line = ["-c", text] if kind == "python" else ["-m", *words]
        done.append(
            subprocess.run([sys.executable, *line], cwd=folder, env=environment(), capture_output=True, text=True)
        )
    return done


def test_the_page_names_all_methods_that_can_weigh_classes():
    start = PAGE.index("Where small classes shall count")
    named = {*re.findall(r"`(\w+)`", PAGE[start : PAGE.index("\n\n", start)])} & {*estimators.names()}
    can = {name for name in estimators.names() if "reweight" in estimators.takes(estimators.load(name))}
    assert named == can | {"weighted_one_vs_rest"}


def test_the_page_explains_every_standing():
    start = PAGE.index("**Which method is best.**")
    said = " ".join(PAGE[start : PAGE.index("\n\n", start)].split())
    assert all(f'"{name}"' in said for name in (BEST, TIED, BEHIND, UNTESTED))


def test_the_pipeline_of_the_page_is_a_method(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (module,) = (text for kind, text in BLOCK.findall(PAGE) if text.startswith("# mine.py"))
    (tmp_path / "mine.py").write_text(module, encoding="utf-8")
    methods = yaml.safe_load(re.search(r"`(even: \{.*\})`", PAGE).group(1))
    assert methods["even"].keys() == {"import", "search"}
    assert unloadable(methods) == []


def test_the_examples_do_what_the_page_says(tmp_path):
    project = Project(tmp_path / "project")
    done = follow(PAGE, project.folder)
    assert [each.returncode for each in done] == [0] * 7, [each.stderr[-2000:] for each in done]
    for name in ("digits", "summaries"):
        assert f"results/{name}/index.html" in done[1 if name == "digits" else 4].stderr
        assert "own/comparison" in (project.folder / "results" / name / "index.html").read_text(encoding="utf-8")
        table = pd.read_csv(project.folder / "results" / name / "tables" / "own" / "comparison.csv")
        measured = table.set_index("method")["accuracy: mean"]
        assert measured.max() > 2 * measured["class prior"]
    assert "by exhibit" in done[5].stdout
