"""Keep a run as the reference, and write README's numbers from it.

``python -m manyclass.workflow.reference`` copies tables, figures and claims of the standard scale to
``reference/``, notes the machine, the versions and the time taken, and renews the generated section of README.md.
"""

import json
import os
import platform
import shutil
import sys
from pathlib import Path

import pandas as pd

from manyclass import exhibits
from manyclass.protocol.files import atomic
from manyclass.protocol.record import versions

VERDICTS = ("reproduced", "not reproduced", "inconclusive")
START, END = "<!-- generated from reference/ -->", "<!-- end of what is generated -->"
KEPT = {"tables": ("csv", "md"), "figures": ("svg", "png")}


def keep(results: Path, figures: Path, reference: Path) -> None:
    """Copy what a run shows to ``reference``, in place of what was there."""
    shutil.rmtree(reference, ignore_errors=True)
    for kind, folder in (("tables", results / "tables"), ("figures", figures)):
        (reference / kind).mkdir(parents=True)
        for file in sorted(path for ending in KEPT[kind] for path in folder.glob(f"*.{ending}")):
            shutil.copyfile(file, reference / kind / file.name)
    shutil.copyfile(results / "claims.csv", reference / "claims.csv")
    with atomic(reference / "machine.json") as part:
        part.write_text(json.dumps(machine(results), indent=1) + "\n")


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


def section(reference: Path) -> str:
    """README's generated section, in Markdown."""
    on, claims = json.loads((reference / "machine.json").read_text()), pd.read_csv(reference / "claims.csv")
    package = ", ".join(f"{name} {number}" for name, number in on["versions"].items())
    total = claims["verdict"].value_counts()
    return "\n".join(
        [
            f"At standard scale: {len(claims)} claims, "
            + ", ".join(f"{total.get(verdict, 0)} {verdict}" for verdict in VERDICTS)
            + f"; {on['jobs']} jobs, {on['job_minutes']:.0f} minutes of job time in all, on {on['cores']} cores of"
            f" {on['processor']} with {on['memory_gib']} GiB ({package}).",
            "",
            *_exhibit_rows(claims, reference),
            "",
            *_table8(reference),
        ]
    )


def _exhibit_rows(claims: pd.DataFrame, reference: Path) -> list[str]:
    """A row of Markdown an exhibit: its title, and how many claims have which verdict."""
    rows = [f"| exhibit | shows | {' | '.join(VERDICTS)} |", "|---|---|--:|--:|--:|"]
    for name in exhibits.names():
        shown = [*reference.glob(f"tables/{name}.md"), *reference.glob(f"figures/{name}.svg")]
        if not shown:
            continue
        title = exhibits.caption(name, {}).splitlines()[0].rstrip(".")
        counts = claims.loc[claims["exhibit"] == name, "verdict"].value_counts()
        cells = (str(counts.get(verdict, "–")) for verdict in VERDICTS)
        rows.append(
            f"| [{name}]({shown[0].relative_to(reference.parent).as_posix()}) | {title} | {' | '.join(cells)} |"
        )
    return rows


def _table8(reference: Path) -> list[str]:
    """Table 8 in short: printed and measured accuracy of the best run, in percent."""
    table = pd.read_csv(reference / "tables" / "gupta2014_table8.csv", dtype=str).fillna("–")
    sets = [name.removesuffix(": printed") for name in table.columns if name.endswith(": printed")]
    rows = [f"| test accuracy, %: printed / ours | {' | '.join(sets)} |", "|---|" + "--:|" * len(sets)]
    for _, row in table.iterrows():
        cells = (f"{row[f'{name}: printed']} / {row[f'{name}: best run']}" for name in sets)
        rows.append(f"| {row.iloc[1]} | {' | '.join(cells)} |")
    return rows


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
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
