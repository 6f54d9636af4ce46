"""What trials of kept runs took: a table, written from their records and read by the fits."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd

from manyclass.protocol.cost.expected_sweep import Sweep
from manyclass.protocol.cost.extent import Extent
from manyclass.protocol.data.make import file_of
from manyclass.protocol.files import atomic
from manyclass.protocol.trial.record import OK, Record
from manyclass.protocol.trial.spec import Trial

# Counts and times are of a seed, on average; the peak is the largest of all. `start_s` is what a trial's job takes
# beside its seeds, such as starting Python; `arrays_bytes` and `passes` are forecasts, `candidates` and `made` counts.
# A trial whose sweep begins on a slice has a row for that, its `pilot`, beside its own.
COLUMNS = {
    **dict.fromkeys(("scale", "dataset", "method", "variant", "estimator"), str),
    **dict.fromkeys(("pilot", "early", "seeds"), int),
    **dict.fromkeys(("train", "classes", "features", "density", "values"), float),
    **dict.fromkeys(("passes", "candidates", "made", "cpu_s", "wall_s", "start_s"), float),
    **dict.fromkeys(("arrays_bytes", "peak_bytes"), float),
    "machine": str,
}
ADDRESS = ["dataset", "method", "variant"]
KEY = ["scale", *ADDRESS, "pilot"]
# What must be as it was for a trial to take what it took: passes tell of its sweep, and of the number of seeds.
SAME = ["train", "classes", "values", "passes"]
SHARE = 0.9  # of the measured trials that the process's own memory is to suffice for


@dataclass(frozen=True)
class Forecast:
    """What is known of a trial before it runs.

    Parameters
    ----------
    trial : Trial
    extents : list of Extent
        Of the draw of each seed.
    sweep : Sweep
        Of all seeds.
    arrays_bytes : int or None
        See `manyclass.protocol.cost.memory.arrays_bytes`; the largest of the draws.
    scale : str
        Of the run.
    pilot : bool
        Whether it is the sweep on a slice.
    """

    trial: Trial
    extents: list[Extent]
    sweep: Sweep
    arrays_bytes: int | None
    scale: str
    pilot: bool = False

    @property
    def row(self) -> dict:
        """The columns that are known before it runs; counts are means over the seeds."""
        sizes = dict(zip(Extent._fields, np.mean(self.extents, axis=0)))
        return {
            "scale": self.scale,
            "pilot": int(self.pilot),
            "dataset": self.trial.dataset,
            "method": self.trial.method,
            "variant": self.trial.variant,
            "estimator": estimator_of(self.trial),
            "early": int(self.trial.patience > 0),
            "seeds": len(self.extents),
            **{name: float(sizes[name]) for name in ("train", "classes", "features", "density")},
            "values": sum(extent.values for extent in self.extents) / len(self.extents),
            "passes": self.sweep.passes / len(self.extents),
            "arrays_bytes": self.arrays_bytes,
        }


def estimator_of(trial: Trial) -> str:
    """What a trial trains, by whatever name: a file of the package, or of any other class the import path."""
    if trial.factory is None:
        return trial.method
    module = trial.factory.partition(":")[0]
    return module.rpartition(".")[2] if module.startswith("manyclass.") else trial.factory


def row_of(forecast: Forecast, records: list[Record], job_s: float | None, machine: str) -> dict | None:
    """The row of a trial that was run with some seeds; None unless all of them ended well.

    Parameters
    ----------
    forecast : Forecast
    records : list of Record
        A record for each of its seeds.
    job_s : float, optional
        Seconds of wall clock of the job that ran them all.
    machine : str
        What it ran on.
    """
    if any(record.status != OK for record in records):
        return None
    mean = 1 / len(records)
    tried = [candidate for record in records for candidate in record.candidates]
    wall = sum(record.timing.wall_s for record in records)
    return forecast.row | {
        "candidates": mean * len(tried),
        "made": mean * sum(each.n_passes or max(each.passes, default=0) for each in tried),
        "cpu_s": mean * sum(record.timing.cpu_s for record in records),
        "wall_s": mean * wall,
        "start_s": None if job_s is None else max(0.0, job_s - wall),
        "peak_bytes": max(record.timing.peak_bytes for record in records),
        "machine": machine,
    }


def shipped() -> Path:
    """The table of the kept runs, which comes with the package."""
    return Path(str(files(__package__) / "measured.csv"))


def read(path: Path | None = None) -> pd.DataFrame:
    """Read a table that `write` has written, by default the package's own; without one, no rows.

    Raises
    ------
    ValueError
        If it is none; one line that names it.
    """
    path = shipped() if path is None else path
    if not path.exists():
        return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in COLUMNS.items()})
    try:
        table = pd.read_csv(path, dtype=COLUMNS)
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path} is no table of measured trials: {error}") from None
    if list(table.columns) != list(COLUMNS):
        raise ValueError(f"{path} is no table of measured trials: its columns are not {', '.join(COLUMNS)}")
    return table


def write(rows: pd.DataFrame, path: Path) -> None:
    """Write a table of measured trials, whole or not at all, in the order of their names."""
    # Beside no rows of their own, those of earlier runs are objects, of which pandas ignores the format.
    typed = rows[list(COLUMNS)].astype({name: kind for name, kind in COLUMNS.items() if kind is float})
    with atomic(path) as part:
        typed.sort_values(KEY).to_csv(part, index=False, float_format="%.6g")


def usual(measured: pd.DataFrame) -> dict[tuple, np.ndarray]:
    """What trials took on the usual machine: by `KEY`, float64 (5,) of `SAME` and the CPU seconds of a seed.

    Parameters
    ----------
    measured : DataFrame
        As `read` gives it.
    """
    rows = measured[measured["machine"] == usual_machine(measured)]
    return dict(zip(_keys(rows), rows[[*SAME, "cpu_s"]].to_numpy(float)))


def seconds(usual: dict[tuple, np.ndarray], rows: pd.DataFrame) -> np.ndarray:
    """CPU seconds of a seed of the trials that have been measured just so, nan of others: float64 (rows,).

    Parameters
    ----------
    usual : dict of tuple to ndarray
        As `usual` gives it.
    rows : DataFrame
        Such as `Forecast.row` gives.
    """
    never = np.full(len(SAME) + 1, np.nan)
    found = np.array([usual.get(key, never) for key in _keys(rows)]).reshape(len(rows), -1)
    alike = np.isclose(rows[SAME].to_numpy(float), found[:, :-1], rtol=1e-4).all(axis=1)
    return np.where(alike, found[:, -1], np.nan)


def _keys(rows: pd.DataFrame) -> Iterator[tuple]:
    return zip(*(rows[name].tolist() for name in KEY))


def density(measured: pd.DataFrame, name: str) -> float:
    """Density of a set's features as measured, or of its file's other variants; 1 of a set that was not."""
    alike = measured[measured["dataset"].map(file_of) == file_of(name)]
    same = alike[alike["dataset"] == name]
    found = alike if same.empty else same
    return 1.0 if found.empty else float(found["density"].max())


def process_bytes(measured: pd.DataFrame) -> float:
    """What a process takes beside the arrays that are forecast: as much as sufficed for most measured trials."""
    beside = (measured["peak_bytes"] - measured["arrays_bytes"]).dropna()
    return float(beside.quantile(SHARE)) if len(beside) else 0.0


def usual_machine(measured: pd.DataFrame) -> str | None:
    """The processor on which most trials were measured, the first by name of equals; None where none is named."""
    named = measured["machine"].mode()
    return str(named[0]) if len(named) else None


def start_seconds(measured: pd.DataFrame) -> float:
    """Seconds that a job takes beside its trials' seeds, in the middle; 0 where none was measured."""
    starts = measured["start_s"].dropna()
    return float(starts.median()) if len(starts) else 0.0
