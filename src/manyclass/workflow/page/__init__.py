"""One page of a run for the browser: score, statements with their tests, tables, figures, data sets; self-contained."""

from pathlib import Path

from manyclass.protocol.sources import closure, relative

ASSETS = ("template.html", "style.css", "script.js")


def sources() -> list[str]:
    """Source files that decide how the page looks and what it says."""
    folder = Path(__file__).parent
    return [*closure(f"{__name__}.__main__"), *(relative(folder / name) for name in ASSETS)]
