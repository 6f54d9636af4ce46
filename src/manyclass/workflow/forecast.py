"""What the trials of a plan will take: CPU time, memory and disk, from sizes alone; nothing is drawn or trained."""

from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.cost import extent, measured
from manyclass.protocol.cost.expected_sweep import Sweep, expected, fitted
from manyclass.protocol.cost.extent import Extent
from manyclass.protocol.cost.measured import Forecast
from manyclass.protocol.cost.memory import arrays_bytes, snapshot_bytes
from manyclass.protocol.cost.time_model import TimeModel
from manyclass.protocol.data.card import CARD
from manyclass.protocol.data.own import OwnSet
from manyclass.protocol.data.own.options import OPENML
from manyclass.protocol.errors import DataError
from manyclass.protocol.trial.spec import Trial
from manyclass.workflow.plan import Plan

# A user's table is text before it is numbers, and read whole: it takes so many times its size of memory.
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
        self._mean_seconds = cache(lambda address: self._seconds_of(self.of(address)))

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
    def waiting(self) -> float:
        """Seconds that pass for one of CPU time: of this scale's trials as they were measured, or else of all."""
        of_scale = self.measured[self.measured["scale"] == self.plan.config["scale"]]
        rows = of_scale if len(of_scale) else self.measured
        return float((rows["wall_s"] / rows["cpu_s"]).median()) if len(rows) else 1.0

    @cached_property
    def process_bytes(self) -> float:
        """What a process takes beside its arrays."""
        return measured.process_bytes(self.measured)

    def read(self) -> None:
        """Read the user's own sets for their sizes: not those of OpenML, nor such as cannot be read."""
        for name in self.plan.own_sets():
            entry = self.plan.own["datasets"][name]
            if not entry["path"].startswith(OPENML) and not self._card(name).is_file():
                try:
                    drawn = extent.of_split(OwnSet.load(name, entry).split(0))
                except Exception:  # the job that reads it says what is wrong, and trials on others go on
                    continue
                self.known[name] = [drawn] * self.plan.config["seeds"]

    def table(self) -> pd.DataFrame:
        """A row a trial: its address, sizes, candidates, CPU seconds of all its seeds, bytes of memory and of disk.

        Candidates and seconds are with those of its pilots, where it has any. ``cpu_s`` is nan of a method that was
        never measured, ``memory`` of one that does not say what it takes.

        Raises
        ------
        DataError
            If a set of one's own has not been read, or a ladder does not go with its data; one line.
        """
        rows = self._table([*self.plan.trials])
        for address in self.plan.pilots.rows:
            rows.loc[address, "candidates"] += self.pilot_of(address).sweep.candidates
            rows.loc[address, "cpu_s"] += self.pilot_seconds(address) * len(self.plan.pilots.draws(address))
        return rows

    def seconds(self, address: str, seed: int) -> float:
        """CPU seconds that a trial takes for a seed, without its pilot; nan where they are not known.

        After a pilot draw 0 takes more, since its sweep goes on, and the others fit what it chose; else it is the mean.
        """
        if not self.is_known(address):
            return np.nan
        mean, trial, extents = self._mean_seconds(address), self.plan.trials[address], self.of(address).extents
        n = len(extents)
        if address not in self.plan.pilots.rows or trial.anew or n == 1:
            return mean
        share = fitted(trial, extents[0].features, extents[0].classes, 1).passes / self.of(address).sweep.passes
        return n * mean * (share if seed == 0 else (1 - share) / (n - 1))

    def longest(self) -> dict[str, float]:
        """Seconds that pass for the longest seed of what is to run, nan if not known: by address, pilots named so."""
        fits = {name: max(self.seconds(name, seed) for seed in seeds) for name, seeds in self.to_run().items()}
        to_run = fits.keys() & self.plan.pilots.rows
        pilots = {f"pilot of {name}": self.pilot_seconds(name) for name in to_run if self._pilots_to_run(name)}
        return {name: self.waiting * seconds for name, seconds in (fits | pilots).items()}

    def pilot_seconds(self, address: str) -> float:
        """CPU seconds that the pilot of a trial takes on a draw; nan where they are not known."""
        return self._seconds_of(self.pilot_of(address))

    def _pilots_to_run(self, address: str) -> bool:
        records = (Path(self.plan.paths.pilot(address, seed)) for seed in self.plan.pilots.draws(address))
        return not all(record.is_file() for record in records)

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

    def disk_bytes(self) -> float:
        """Bytes on disk of the draws that are not made yet, and of the predictions of what is to run."""
        needed, seeds = 0.0, range(self.plan.config["seeds"])
        for name in registry.sets(self.plan.exhibits, self.plan.config):
            needed += self.drawn(name) * sum(not Path(self.plan.paths.data(name, seed)).is_dir() for seed in seeds)
        for address, to_run in self.to_run().items():
            if self.is_known(address):
                needed += sum(self.of(address).extents[seed].record_bytes for seed in to_run)
        return needed

    def largest(self) -> tuple[str, float]:
        """The trial that takes most memory, of those to run of which it is known, and its bytes; or an empty name."""
        known = {address: self.arrays(address) for address in self.to_run() if self.is_known(address)}
        if not known:
            return "", 0.0
        largest = max(known, key=known.get)
        return largest, known[largest] + self.process_bytes

    def to_run(self) -> dict[str, list[int]]:
        """The seeds of each trial that have no record, by its address, where there are any."""
        number, left = self.plan.config["seeds"], {}
        for address, trial in self.plan.trials.items():
            records = ((seed, Path(self.plan.paths.record(address, seed))) for seed in trial.seeds(number))
            if missing := [seed for seed, record in records if not record.is_file()]:
                left[address] = missing
        return left

    def is_known(self, address: str) -> bool:
        """Whether a trial can be forecast before its data are made: they have a size, and its ladders go with that."""
        try:
            return bool(self.of(address))
        except DataError:
            return False

    def _of(self, address: str) -> Forecast:
        try:
            return self._of_trial(address)
        except DataError:
            raise
        except ValueError as error:  # of a ladder, such as one between bounds that cross on this set
            raise DataError(f"trial {address}: {error}") from None

    def _of_trial(self, address: str) -> Forecast:
        trial = self.plan.trials[address]
        extents = self.extents(trial.dataset)[: trial.draws]
        if address in self.plan.pilots.rows:
            return self._forecast(trial, extents, fitted(trial, extents[0].features, extents[0].classes, len(extents)))
        alone = self.plan.seeds == ["{seed}"]  # every seed is a job, and begins anew
        size = extents[0].features, extents[0].classes
        sweep = expected(trial, *size, 1 if alone else len(extents), self.plan.is_brief(trial))
        return self._forecast(trial, extents, _times(sweep, len(extents)) if alone else sweep)

    def _pilot_of(self, address: str) -> Forecast:
        trial, rows = self.plan.trials[address], self.plan.pilots.rows[address]
        slices = [self.extents(trial.dataset)[seed]._replace(train=rows) for seed in self.plan.pilots.draws(address)]
        sweep = expected(trial, slices[0].features, slices[0].classes, 1)
        return self._forecast(trial, slices, _times(sweep, len(slices)), pilot=True)

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
        return Path(self.plan.paths.data(name, 0)) / CARD

    def arrays(self, address: str) -> float:
        """Bytes of a trial's arrays; of a method that does not say, or a set that was not read, the data's alone."""
        try:
            forecast = self.of(address)
        except DataError:
            return self.made(self.plan.trials[address].dataset)
        return forecast.arrays_bytes or max(each.data_bytes for each in forecast.extents)

    def snapshots(self, forecast: Forecast) -> int:
        """Bytes of disk that the snapshots of one seed of a trial, or of its pilot, take on the way, at most."""
        return max(snapshot_bytes(forecast.trial, each, forecast.sweep) for each in dict.fromkeys(forecast.extents))

    def made(self, name: str) -> float:
        """Bytes of memory that making a data set takes: of one's own its file read whole."""
        if name not in self.plan.own["datasets"]:
            return max(each.making_bytes for each in self.extents(name))
        return OF_FILE * self._read_bytes(name)

    def drawn(self, name: str) -> float:
        """Bytes of disk that one draw of a data set takes; of one's own that is not known yet, as much as of memory."""
        try:
            return max(each.data_bytes for each in self.extents(name))
        except DataError:
            return self.made(name)

    def _read_bytes(self, name: str) -> int:
        entry = self.plan.own["datasets"][name]
        return sum(file_bytes(Path(entry[key])) for key in ("path", "valid_path", "test_path") if entry.get(key))


def _times(sweep: Sweep, draws: int) -> Sweep:
    """So many sweeps like this one, one after the other."""
    return sweep._replace(candidates=sweep.candidates * draws, passes=sweep.passes * draws)


def file_bytes(path: Path) -> int:
    """Bytes of a file, or of all files in a folder; 0 where there is none."""
    files = [path, *(path.rglob("*") if path.is_dir() else ())]
    return sum(file.stat().st_size for file in files if file.is_file())
