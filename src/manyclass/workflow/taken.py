"""What a run took, and what it ran on.

Snakemake notes of a job what its last call took. A trial that was taken up has taken longer, and its record knows how
long in all.
"""

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
from threadpoolctl import threadpool_info

from manyclass.exhibits import registry
from manyclass.protocol.trial.record import Record, versions
from manyclass.workflow.machine import cores, memory_bytes, processor


def run_facts(results: Path, names: Sequence[str] = ()) -> dict:
    """What the run ran on, with which versions, how long its jobs took, and when, as far as that is known.

    Parameters
    ----------
    results : Path
        Folder of the run.
    names : sequence of str
        Exhibits whose jobs alone are counted; none for all. A job of several exhibits, as at smoke scale, counts whole.

    Raises
    ------
    ValueError
        If no job of theirs has been run; one line.
    """
    folder, scale = results / "benchmarks", results.name
    others = _jobs(registry.selected({"scale": scale}), scale) - _jobs(names, scale) if names else set()
    files = [path for path in sorted(folder.rglob("*.tsv")) if not others & _whose(path.relative_to(folder))]
    if not files:
        raise ValueError(f"{folder}: no job has left its time there; run the workflow first")
    times = [pd.read_csv(path, sep="\t") for path in files]
    jobs = pd.concat(times)
    seconds = [max(float(each["s"].sum()), _in_all(results, path)) for each, path in zip(times, files)]
    ends = [path.stat().st_mtime for path in files]
    return {
        "scale": scale,
        "processor": processor(),
        "blas": sorted({each["architecture"] for each in threadpool_info() if "architecture" in each}),
        "cores": cores(),
        "memory_gib": round(memory_bytes() / 2**30),
        "system": platform.system(),
        "jobs": len(jobs),
        "job_minutes": round(sum(seconds) / 60, 1),
        "largest_job_mib": round(float(jobs["max_rss"].max())),
        "versions": versions(),
    } | span(ends, seconds, cores())


def _in_all(results: Path, times: Path) -> float:
    """Seconds that the trials of a job say they took, of all pieces together; 0 where it ran none."""
    name = times.relative_to(results / "benchmarks").with_suffix("")
    if name.parts[0] not in ("pilot", "trial"):
        return 0.0
    job = results / name
    records = [path for path in (job.with_name(f"{job.name}.json"), *job.glob("*.json")) if path.exists()]
    return sum(Record.read(path).timing.wall_s for path in records)


def _jobs(names: Sequence[str], scale: str) -> set[str]:
    """The jobs that make these exhibits: their data sets, their trials and they themselves."""
    trials = {trial.address for trial in registry.trials(names, {"scale": scale})}
    sets = registry.sets(names, {"scale": scale})
    jobs = {"data": sets, "pilot": trials, "trial": trials, "exhibit": names}
    return {f"{kind}/{job}" for kind, each in jobs.items() for job in each}


def _whose(file: Path) -> set[str]:
    """The jobs whose times a file may be: of all draws, or of the one that it is named by."""
    return {str(file.with_suffix("")), str(file.parent)}


def span(ends, seconds, n_cores) -> dict[str, str]:
    """When the first job of a run started and the last one ended, in UTC.

    Parameters
    ----------
    ends : list of float
        When each job ended, in seconds since the epoch: when its times were written.
    seconds : list of float
        How long each took.
    n_cores : int
        How many jobs may have run side by side.

    Returns
    -------
    dict of str to str
        "started" and "ended"; nothing where so many cores cannot have done all jobs in between, as when the files were
        copied since.
    """
    started, ended = min(end - took for end, took in zip(ends, seconds)), max(ends)
    if sum(seconds) > n_cores * (ended - started):
        return {}
    times = {"started": started, "ended": ended}
    return {name: datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds") for name, time in times.items()}
