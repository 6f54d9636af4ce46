"""Every benchmark runs at its smallest sizes and gives its table, and the page can be made of the tables."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
OPTIONS = {
    "training": [],
    "topk": ["--rounds", "1"],
    "svm_pass": ["--rounds", "1"],
    "linear": ["--rounds", "1", "--sets", "100 × 64"],
    "softmax": ["--rounds", "1", "--sets", "100 × 64"],
    "trees": ["--rounds", "1", "--sets", "100 × 64"],
    "growth": ["--rounds", "1"],
    "cores": ["--rounds", "1"],
    "generator": ["--rounds", "1"],
    "memory": [],
}


def run(script, *arguments):
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, str(BENCHMARKS / script), *map(str, arguments)]
    return subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", OPTIONS)
def test_a_benchmark_runs_at_its_smallest_sizes(name, tmp_path):
    run(f"{name}.py", "--quick", "--out", tmp_path / "table.csv", *OPTIONS[name])
    table = pd.read_csv(tmp_path / "table.csv")
    assert len(table) and table.columns.is_unique
    assert not (table.select_dtypes("number") < 0).to_numpy().any()


def test_the_sets_whose_files_are_not_there_are_left_out_with_a_line():
    printed = run("linear.py", "--quick", "--rounds", 1, "--sets", "letter", "--data", BENCHMARKS)
    assert "letter: left out; --data FOLDER names the folder of letter-recognition.data" in printed


def test_the_machine_is_named_with_the_core_of_its_blas():
    assert "BLAS: " in run("machine.py") and "numpy" in run("machine.py")


def test_an_unknown_name_is_told_what_there_is():
    command = [sys.executable, str(BENCHMARKS / "report.py"), "setp"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "no benchmark setp; there are step, training" in done.stderr
