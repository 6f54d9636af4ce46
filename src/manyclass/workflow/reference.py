"""Keep a run as the reference, and write README's numbers from it.

``python -m manyclass.workflow.reference`` copies tables, figures, statements and tests of the standard scale to
``reference/``, notes the machine, the versions and the time taken, lists the statements that were not reproduced, and
renews the generated section of README.md. At the end it names those that docs/findings.md does not explain yet.
"""

import json
import os
import platform
import shutil
import sys
from pathlib import Path

import pandas as pd

from manyclass.protocol.claims.tables import read_statements
from manyclass.protocol.files import atomic
from manyclass.protocol.trial.record import versions
from manyclass.workflow.findings import unexplained
from manyclass.workflow.summary import open_statements, section

START, END = "<!-- generated from reference/ -->", "<!-- end of what is generated -->"
KEPT = {"tables": ("csv", "md"), "figures": ("svg", "png")}


def keep(results: Path, figures: Path, reference: Path) -> None:
    """Copy what a run shows to ``reference``, in place of what was there."""
    shutil.rmtree(reference, ignore_errors=True)
    for kind, folder in (("tables", results / "tables"), ("figures", figures)):
        for file in sorted(path for ending in KEPT[kind] for path in folder.glob(f"*/*.{ending}")):
            kept = reference / kind / file.relative_to(folder)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, kept)
    for name in ("statements.csv", "tests.csv"):
        shutil.copyfile(results / name, reference / name)
    with atomic(reference / "machine.json") as part:
        part.write_text(json.dumps(machine(results), indent=1) + "\n")
    with atomic(reference / "open_statements.md") as part:
        part.write_text(open_statements(reference))


def machine(results: Path) -> dict:
    """What the run ran on, with which versions, and how long its jobs took."""
    times = [pd.read_csv(path, sep="\t") for path in sorted((results / "benchmarks").rglob("*.tsv"))]
    jobs = pd.concat(times)
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": platform.system(),
        "jobs": len(jobs),
        "job_minutes": round(float(jobs["s"].sum()) / 60, 1),
        "largest_job_mib": round(float(jobs["max_rss"].max())),
        "versions": versions(),
    }


def _processor() -> str:
    """Name of the processor as the system gives it."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def renew(readme: Path, text: str) -> None:
    """Put the generated text between its marks in README."""
    before, start, rest = readme.read_text().partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise ValueError(f"{readme} has no section between {START} and {END}")
    with atomic(readme) as part:
        part.write_text(f"{before}{START}\n\n{text}\n\n{END}{after}")


def main() -> None:
    """Keep the standard scale of this folder."""
    try:
        keep(Path("results/standard"), Path("figures/standard"), Path("reference"))
        renew(Path("README.md"), section(Path("reference")))
        for name in unexplained(Path("docs/findings.md").read_text(), read_statements("reference/statements.csv")):
            print(f"docs/findings.md: no paragraph yet on {name}")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
