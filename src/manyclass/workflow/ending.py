"""What a run says last: where its results are, or which jobs failed, why, and where their logs are."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from manyclass.protocol.trial.record import OK, Record
from manyclass.workflow.plan import Plan

# How the last line of a job's log begins that says what went wrong: ours, or the exception that nobody caught.
WRONG = re.compile(r"error: |(\w+\.)*\w*(Error|Exception|Interrupt)\b")
# Where SLURM says what became of a job, and how it says that it has ended one itself.
OF_SLURM = ".snakemake/slurm_logs"
ENDED = re.compile(r"slurmstepd\S*: error: .*(memory limit|oom.kill|DUE TO TIME LIMIT)")


def success(plan: Plan) -> str:
    """Where to look first, and which methods have no result somewhere."""
    pages = [Path(plan.paths.results) / "index.html", Path(plan.paths.results) / "tables", Path(plan.paths.figures)]
    done = "Done. Look at " + ", ".join(str(page) for page in pages if page.exists())
    return "\n".join([*_holes(plan), done])


def _holes(plan: Plan) -> list[str]:
    """A line on the trials that ended without a result, by method; none where all have one."""
    number, sets = 0, {}
    for trial in plan.trials.values():
        paths = (Path(plan.paths.record(trial.address, seed)) for seed in trial.seeds(plan.config["seeds"]))
        failed = sum(Record.read(path).status != OK for path in paths if path.is_file())
        if failed:
            number += failed
            sets.setdefault(trial.method, set()).add(trial.dataset)
    named = [f"{method} ({len(of)} data set{'s' * (len(of) != 1)})" for method, of in sets.items()]
    runs = "1 training run has" if number == 1 else f"{number} training runs have"
    return [f"{runs} no result: {', '.join(named)}; see {plan.paths.results}/logs/trial"] if named else []


def failures(results: str, since: float, failed: Iterable[str] = ()) -> str:
    """The jobs that failed, a line each with what their log says last, or why SLURM has ended them.

    Parameters
    ----------
    results : str
        Folder of the results, with ``logs`` in it.
    since : float
        When the run began, in seconds since the epoch; older logs are of other runs.
    failed : iterable of str
        Logs of the jobs that Snakemake knows to have failed, whatever they say.
    """
    last = {log: said[-1] for log, said in _written(Path(results, "logs"), since)}
    lines = [f"{log}: {line}" for log, line in last.items() if WRONG.match(line)]
    for log in sorted({*map(Path, failed)}):
        if not WRONG.match(line := last.get(log, "")):
            lines.append(f"{log}: " + (f"ended after “{line}”" if line else "ended without a word, as what is killed"))
    for log, said in _written(Path(OF_SLURM), since):
        lines += [f"{log}: {line}" for line in said if ENDED.match(line)][:1]
    return "\n".join(["Some jobs failed; the others' results are kept. What is wrong:", *lines] if lines else [])


def _written(folder: Path, since: float) -> Iterator[tuple[Path, list[str]]]:
    """Logs that were written since then, each with its lines, of which there is one at least."""
    for log in sorted(folder.rglob("*.log")):
        said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        if said and log.stat().st_mtime >= since:
            yield log, said
