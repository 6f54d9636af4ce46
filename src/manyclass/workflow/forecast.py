"""What the jobs of a plan will take: CPU time, memory and disk, from sizes alone; nothing is drawn or trained."""

import os
import sys
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.cost import extent, measured
from manyclass.protocol.cost.extent import Extent
from manyclass.protocol.cost.measured import Forecast
from manyclass.protocol.cost.memory import arrays_bytes
from manyclass.protocol.cost.sweep import Sweep, expected, fitted
from manyclass.protocol.cost.time import TimeModel
from manyclass.protocol.data.card import CARD
from manyclass.protocol.data.own import OwnSet
from manyclass.protocol.data.own.options import OPENML
from manyclass.protocol.errors import DataError
from manyclass.protocol.trial.spec import Trial
from manyclass.workflow.plan import Plan

# No job is taken to need less, and each asks for so many times what it is expected to take; and beside that for what
# Snakemake itself takes, which a cluster starts once more in every job.
LEAST_MB, ROOM, SNAKEMAKE_MB = 1000, 1.25, 500
# The same of the time on a cluster, where a job that takes longer is ended, and taken up again when it is tried again.
LEAST_MINUTES, ROOM_OF_TIME = 15, 4
# A user's table is text before it is numbers, and read whole: so many times its size.
OF_FILE = 8


