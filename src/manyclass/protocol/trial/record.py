"""The record that a trial with one seed ends with: what was tried, what won, how it went; written and read here."""

import json
import platform
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np

from manyclass.protocol.files import atomic

PACKAGES = ("manyclass", "numpy", "scipy", "scikit-learn", "numba")
OK, FAILED, TIMEOUT = "ok", "failed", "timeout"
LEFT_OUT = "left out"  # of a draw that the trial is not run on; it is nowhere written


@dataclass(frozen=True)
class CandidateRecord:
    """What became of one set of parameters.

    Lists have a value for each checkpoint at which the validation accuracy was measured.

    Attributes
    ----------
    params : dict
        The parameters, as the estimator's constructor takes them.
    passes : list of int
        Passes over the training part made by each checkpoint.
    valid : list of float
        Validation accuracy.
    updated, ignored : list of float
        Shares of the last pass's samples that updated the model, and that last violators made go unused; empty where
        the method does not count them.
    n_tries : list of float
        Classes tried for each training sample, in all passes so far.
    n_classes_updated : list of float
        Classes that a sample which updates has moved, in the last pass.
    n_passes : int or None
        Passes trained, where training was stopped early and the model kept is an earlier one.
    cut_short : bool
        Whether training has ended before it had converged, as scikit-learn warns, or a duality gap above the tolerance
        says. Stochastic gradients, which make as many passes as they are told, never say so.
    dropped : bool
        Whether the sweep dropped it before the end, after the last of its `passes`.
    error : str or None
        What went wrong, in one line.
    test, valid_metrics : dict of str to float, or None
        Metrics (`manyclass.protocol.metrics.ranking.evaluate`) of the test and validation parts; None for a
        candidate that did not reach the end.
    edges : list of str
        Of a winner, the parameters of which its value is the last that the sweep could try, without being a natural
        bound, and better than the one before by more than the standard error of the validation accuracy, or that one
        was dropped early and cannot be compared: a better one may lie beyond.
    diagnostics : dict
        What the estimator's ``diagnostics`` says in numbers.
    """

    params: dict
    passes: list = field(default_factory=list)
    valid: list = field(default_factory=list)
    updated: list = field(default_factory=list)
    ignored: list = field(default_factory=list)
    n_tries: list = field(default_factory=list)
    n_classes_updated: list = field(default_factory=list)
    n_passes: int | None = None
    cut_short: bool = False
    dropped: bool = False
    error: str | None = None
    test: dict | None = None
    valid_metrics: dict | None = None
    edges: list = field(default_factory=list)
    diagnostics: dict = field(default_factory=dict)

    @property
    def valid_accuracy(self) -> float:
        """Validation accuracy of the model that was kept."""
        return self.valid[-1]


@dataclass(frozen=True)
class Refit:
    """The winner's parameters trained anew on train and validation together.

    Attributes
    ----------
    samples : int
        How many samples these are.
    passes : int
        Passes made over them.
    test : dict of str to float
        Metrics of the test part.
    diagnostics : dict
        What the estimator's ``diagnostics`` says in numbers.
    cut_short : bool
        As of `CandidateRecord`.
    """

    samples: int
    passes: int
    test: dict
    diagnostics: dict = field(default_factory=dict)
    cut_short: bool = False


