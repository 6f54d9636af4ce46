"""What a run says last: where its results are, or which jobs failed, why, and where their logs are."""

import re
from pathlib import Path

# How the last line of a job's log begins that says what went wrong: ours, or the exception that nobody caught.
WRONG = re.compile(r"error: |(\w+\.)*\w*(Error|Exception|Interrupt)\b")


def success(results: str, figures: str) -> str:
    """Where to look first."""
    pages = [Path(results) / "index.html", Path(results) / "tables", Path(figures)]
    return "Done. Look at " + ", ".join(str(page) for page in pages if page.exists())


def failures(results: str, since: float) -> str:
    """The jobs that failed, a line each with what their log says last.

    Parameters
    ----------
    results : str
        Folder of the results, with ``logs`` in it.
    since : float
        When the run began, in seconds since the epoch; older logs are of other runs.
    """
    lines = []
    for log in sorted(Path(results, "logs").rglob("*.log")):
        said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        if said and log.stat().st_mtime >= since and WRONG.match(said[-1]):
            lines.append(f"{log}: {said[-1]}")
    return "\n".join(["Some jobs failed; the others' results are kept. What is wrong:", *lines] if lines else [])