class Forecasts:
    """Forecasts of a plan's jobs, each made when it is asked for.

    Parameters
    ----------
    plan : Plan
    known : dict of str to list of Extent, optional
        Of sets that have been read or drawn, for each seed.
    """

    def __init__(self, plan: Plan, known: dict[str, list[Extent]] | None = None):
        """Forecast nothing yet."""
        self.plan, self.known = plan, known or {}
        self.extents, self.of, self.pilot_of = cache(self._extents), cache(self._of), cache(self._pilot_of)
        self.seed_seconds = cache(self._seed_seconds)

    @cached_property
    def measured(self) -> pd.DataFrame:
        """Trials of kept runs."""
        return measured.read()

    @cached_property
    def _usual(self) -> dict[tuple, np.ndarray]:
        return measured.usual(self.measured)

    @cached_property
    def _times(self) -> TimeModel | None:
        return TimeModel(self.measured) if len(self.measured) else None

    @cached_property
    def process_bytes(self) -> float:
        """What a process takes beside its arrays."""
        return measured.process_bytes(self.measured)

    def read(self) -> None:
        """Read the user's own sets for their sizes: not those of OpenML, nor such as are refused when they are made."""
        for name in self.plan.own_sets():
            entry = self.plan.own["datasets"][name]
            if not entry["path"].startswith(OPENML) and not self._card(name).is_file():
                try:
                    drawn = extent.of_split(OwnSet.load(name, entry).split(0))
                except DataError:
                    continue
                self.known[name] = [drawn] * self.plan.config["seeds"]

    def table(self) -> pd.DataFrame:
        """A row a trial: its address, sizes, candidates, CPU seconds of all its seeds, bytes of memory and of disk.

        Candidates and seconds are with those of its pilot, where it has one. ``cpu_s`` is nan of a method that was
        never measured, ``memory`` of one that does not say what it takes.

        Raises
        ------
        DataError
            If a set of one's own has not been read; one line.
        """
        rows = self._table([*self.plan.trials])
        for address in self.plan.pilots.rows:
            rows.loc[address, "candidates"] += self.pilot_of(address).sweep.candidates
            rows.loc[address, "cpu_s"] += self.pilot_seconds(address)
        return rows

    def seconds(self) -> dict[str, float]:
        """CPU seconds that each trial takes for one seed, by its address, without its pilot; nan if not known."""
        known = [address for address in self.plan.trials if self._is_known(address)]
        rows = self._table(known) if known else pd.DataFrame(columns=["cpu_s", "seeds"])
        return dict.fromkeys(self.plan.trials, np.nan) | (rows["cpu_s"] / rows["seeds"]).to_dict()

    def _seed_seconds(self, address: str) -> float:
        """The same of one trial: the process of a cluster's job asks for its own alone."""
        return self._seconds_of(self.of(address))

    def job_seconds(self, address: str, seed: int) -> float:
        """CPU seconds of a trial's job: of all seeds, or, where each is a job of its own, of this one.

        After a pilot draw 0 takes more, since its sweep goes on, and the others fit what it chose.
        """
        mean, trial, extents = self.seed_seconds(address), self.plan.trials[address], self.of(address).extents
        if address not in self.plan.pilots.rows:
            return len(self.plan.seeds) * mean
        n, of_first = len(extents), fitted(trial, extents[0].features, extents[0].classes, 1)
        share = 1 / n if trial.anew else of_first.passes / self.of(address).sweep.passes
        return n * mean * (share if seed == 0 else (1 - share) / (n - 1))

    def pilot_seconds(self, address: str) -> float:
        """CPU seconds that the pilot of a trial takes; nan where they are not known."""
        return self._seconds_of(self.pilot_of(address))

    def _seconds_of(self, forecast: Forecast) -> float:
        return float(self._taken(pd.DataFrame([forecast.row]))[0])

    def _taken(self, rows: pd.DataFrame) -> np.ndarray:
        """CPU seconds of a seed: as they were measured, where it is the same trial, else by the fit."""
        if self._times is None:
            return np.full(len(rows), np.nan)
        seconds = measured.seconds(self._usual, rows)
        never = np.isnan(seconds)
        seconds[never] = self._times.seconds(rows[never])
        return seconds

    def _table(self, addresses: list[str]) -> pd.DataFrame:
        forecasts = {address: self.of(address) for address in addresses}
        rows = pd.DataFrame([forecast.row for forecast in forecasts.values()], index=[*forecasts])
        rows["candidates"] = [forecast.sweep.candidates for forecast in forecasts.values()]
        rows["cpu_s"] = self._taken(rows) * rows["seeds"]
        rows["memory"] = rows["arrays_bytes"].astype(float) + self.process_bytes
        rows["disk"] = [sum(each.record_bytes for each in forecast.extents) for forecast in forecasts.values()]
        return rows

    def data_bytes(self) -> dict[str, int]:
        """Bytes on disk of all draws of each data set."""
        sets = registry.sets(self.plan.exhibits, self.plan.config)
        return {name: sum(each.data_bytes for each in self.extents(name)) for name in sets}

    def trial_mb(self, wildcards, attempt) -> int:
        """Megabytes that the job of a trial asks for, in Snakemake's words; when it is tried again, twice as many."""
        return self._asked(self._arrays(self.plan.trial(wildcards).address), attempt)

    def data_mb(self, wildcards, attempt) -> int:
        """The same of the job of a data set."""
        return self._asked(self._made(wildcards.dataset), attempt)

    def trial_minutes(self, wildcards, attempt) -> int:
        """Minutes that the job of a trial asks for on a cluster: by forecast where there is one, else its budget's.

        The budget is each seed's and ends it in any case; after it a seed is tested and written.
        """
        seeds, address = len(self.plan.seeds), self.plan.trial(wildcards).address
        budget = seeds * self.plan.config["seconds"]
        forecast = self.job_seconds(address, int(getattr(wildcards, "seed", 0))) if self._is_known(address) else np.nan
        return self._minutes(budget, forecast, attempt)

    def _minutes(self, budget: float, forecast: float, attempt: int) -> int:
        needed = budget if np.isnan(forecast) else min(budget, ROOM_OF_TIME * forecast * times_as_much(attempt))
        return LEAST_MINUTES + int(np.ceil(needed / 60))

    def pilot_mb(self, wildcards, attempt) -> int:
        """Megabytes that the job of a pilot asks for."""
        forecast = self.pilot_of(self.plan.trial(wildcards).address)
        return self._asked(forecast.arrays_bytes or forecast.extents[0].data_bytes, attempt)

    def pilot_minutes(self, wildcards, attempt) -> int:
        """Minutes that the job of a pilot asks for on a cluster, as a trial's."""
        return self._minutes(
            self.plan.config["seconds"], self.pilot_seconds(self.plan.trial(wildcards).address), attempt
        )

    def trials_mb(self, trials: list) -> Callable:
        """The same of a job that runs several trials one after the other, as a function for Snakemake."""
        return lambda wildcards, attempt: self._asked(max(self._arrays(each.address) for each in trials), attempt)

    def sets_mb(self, names: list[str]) -> Callable:
        """The same of a job that makes several data sets one after the other."""
        return lambda wildcards, attempt: self._asked(max(map(self._made, names)), attempt)

    def largest(self) -> tuple[str, float]:
        """The trial that takes most memory, of those of which it is known, and its bytes; an empty name if none is."""
        known = {address: self._arrays(address) for address in self.plan.trials if self._is_known(address)}
        if not known:
            return "", 0.0
        largest = max(known, key=known.get)
        return largest, known[largest] + self.process_bytes

    def _is_known(self, address: str) -> bool:
        try:
            return bool(self.extents(self.plan.trials[address].dataset))
        except DataError:
            return False

    def _of(self, address: str) -> Forecast:
        trial = self.plan.trials[address]
        extents = self.extents(trial.dataset)[: trial.draws]
        if address in self.plan.pilots.rows:
            return self._forecast(trial, extents, fitted(trial, extents[0].features, extents[0].classes, len(extents)))
        alone = self.plan.seeds == ["{seed}"]  # every seed is a job, and begins anew
        size = extents[0].features, extents[0].classes
        sweep = expected(trial, *size, 1 if alone else len(extents), self.plan.is_brief(trial))
        if alone:
            sweep = sweep._replace(candidates=sweep.candidates * len(extents), passes=sweep.passes * len(extents))
        return self._forecast(trial, extents, sweep)

    def _pilot_of(self, address: str) -> Forecast:
        trial, rows = self.plan.trials[address], self.plan.pilots.rows[address]
        extent = self.extents(trial.dataset)[0]._replace(train=rows)
        return self._forecast(trial, [extent], expected(trial, extent.features, extent.classes, 1), pilot=True)

    def _forecast(self, trial: Trial, extents: list[Extent], sweep: Sweep, pilot: bool = False) -> Forecast:
        arrays = [arrays_bytes(trial, each, sweep) for each in dict.fromkeys(extents)]
        largest = None if None in arrays else max(arrays)
        return Forecast(trial, extents, sweep, largest, self.plan.config["scale"], pilot)

    def _extents(self, name: str) -> list[Extent]:
        seeds = range(self.plan.config["seeds"])
        if name in self.known:
            return self.known[name]
        if name not in self.plan.own["datasets"]:
            density = measured.density(self.measured, name)
            return [extent.of_package(name, self.plan.config["scale"], seed, density) for seed in seeds]
        if not self._card(name).is_file():
            raise DataError(f"data set {name}: it has not been read yet")
        return [extent.read_card(self._card(name)) for _ in seeds]

    def _card(self, name: str) -> Path:
        return Path(self.plan.data(name, 0)) / CARD

    def _arrays(self, address: str) -> float:
        """Bytes of a trial's arrays; of a method that does not say, or a set that was not read, the data's alone."""
        try:
            forecast = self.of(address)
        except DataError:
            return self._made(self.plan.trials[address].dataset)
        return forecast.arrays_bytes or max(each.data_bytes for each in forecast.extents)

    def _made(self, name: str) -> float:
        """Bytes that making a data set takes: the file of one's own read whole, or a draw of the package's."""
        entry = self.plan.own["datasets"].get(name)
        if entry is None:
            return max(each.data_bytes for each in self.extents(name))
        paths = [Path(entry[key]) for key in ("path", "valid_path", "test_path") if entry.get(key)]
        return OF_FILE * sum(file_bytes(path) for path in paths)

    def _asked(self, arrays: float, attempt: int) -> int:
        needed = max(LEAST_MB, int(np.ceil(ROOM * (arrays + self.process_bytes) / 1e6)))
        return (needed + SNAKEMAKE_MB) * times_as_much(attempt)


