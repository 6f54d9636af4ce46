"""How long README's commands take that set up and run the tests, and all at smoke scale, as a new user gives them.

The last commit of this repository is cloned into a temporary folder; the commands are read from its README and run
there one after the other, the tests in a new virtual environment and with no kernel compiled, the smoke scale in the
same one, as somebody would who has tried the tests first. The smoke scale alone compiles the kernels, too, and setting
up is not part of its time. Nothing else should run meanwhile.

    minutes         wall clock
    CPU min         CPU time of the command and all that it starts

    python benchmarks/commands.py [--only smoke] [--out commands.csv]
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd
from report import environment
from script import options, show

from manyclass.workflow.machine import processor

ROOT = Path(__file__).parents[1]
COMMANDS = {  # what finds them in README, by what they run
    "tests": r"^    (pip install .*pytest -n auto)$",
    "smoke": r"^`(snakemake --cores all --config scale=smoke)`",
}
SET_UP = r"^    (pip install .*) && snakemake --cores all$"
QUICK = {"tests": "pytest --version", "smoke": "snakemake --version"}


def commands(readme: Path, lines: dict[str, str]) -> dict[str, str]:
    """README's commands, by what they run."""
    text = readme.read_text()
    return {name: re.search(line, text, re.MULTILINE)[1] for name, line in lines.items()}


def prepare(folder: Path) -> dict[str, str]:
    """A clone with an environment of its own in ``folder``; the variables with which its programs are found."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder / "clone"], check=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True)
    path = f"{folder / 'environment' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    found = {name: value for name, value in environment().items() if not name.endswith("_NUM_THREADS")}
    found.pop("PYTHONPATH", None)  # the clone's own code is what is run
    return found | {"PATH": path, "NUMBA_CACHE_DIR": str(folder / "kernels")}


def measure(given: dict[str, str], folder: Path, variables: dict[str, str]) -> list[dict]:
    """One line for each command that ends well, after the other; what they print goes to the standard error."""
    lines = []
    for name, command in given.items():
        status, taken = run(command, folder, variables)
        if status:
            print(f"{name}: left out; the command ended with {status}")
        else:
            lines.append({"run": name, "command": command, "cores": os.cpu_count(), "processor": processor()} | taken)
    return lines


def run(command: str, folder: Path, variables: dict[str, str]) -> tuple[int, dict[str, float]]:
    """How a command ended, and what it took."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    status = subprocess.run(["bash", "-c", command], cwd=folder, env=variables, stdout=sys.stderr).returncode
    minutes, after = (time.perf_counter() - begun) / 60, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return status, {"minutes": minutes, "CPU min": cpu / 60}


def others(out: str | None, names: list[str]) -> list[dict]:
    """The lines of a table written before of what is not measured now."""
    if out is None or not Path(out).exists():
        return []
    before = pd.read_csv(out)
    return before[~before["run"].isin(names)].to_dict("records")


def main():
    """Print the table."""
    parser = options(__doc__)
    parser.add_argument("--only", choices=COMMANDS, help="measure this alone; the others stay as they were in --out")
    arguments = parser.parse_args()
    names = [arguments.only] if arguments.only else [*COMMANDS]
    if arguments.quick:
        lines = measure({name: QUICK[name] for name in names}, ROOT, dict(os.environ))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            variables = prepare(Path(temporary))
            clone = Path(temporary) / "clone"
            given = commands(clone / "README.md", COMMANDS | {"set up": SET_UP})
            if "tests" not in names and (status := run(given["set up"], clone, variables)[0]):
                sys.exit(f"set up: the command ended with {status}")
            lines = measure({name: given[name] for name in names}, clone, variables)
    show(others(arguments.out, names) + lines, arguments.out)


if __name__ == "__main__":
    main()
