"""What jobs ask for, by forecasts: megabytes of memory and of disk, and minutes, as Snakemake's resources.

Each function is called by Snakemake with a job's wildcards and the number of the attempt.
"""

from collections.abc import Callable

import numpy as np

from manyclass.workflow.forecast import Forecasts

# No job is taken to need less, and each asks for so many times what it is expected to take; and beside that for what
# Snakemake itself takes, which a cluster starts once more in every job.
LEAST_MB, ROOM, SNAKEMAKE_MB = 1000, 1.25, 500
# The same of the time on a cluster, where a job that takes longer is ended, and taken up again when it is tried again.
LEAST_MINUTES, ROOM_OF_TIME = 15, 4
# That of jobs without a forecast: exhibits, signatures and pages, and those of several sets or trials at smoke scale.
OTHER_MINUTES = 720
# What is tried again asks for twice as much each time, up to so many times: a fault of it is no want of memory.
MOST_TIMES = 8
# Bytes of a draw that are made and written in a second (`benchmarks/full_pass.py`), and what room such a job has; the
# least of its minutes, in which one's own data may be fetched and read.
MADE, ROOM_TO_MAKE, LEAST_TO_MAKE = 67e6, 2, 60


class JobResources:
    """What each job of a plan asks for; in a Snakefile `Resources` is Snakemake's own.

    Parameters
    ----------
    forecasts : Forecasts
    """

    def __init__(self, forecasts: Forecasts):
        """Ask for nothing yet."""
        self.forecasts, self.plan = forecasts, forecasts.plan

    def trial_mb(self, wildcards, attempt) -> int:
        """Memory of the job of a trial; when it is tried again, twice as much."""
        return self._megabytes(self.forecasts.arrays(self.plan.trial(wildcards).address), attempt)

    def trial_minutes(self, wildcards, attempt) -> int:
        """Minutes of the job of a trial on a cluster: by forecast where there is one, else its budget's.

        The budget is each seed's and ends it in any case; after it a seed is tested and written.
        """
        seeds = [int(seed.format(**vars(wildcards))) for seed in self.plan.seeds]
        address, budget = self.plan.trial(wildcards).address, len(seeds) * self.plan.config["seconds"]
        forecast = sum(self.forecasts.seconds(address, seed) for seed in seeds)
        return self._minutes(budget, forecast, attempt)

    def trial_disk(self, wildcards, attempt) -> int:
        """Megabytes of disk of the job of a trial: its predictions, and the snapshots of a seed on its way."""
        trial = self.plan.trial(wildcards)
        if self.forecasts.is_known(trial.address):
            return self._disk(self.forecasts.of(trial.address))
        return _megabytes_of(self.forecasts.drawn(trial.dataset))  # predictions are few beside the data

    def pilot_disk(self, wildcards, attempt) -> int:
        """Megabytes of disk of the job of a pilot."""
        return self._disk(self.forecasts.pilot_of(self.plan.trial(wildcards).address))

    def data_disk(self, wildcards, attempt) -> int:
        """Megabytes of disk of the job of a data set: its draws."""
        return _megabytes_of(self.forecasts.drawn(wildcards.dataset) * len(self.plan.seeds))

    def pilot_mb(self, wildcards, attempt) -> int:
        """Memory of the job of a pilot."""
        forecast = self.forecasts.pilot_of(self.plan.trial(wildcards).address)
        return self._megabytes(forecast.arrays_bytes or forecast.extents[0].data_bytes, attempt)

    def pilot_minutes(self, wildcards, attempt) -> int:
        """Minutes of the job of a pilot on a cluster, as of a trial's."""
        address = self.plan.trial(wildcards).address
        return self._minutes(self.plan.config["seconds"], self.forecasts.pilot_seconds(address), attempt)

    def data_minutes(self, wildcards, attempt) -> int:
        """Minutes of the job of a data set on a cluster, by the size of its draws."""
        making = ROOM_TO_MAKE * len(self.plan.seeds) * self.forecasts.drawn(wildcards.dataset) / MADE
        return self._at_most(LEAST_TO_MAKE + int(np.ceil(making * _times_as_much(attempt) / 60)))

    def other_minutes(self, wildcards, attempt) -> int:
        """Minutes on a cluster of any job without a forecast."""
        return self._at_most(OTHER_MINUTES)

    def data_mb(self, wildcards, attempt) -> int:
        """Memory of the job of a data set."""
        return self._megabytes(self.forecasts.made(wildcards.dataset), attempt)

    def trials_mb(self, trials: list) -> Callable:
        """Memory of a job that runs several trials one after the other."""
        return lambda wildcards, attempt: self._megabytes(
            max(self.forecasts.arrays(each.address) for each in trials), attempt
        )

    def sets_mb(self, names: list[str]) -> Callable:
        """Memory of a job that makes several data sets one after the other."""
        return lambda wildcards, attempt: self._megabytes(max(map(self.forecasts.made, names)), attempt)

    def _disk(self, forecast) -> int:
        predicted = max(each.record_bytes for each in forecast.extents) * len(self.plan.seeds)
        return _megabytes_of(predicted + self.forecasts.snapshots(forecast))

    def _minutes(self, budget: float, forecast: float, attempt: int) -> int:
        needed = budget if np.isnan(forecast) else min(budget, ROOM_OF_TIME * forecast * _times_as_much(attempt))
        return self._at_most(LEAST_MINUTES + int(np.ceil(needed / 60)))

    def _at_most(self, minutes: int) -> int:
        return int(min(minutes, 60 * self.plan.config.get("longest_job_hours", np.inf)))

    def _megabytes(self, arrays: float, attempt: int) -> int:
        needed = max(LEAST_MB, int(np.ceil(ROOM * (arrays + self.forecasts.process_bytes) / 1e6)))
        return (needed + SNAKEMAKE_MB) * _times_as_much(attempt)


def growing(megabytes: int) -> Callable:
    """What a job asks for that is tried with so much at first."""
    return lambda wildcards, attempt: megabytes * _times_as_much(attempt)


def _megabytes_of(size: float) -> int:
    return 1 + int(size / 1e6)


def _times_as_much(attempt: int) -> int:
    """How many times as much a job asks for as the first time."""
    return min(2 ** (attempt - 1), MOST_TIMES)