def growing(megabytes: int) -> Callable:
    """What a job asks for that is tried with so much at first, as a function for Snakemake."""
    return lambda wildcards, attempt: megabytes * times_as_much(attempt)


def times_as_much(attempt: int) -> int:
    """How many times as much a job asks for as the first time: twice as much each time that it is tried again."""
    return 2 ** (attempt - 1)


def file_bytes(path: Path) -> int:
    """Bytes of a file, or of all files in a folder; 0 where there is none."""
    files = [path, *(path.rglob("*") if path.is_dir() else ())]
    return sum(file.stat().st_size for file in files if file.is_file())


def machine_bytes() -> int:
    """Memory of this machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def refusal(forecasts: Forecasts, memory: float | None = None) -> str | None:
    """Say in a line which trial does not fit into the memory of this machine, in bytes; None if all do."""
    memory = machine_bytes() if memory is None else memory
    address, largest = forecasts.largest()
    if largest <= memory:
        return None
    return (
        f"trial {address} takes about {largest / 1e9:.1f} GB of memory, and this machine has {memory / 1e9:.1f} GB:"
        " leave out its method or its exhibit, take fewer samples or a smaller scale, or run it elsewhere"
    )


def refuse_too_large(forecasts: Forecasts) -> None:
    """End the program with one line if a trial does not fit into the memory of this machine."""
    forecasts.read()
    if wrong := refusal(forecasts):
        sys.exit(f"error: {wrong}")
