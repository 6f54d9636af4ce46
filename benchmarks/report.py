"""Run the benchmarks, keep their tables in ``numbers/``, and write them into README.md between its marks.

OPENBLAS_NUM_THREADS=1 python benchmarks/report.py [--render-only]
"""

import argparse
import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent
NUMBERS = HERE / "numbers"
NAMES = ["step", "topk", "svm_pass", "peers", "label_tree", "memory"]
PACKAGES = ["numpy", "scipy", "numba", "scikit-learn"]


def machine():
    """What the numbers were measured on."""
    models = (
        re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) if platform.system() == "Linux" else []
    )
    chip = models[0] if models else platform.processor() or platform.machine()
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{chip}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}"


def run():
    """Run every benchmark anew, one thread each."""
    NUMBERS.mkdir(exist_ok=True)
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    for name in NAMES:
        command = [sys.executable, str(HERE / f"{name}.py"), "--out", str(NUMBERS / f"{name}.csv")]
        subprocess.run(command, check=True, env=alone)
    (NUMBERS / "machine.txt").write_text(machine() + "\n")


def table(name):
    """A benchmark's table in Markdown, three digits a number."""
    frame = pd.read_csv(NUMBERS / f"{name}.csv")
    shown = [frame[column].map(str if _is_text(frame[column].dtype) else _number) for column in frame]
    cells = zip(*shown)
    lines = [frame.columns, ["---" if text else "---:" for text in map(_is_text, frame.dtypes)], *cells]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _number(value):
    """Whole numbers in full, others to three digits."""
    if isinstance(value, int):
        return f"{value:,}"
    return "" if pd.isna(value) else f"{float(f'{value:.3g}'):,g}"


def _is_text(dtype):
    return not pd.api.types.is_numeric_dtype(dtype)


def render():
    """Replace what stands between the marks of README.md."""
    readme = HERE / "README.md"
    text = readme.read_text()
    for name in NAMES:
        text = _between(text, name, table(name))
    readme.write_text(_between(text, "machine", (NUMBERS / "machine.txt").read_text().strip()))


def _between(text, mark, content):
    start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    before, rest = text.split(start)
    return f"{before}{start}\n{content}\n{end}{rest.split(end)[1]}"


def main():
    """Run and render."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--render-only", action="store_true", help="write README.md from numbers/ as they are")
    if not parser.parse_args().render_only:
        run()
    render()


if __name__ == "__main__":
    main()
