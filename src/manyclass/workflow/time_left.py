"""How long a run still takes: what its trials are forecast to take, held against what those took that it has made."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from manyclass.protocol.cost.measured import start_seconds
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.quantities import in_words

# Seconds: how often records are looked for, and the time for which a forecast counts as if it had come true, where that
# of each record is known.
EVERY, TRUSTED = 20.0, 60.0
# A line is due when so much of the time has passed that was left by the line before, and not sooner than that.
SHARE, LEAST = 0.2, 60.0


class TimeLeft:
    """The records that a run is about to make, and how many of them are there.

    Parameters
    ----------
    seconds : dict of str to float
        Seconds that each record is forecast to take, by its path; nan where nothing like it was measured, which
        counts as the median of the others, and is trusted the less the more there are.
    workers : int
        How many records are made at a time.
    now : callable
        Seconds since the epoch.
    """

    def __init__(self, seconds: dict[str, float], workers: int, now: Callable[[], float] = time.time):
        """Begin to count."""
        known = np.array([*seconds.values()], dtype=float)
        middle = np.nanmedian(known) if np.isfinite(known).any() else 1.0
        self.seconds = dict(zip(map(Path, seconds), np.where(np.isfinite(known), known, middle)))
        self.workers, self.now, self.started = workers, now, now()
        # Of a short run the forecast is not trusted for longer than it says that all takes.
        most = min(TRUSTED, sum(self.seconds.values()) / workers)
        self.trusted = most * np.isfinite(known).sum() / max(len(known), 1)
        self.number, self.done = len(self.seconds), 0.0

    def look(self) -> None:
        """Count the records that have been made since."""
        made = [path for path in self.seconds if _written(path) >= self.started]
        self.done += sum(self.seconds.pop(path) for path in made)

    def left(self) -> float:
        """Seconds until the last record is made, if the rest is to the forecast as what is done.

        Infinite where there is no forecast, until the first record is made.
        """
        passed, done = self.now() - self.started, self.done + self.trusted * self.workers
        return sum(self.seconds.values()) * (passed + self.trusted) / done if done else np.inf

    def line(self) -> str:
        """What a user is told."""
        made = self.number - len(self.seconds)
        so_far = f"{made} of {self.number} training runs done" if made else f"{self.number} training runs to do"
        left = self.left()
        if np.isinf(left):
            return f"{so_far}; nothing like them was measured, so the time left is known once one is done"
        return f"{so_far}, about {in_words(left)} left for them"

    def tell(self, wait: Callable[[float], object] = time.sleep) -> None:
        """Print a line at once and then now and again, as long as records are missing."""
        told = -np.inf
        while self.seconds:
            if self.now() >= told:
                print(self.line(), file=sys.stderr, flush=True)
                left = self.left()
                told = self.now() + (max(LEAST, SHARE * left) if np.isfinite(left) else LEAST)
            wait(EVERY)
            self.look()


def records(forecasts: Forecasts, jobs: list[set[str]]) -> dict[str, float]:
    """Seconds of each of a plan's records, nan where they are not known; with its share in the start of its job.

    Parameters
    ----------
    forecasts : Forecasts
    jobs : list of set of str
        Of each job the paths that it writes.
    """
    plan = forecasts.plan
    seeds = {name: trial.seeds(plan.config["seeds"]) for name, trial in plan.trials.items()}
    paths = {plan.paths.record(name, seed): forecasts.seconds(name, seed) for name in seeds for seed in seeds[name]}
    pilots = ((name, seed) for name in plan.pilots.rows for seed in plan.pilots.draws(name))
    paths |= {plan.paths.pilot(name, seed): forecasts.pilot_seconds(name) for name, seed in pilots}
    start = start_seconds(forecasts.measured)
    written = [outputs & paths.keys() for outputs in jobs]
    return {path: paths[path] + start / len(of_job) for of_job in written for path in of_job}


def tell(forecasts: Forecasts, workflow) -> None:
    """Tell how long a run takes that is about to start, and then how long it still does; in a thread of its own.

    Parameters
    ----------
    forecasts : Forecasts
    workflow : snakemake.workflow.Workflow
        Of which the jobs that are to run are read.
    """
    jobs = [{*map(str, job.output)} for job in workflow.dag.needrun_jobs()]
    workers = workflow.nodes or workflow.cores  # a cluster has no number of cores: to ask for it would end the run

    def count() -> None:
        if of_records := records(forecasts, jobs):
            TimeLeft(of_records, workers).tell()

    threading.Thread(target=count, daemon=True).start()


def _written(path: Path) -> float:
    """When a file was written, in seconds since the epoch; 0 if there is none."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