@dataclass(frozen=True)
class Timing:
    """What a trial took: seconds of wall clock and of CPU, peak bytes, and each candidate's seconds by checkpoint."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_bytes: int = 0
    candidates: list = field(default_factory=list)


@dataclass(frozen=True)
class Record:
    """The result of one trial with one seed.

    Attributes
    ----------
    dataset, method, variant, seed
        Of the trial (`manyclass.protocol.trial.spec.Trial`).
    status : {"ok", "failed", "timeout"}
    error : str or None
        Why there is no result, in one line.
    candidates : list of CandidateRecord
        In the order of the sweep.
    winner : int or None
        Number of the best candidate on validation; None unless the status is "ok".
    n_parameters : int or None
        Numbers that the winner's model stores; of a refit, those of that model.
    outputs : dict
        What the winner hands on to trials that depend on this one.
    timing : Timing
    versions : dict of str to str
        Of Python and the packages that the numbers depend on.
    refit : Refit or None
        The winner trained anew on train and validation, if the trial asks for it; `test` and the arrays are then of
        that model, and those of the candidates of models trained on train alone.
    repeats : int or None
        The seed whose result this is too, bit by bit, on a split that a user gave: the method draws nothing at random.
        It is no draw of its own, and counts in no mean.
    """

    dataset: str
    method: str
    variant: str
    seed: int
    status: str = FAILED
    error: str | None = None
    candidates: list = field(default_factory=list)
    winner: int | None = None
    n_parameters: int | None = None
    outputs: dict = field(default_factory=dict)
    timing: Timing = field(default_factory=Timing)
    versions: dict = field(default_factory=dict)
    refit: Refit | None = None
    repeats: int | None = None

    @property
    def best(self) -> CandidateRecord | None:
        """The winner; None where there is none."""
        return None if self.winner is None else self.candidates[self.winner]

    @property
    def test(self) -> dict | None:
        """The winner's test metrics, of the refit if there is one; None where there is no winner."""
        if self.refit is not None:
            return self.refit.test
        return None if self.best is None else self.best.test

    @property
    def valid(self) -> float | None:
        """The winner's validation accuracy; None where there is no winner."""
        return None if self.best is None else self.best.valid_accuracy

    @property
    def training_s(self) -> float | None:
        """Seconds that training the winner took, as far as the checkpoint at which it was best; None without one."""
        return None if self.winner is None else self.timing.candidates[self.winner][-1]

    def to_json(self) -> str:
        """The record as JSON text; numbers of NumPy as such of Python."""
        return json.dumps(asdict(self), indent=1, default=np.generic.item) + "\n"

    def untimed(self) -> str:
        """What the record says, but for its seed and what it took."""
        refit = self.refit and _untimed(self.refit)
        return replace(
            self, seed=0, timing=Timing(), candidates=[*map(_untimed, self.candidates)], refit=refit
        ).to_json()

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """The inverse of `to_json`.

        Raises
        ------
        ValueError
            If the text is no record.
        """
        try:
            fields = json.loads(text)
            candidates = [CandidateRecord(**each) for each in fields.pop("candidates")]
            refit = Refit(**fields["refit"]) if fields.get("refit") else None
            return cls(**fields | {"candidates": candidates, "timing": Timing(**fields["timing"]), "refit": refit})
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"not a record: {error}") from None

    def write(self, path: Path, arrays: dict[str, np.ndarray] | None = None) -> None:
        """Write the record, whole or not at all; the winner's arrays before it, if given, as an .npz of its name."""
        if arrays is not None:
            with atomic(path.with_suffix(".npz")) as part, open(part, "wb") as file:
                np.savez_compressed(file, **arrays)
        with atomic(path) as part:
            part.write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "Record":
        """Read what `write` has written.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If it is no record; one line that names it.
        """
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: not a trial's record ({error}); delete it and run the workflow again") from None


def _untimed(part: CandidateRecord | Refit):
    """One of a record's parts without the seconds in the certificates of its solution and in what a tree costs."""
    said = dict(part.diagnostics)
    if solution := said.get("solution"):
        certificates = [[epochs, *objectives] for epochs, _, *objectives in solution["certificates"]]
        said["solution"] = solution | {"certificates": certificates}
    if costs := said.get("costs"):
        said["costs"] = {name: value for name, value in costs.items() if name != "prediction_s"}
    return replace(part, diagnostics=said)


_version = cache(version)  # which reads and parses a file of the package each time


def versions() -> dict[str, str]:
    """Versions of Python and of what the numbers depend on."""
    return {"python": platform.python_version(), **{package: _version(package) for package in PACKAGES}}
