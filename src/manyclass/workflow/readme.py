"""What is generated in README, between marks: the score of the kept runs, and what each scale takes by the forecast."""

from pathlib import Path

from manyclass.protocol.files import atomic
from manyclass.workflow import scales
from manyclass.workflow.summary import section

START, END = "<!-- generated from reference/ -->", "<!-- end of what is generated -->"
FORECAST = "<!-- forecast -->", "<!-- end of forecast -->"
SCALES = "<!-- scales, by the forecast -->", "<!-- end of scales -->"


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
