"""One page of a run for the browser: score, statements with their tests, tables, figures, data sets; self-contained."""

from pathlib import Path

from manyclass.protocol.sources import relative
from manyclass.workflow.stamps import stamps

ASSETS = ("template.html", "style.css", "script.js")


def sources() -> list[str]:
    """What decides how the page looks and what it says: a stamp of its sources, and other files."""
    folder = Path(__file__).parent
    return [*stamps(f"{__name__}.__main__"), *(relative(folder / name) for name in ASSETS)]
