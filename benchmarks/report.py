"""Run the benchmarks, keep their tables in ``numbers/``, and write them into README.md between its marks.

python benchmarks/report.py [NAMES] [--data FOLDER] [--render-only]

Without names all are run, one after the other, but those that take an hour or the whole machine; with names these are
run anew, and the others' tables stay as they are, so that a run that was broken off can be gone on with.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import growth_figure
import page

HERE = Path(__file__).parent
NUMBERS, FIGURES, MACHINE = HERE / "numbers", HERE / "figures", HERE / "numbers" / "machine.txt"
NAMES = [
    "step",
    "training",
    "topk",
    "acceleration",
    "svm_pass",
    "linear",
    "softmax",
    "trees",
    "growth",
    "cores",
    "label_tree",
    "generator",
    "memory",
]
EVERY = [*NAMES, "full_pass", "commands"]  # with what is run by its name alone
WITH_DATA = {"linear", "softmax"}
# Some set these for the whole machine; the wheels' own choice is what users get.
CHOSEN_FOR_BLAS = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


def environment() -> dict[str, str]:
    """What the benchmarks' processes find: one thread for BLAS, and no choice of its code."""
    return {name: value for name, value in os.environ.items() if name not in CHOSEN_FOR_BLAS} | ONE_THREAD


def run(name: str, data: str | None) -> None:
    """Run a benchmark anew; what it says to have left out is kept beside its table."""
    command = [sys.executable, "-W", "ignore", str(HERE / f"{name}.py"), "--out", str(NUMBERS / f"{name}.csv")]
    command += ["--data", data] if data and name in WITH_DATA else []
    done = subprocess.run(command, check=True, env=environment(), stdout=subprocess.PIPE, text=True)
    print(f"== {name}\n{done.stdout}", flush=True)
    left_out = [line for line in done.stdout.splitlines() if ": left out; " in line]
    (NUMBERS / f"{name}.txt").write_text("".join(f"{line}\n" for line in left_out))


def note_machine(of_all: bool) -> None:
    """Keep what the numbers were measured on; warn if other tables are from elsewhere."""
    asked = subprocess.run(
        [sys.executable, str(HERE / "machine.py")], check=True, env=environment(), stdout=subprocess.PIPE, text=True
    )
    if not of_all and MACHINE.is_file() and MACHINE.read_text() != asked.stdout:
        print(f"the other tables are from another machine: {MACHINE.read_text()}", file=sys.stderr)
    MACHINE.write_text(asked.stdout)


def main():
    """Run and render."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    what = f"of {', '.join(EVERY)}; without any all but the last two"
    parser.add_argument("names", nargs="*", metavar="NAMES", help=what)
    parser.add_argument("--data", help="folder of the public data sets, see benchmarks/corpora.py")
    parser.add_argument("--render-only", action="store_true", help="write README.md from numbers/ as they are")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in EVERY]:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(EVERY)}")
    if not arguments.render_only:
        NUMBERS.mkdir(exist_ok=True)
        note_machine(of_all=not arguments.names)
        for name in arguments.names or NAMES:
            run(name, arguments.data)
    if (NUMBERS / "growth.csv").is_file():
        growth_figure.write(NUMBERS / "growth.csv", FIGURES)
    page.render(HERE / "README.md", NUMBERS, EVERY)


if __name__ == "__main__":
    main()
