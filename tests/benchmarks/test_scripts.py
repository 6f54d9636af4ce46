"""Every benchmark runs at its smallest sizes and gives its table, and the page can be made of the tables."""

import runpy
from pathlib import Path

import pandas as pd
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
OPTIONS = {
    "step": ["--rounds", "1"],
    "training": [],
    "topk": ["--rounds", "1"],
    "acceleration": [],
    "svm_pass": ["--rounds", "1"],
    "linear": ["--rounds", "1", "--sets", "100 × 64"],
    "softmax": ["--rounds", "1", "--sets", "100 × 64"],
    "trees": ["--rounds", "1", "--sets", "100 × 64"],
    "growth": ["--rounds", "1"],
    "cores": ["--rounds", "1"],
    "label_tree": ["--rounds", "1"],
    "generator": ["--rounds", "1"],
    "memory": [],
    "full_pass": [],
    "commands": [],
}


@pytest.fixture
def run(monkeypatch):
    """Run a script with arguments, as Python runs it, though in this process, where kernels are compiled already."""

    def script(file, *arguments):
        path = str(BENCHMARKS / file)
        monkeypatch.setattr("sys.argv", [path, *map(str, arguments)])
        runpy.run_path(path, run_name="__main__")

    monkeypatch.syspath_prepend(BENCHMARKS)
    return script


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("benchmark", OPTIONS)
def test_a_benchmark_runs_at_its_smallest_sizes(benchmark, run, tmp_path):
    run(f"{benchmark}.py", "--quick", "--out", tmp_path / "table.csv", *OPTIONS[benchmark])
    table = pd.read_csv(tmp_path / "table.csv")
    assert len(table) and table.columns.is_unique
    assert not (table.select_dtypes("number") < 0).to_numpy().any()


def test_a_command_measured_alone_leaves_the_others_as_they_were(run, tmp_path):
    out = tmp_path / "table.csv"
    run("commands.py", "--quick", "--out", out)
    before = pd.read_csv(out)
    run("commands.py", "--quick", "--only", "smoke", "--out", out)
    after = pd.read_csv(out)
    assert list(after["run"]) == list(before["run"]) == ["tests", "smoke"]
    pd.testing.assert_frame_equal(after[after["run"] == "tests"], before[before["run"] == "tests"])
    assert (after["minutes"][1], after["CPU min"][1]) != (before["minutes"][1], before["CPU min"][1])


def test_every_benchmark_of_the_page_is_run_here(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    assert sorted(OPTIONS) == sorted(runpy.run_path(str(BENCHMARKS / "report.py"))["EVERY"])


def test_the_sets_whose_files_are_not_there_are_left_out_with_a_line(run, capsys):
    run("linear.py", "--quick", "--rounds", 1, "--sets", "letter", "--data", BENCHMARKS)
    printed = capsys.readouterr().out
    assert "letter: left out; --data FOLDER names the folder of letter-recognition.data" in printed


def test_the_machine_is_named_with_the_core_of_its_blas(run, capsys):
    run("machine.py")
    printed = capsys.readouterr().out
    assert "BLAS: " in printed and "numpy" in printed


def test_an_unknown_name_is_told_what_there_is(run, capsys):
    with pytest.raises(SystemExit) as left:
        run("report.py", "setp")
    assert left.value.code == 2 and "no benchmark setp; there are step, training" in capsys.readouterr().err
