"""What is generated in README, between marks: the kept runs' score, and how long its commands and each scale take."""

from pathlib import Path

import pandas as pd

from manyclass.protocol.files import atomic
from manyclass.reference import scales
from manyclass.reference.summary import section

START, END = "<!-- generated from reference/ -->", "<!-- end of what is generated -->"
FORECAST = "<!-- forecast -->", "<!-- end of forecast -->"
SCALES = "<!-- scales, by the forecast -->", "<!-- end of scales -->"
MEASURED = "<!-- {} measured -->", "<!-- end of {} measured -->"  # of a command of the benchmark of commands


def renew(readme: Path, text: str, marks: tuple[str, str] = (START, END), around: str = "\n\n") -> None:
    """Put a generated text between its marks in README, with line ends ``around`` it.

    Raises
    ------
    ValueError
        If the marks are not there; one line.
    """
    before, start, rest = readme.read_text().partition(marks[0])
    _, end, after = rest.partition(marks[1])
    if not (start and end):
        raise ValueError(f"{readme} has no section between {' and '.join(marks)}")
    with atomic(readme) as part:
        part.write_text(f"{before}{start}{around}{text}{around}{end}{after}")


def renew_all(readme: Path, reference: Path) -> None:
    """Write all that is generated in README."""
    renew(readme, section(reference))
    renew(readme, scales.sentence(), FORECAST, "")
    renew(readme, scales.table(), SCALES)
    for name, text in waits(readme.parent / "benchmarks" / "numbers" / "commands.csv").items():
        start, end = (mark.format(name) for mark in MEASURED)
        renew(readme, text, (start, end), "")


def waits(measured: Path) -> dict[str, str]:
    """How long a new user waits for each command, by what it runs, from the table of ``benchmarks/commands.py``."""
    rows = pd.read_csv(measured).itertuples()
    return {row.run: f"{row.minutes:.0f} minutes on {row.cores} cores of {row.processor}" for row in rows}
