"""The runs that kept exhibits come from, in Markdown: a page that lists them, and what README says of them all."""

import json
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from manyclass.reference.crate import noted
from manyclass.reference.markdown import table

LATER = "later"  # what exhibits took, by name, that were run later than the rest of their document


def sentence(reference: Path) -> str:
    """What all runs together took, and on what."""
    made = [on for _, on in _runs(noted(reference))]
    jobs, hours = sum(on["jobs"] for on in made), sum(on["job_minutes"] for on in made) / 60
    on = " or ".join(dict.fromkeys(map(_machine, made)))
    return (
        f"Made in {len(made)} runs of {jobs:,} jobs and {hours:.0f} hours of job time in all, on {on}."
        " Which exhibits come from which, and with which versions: [reference/runs.md](reference/runs.md)."
    )


def page(reference: Path) -> str:
    """The page of the reference that lists its runs, by the machine and the versions that they were made with."""
    by_machine = {}
    for names, on in _runs(noted(reference)):
        versions = ", ".join(f"{name} {number}" for name, number in on["versions"].items())
        made = {"made": ", ".join(names), "jobs": str(on["jobs"]), "minutes of job time": f"{on['job_minutes']:.0f}"}
        by_machine.setdefault((_machine(on), versions), []).append(made)
    lines = ["# The runs that kept exhibits come from", ""]
    lines += ["Single exhibits were run later than their document, whose jobs include what was run of them before.", ""]
    for (machine, versions), made in by_machine.items():
        lines += [f"## {machine}", "", f"{versions}.", "", table(pd.DataFrame(made), n_texts=1), ""]
    return "\n".join(lines)


def _runs(taken: dict[str, dict]) -> Iterator[tuple[list[str], dict]]:
    """The names of what each run made and all that is known of it; what was run together is one run."""
    together = {}
    for name, on in taken.items():
        together.setdefault(json.dumps(on), []).append(name)
    for known, names in together.items():
        on = json.loads(known)
        yield names, on
        yield from _runs(on.get(LATER, {}))


def _machine(on: dict) -> str:
    return f"{on['cores']} cores of {on['processor']} with {on['memory_gib']} GiB"
