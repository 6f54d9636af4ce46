"""Classifiers of one's own are loaded in another process, before any job and before anything of them is called."""

import pytest

from manyclass.workflow.own_methods import unloadable

MODULES = {
    "raises": ("raise RuntimeError('not here')\nclass Own: ...", "RuntimeError: not here"),
    "exits": ("import sys; sys.exit(0)", "it ended by itself with status 0"),
    "ends": ("import sys; sys.exit('no licence')", "no licence"),
    "broken": ("class Own(:\n  pass", "SyntaxError: invalid syntax"),
    "hangs": ("import time; time.sleep(600)", "takes more than 3 seconds"),
    "function": ("def Own(): open('called', 'w').close()", "is no class with fit and predict"),
    "transformer": ("class Own:\n  def fit(self, X, y): pass", "is no class with fit and predict"),
    "other": ("class Another: pass", "has no attribute 'Own'"),
}


@pytest.mark.parametrize("name", MODULES)
def test_what_cannot_be_loaded_is_said_in_a_line(tmp_path, monkeypatch, name):
    text, says = MODULES[name]
    (tmp_path / f"{name}_of_mine.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.chdir(tmp_path)
    (line,) = unloadable({"mine": {"import": f"{name}_of_mine:Own"}}, seconds=3 if name == "hangs" else 60)
    assert line.startswith("own.methods.mine: ") and says in line and "\n" not in line
    assert not (tmp_path / "called").exists()


def test_a_pipeline_is_checked_by_the_names_of_its_steps(tmp_path, monkeypatch):
    (tmp_path / "piped.py").write_text(
        "from sklearn import pipeline, preprocessing, svm\n"
        "Own = pipeline.make_pipeline(preprocessing.StandardScaler(), svm.LinearSVC())\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    entries = {name: {"import": "piped:Own", "search": {f"linearsvc__{name}": [1]}} for name in ("C", "c")}
    (line,) = unloadable(entries)
    assert "own.methods.c: unknown parameter 'linearsvc__c' (did you mean 'linearsvc__C'?)" in line.replace(
        "piped:Own: ", ""
    )


def test_classifiers_are_loaded_whatever_their_modules_print(tmp_path, monkeypatch):
    (tmp_path / "chatty.py").write_text("print('hello')\nfrom sklearn.svm import LinearSVC as Own\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    assert unloadable({"mine": {"import": "chatty:Own"}, "svc": {"import": "sklearn.svm:LinearSVC"}}) == []
