"""What exhibits read: the records, cards and data below one results folder."""

import json
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from manyclass.protocol.data.card import CARD
from manyclass.protocol.data.storage import read
from manyclass.protocol.seeds import NUMBER
from manyclass.protocol.signature.record import Signature
from manyclass.protocol.trial.record import LEFT_OUT, OK, Record
from manyclass.protocol.trial.spec import Trial


class Results:
    """The results of one scale.

    Parameters
    ----------
    folder : path
        ``results/<scale>``, with ``trial/`` and ``data/`` in it.
    config : dict
        The workflow's configuration; read here: ``seeds``, how many, by default as many as its ``scale`` has.

    Attributes
    ----------
    at_edge : set of str
        Data sets of the records read so far in which a sweep ended at the last value that it may try.
    """

    def __init__(self, folder, config=None):
        """Keep the folder and a copy of the configuration."""
        self.folder = Path(folder)
        self.config = dict(config or {})
        self.at_edge = set()

    @property
    def seeds(self) -> range:
        """The seeds: numbers of the draws of every data set, and of every trial's runs on them."""
        return range(self.config.get("seeds", NUMBER[self.config.get("scale", "standard")]))

    def record(self, trial: Trial, seed: int) -> Record:
        """Read the record of one trial with one seed.

        Raises
        ------
        FileNotFoundError
            When the trial has not run.
        ValueError
            When its file is not a record.
        """
        path = self._path(trial, seed, "json")
        try:
            record = Record.read(path)
        except FileNotFoundError:
            raise FileNotFoundError(_missing(path, f"trial {trial.address} with seed {seed}")) from None
        if any(candidate.edges for candidate in record.candidates):
            self.at_edge.add(trial.dataset)
        return record

    def records(self, trial: Trial) -> list[Record]:
        """Read the records of all seeds, in the order of the seeds, but for those that repeat another's result.

        There are such on a split that a user gave: a method that draws nothing at random has one record there, on any
        other data one for each seed. That of a draw which the trial is not run on says so.
        """
        run = trial.seeds(len(self.seeds))
        records = (self.record(trial, seed) if seed in run else _left_out(trial, seed) for seed in self.seeds)
        return [record for record in records if record.repeats is None]

    def test(self, trial: Trial, metric="accuracy") -> np.ndarray:
        """Test metric of the winner of each of `records`, shape (seeds,), float64; nan where a seed failed."""
        tests = [record.test or {} for record in self.records(trial)]
        return np.array([test.get(metric, np.nan) for test in tests], dtype=float)

    def sizes(self, trial: Trial) -> np.ndarray:
        """Parameters of the winner's model of each of `records`, shape (seeds,), float64; nan where a seed failed."""
        return np.array([record.n_parameters for record in self.records(trial)], dtype=float)

    def ranked(self, trial: Trial, seed: int) -> np.ndarray:
        """Ten best classes of the winner for every test sample, best first, shape (n_test, 10), int32."""
        return self.array(trial, seed, "ranked")

    def array(self, trial: Trial, seed: int, name: str) -> np.ndarray:
        """One of the winner's arrays: ``ranked``, or one that its estimator's ``diagnostics`` gave.

        Raises
        ------
        FileNotFoundError
            When the trial has not run.
        ValueError
            When it left no such array.
        """
        path = self._path(trial, seed, "npz")
        try:
            with np.load(path, allow_pickle=False) as arrays:
                return arrays[name]
        except FileNotFoundError:
            raise FileNotFoundError(f"{path}: no predictions; run the workflow for this trial") from None
        except (ValueError, KeyError, OSError, EOFError, BadZipFile) as error:
            raise ValueError(f"{path}: not a trial's predictions ({error}); delete and run again") from None

    def predicted(self, trial: Trial, seed: int) -> np.ndarray:
        """Class predicted for every test sample, shape (n_test,), int32."""
        return self.ranked(trial, seed)[:, 0]

    def card(self, dataset: str, seed: int = 0) -> dict:
        """Read the sizes and controls of one draw of a data set (as ``protocol.data`` wrote them).

        What the parameters decide - classes, features, samples of each part - is the same for every seed; class sizes
        and controls are not.
        """
        return _json(self._draw(dataset, seed) / CARD, f"draw {seed} of data set {dataset}")

    def signature(self, dataset: str) -> Signature:
        """Read the signature of a data set, of its draw 0."""
        path = self.folder / "signature" / f"{dataset}.json"
        try:
            return Signature.read(path)
        except FileNotFoundError:
            raise FileNotFoundError(_missing(path, f"the signature of data set {dataset}")) from None

    def controls(self, dataset: str, name: str, metric="accuracy") -> np.ndarray:
        """A test metric of a control on every draw of a data set.

        Parameters
        ----------
        dataset : str
        name : {"class_prior", "bayes_optimal"}
            The floor or the ceiling.
        metric : str

        Returns
        -------
        float64 (seeds,)
            nan where there is no such control or metric.
        """
        controls = (self.card(dataset, seed)["controls"][name] or {} for seed in self.seeds)
        return np.array([control.get(metric, np.nan) for control in controls], dtype=float)

    def data(self, dataset: str, seed: int):
        """Memory-map the draw of a data set that the trials with this seed have seen, a ``Split``."""
        return read(self._draw(dataset, seed))

    def _draw(self, dataset, seed):
        return self.folder / "data" / dataset / str(seed)

    def _path(self, trial, seed, ending):
        return self.folder / "trial" / trial.dataset / trial.method / trial.variant / f"{seed}.{ending}"


def failure(records) -> str | None:
    """Say why no record succeeded, ``"failed: reason"``; None when one did."""
    if any(record.status == OK for record in records):
        return None
    return f"{records[0].status}: {records[0].error or 'no reason recorded'}"


def _left_out(trial, seed) -> Record:
    error = f"{trial.address} is run on {trial.draws} of the draws"
    return Record(trial.dataset, trial.method, trial.variant, seed, LEFT_OUT, error)


def _json(path, what):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(_missing(path, what)) from None
    except ValueError as error:
        raise ValueError(f"{path}: not JSON ({error}); delete it and run the workflow again") from None


def _missing(path, what):
    return f"{path}: {what} has no result yet; run the workflow"
