"""A candidate of a sweep: one set of parameters, trained pass by pass, and what is noted of it on the way."""

import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.protocol.errors import error_line
from manyclass.protocol.metrics.ranking import evaluate
from manyclass.protocol.trial.estimators import in_passes
from manyclass.protocol.trial.predictions import n_parameters, ranked, single_labels
from manyclass.protocol.trial.record import CandidateRecord

RANKED = 10  # classes of a sample that are kept


class Checkpoint(NamedTuple):
    """What is noted when the validation accuracy is measured; see `CandidateRecord`, None for what is not counted."""

    passes: int
    seconds: float
    valid: float
    updated: float | None = None
    ignored: float | None = None
    n_tries: float | None = None
    n_classes_updated: float | None = None


CURVES = tuple(name for name in Checkpoint._fields if name != "seconds")


@dataclass(eq=False)
class Outcome:
    """What has become of one set of parameters so far: what a snapshot says of it, beside arrays.

    Attributes
    ----------
    params : dict
        The parameters.
    checkpoints : list of Checkpoint
        Those made, but for any after the best of one that was stopped early.
    made : int
        Passes trained, also since the last checkpoint.
    seconds : float
        What these took.
    converged : bool
        Whether training has ended by itself.
    above_tolerance : bool
        Whether it has ended with a duality gap above its tolerance.
    n_passes, cut_short, dropped, error, test, valid_metrics, diagnostics
        As in `CandidateRecord`.
    n_parameters, outputs
        As in `manyclass.protocol.trial.record.Record`, of this one's model.
    """

    params: dict
    _: KW_ONLY
    checkpoints: list[Checkpoint] = field(default_factory=list)
    made: int = 0
    seconds: float = 0.0
    converged: bool = False
    cut_short: bool = False
    above_tolerance: bool = False
    n_passes: int | None = None
    dropped: bool = False
    error: str | None = None
    test: dict | None = None
    valid_metrics: dict | None = None
    diagnostics: dict = field(default_factory=dict)
    n_parameters: int | None = None
    outputs: dict = field(default_factory=dict)

    @classmethod
    def from_facts(cls, facts: dict) -> "Outcome":
        """The inverse of `facts`, also once these were JSON."""
        return cls(**facts | {"checkpoints": [Checkpoint(*each) for each in facts["checkpoints"]]})

    def facts(self) -> dict:
        """All of the above by name."""
        return {each.name: getattr(self, each.name) for each in fields(Outcome)}

    @property
    def passes(self) -> int:
        """Passes at the last checkpoint."""
        return self.checkpoints[-1].passes if self.checkpoints else 0

    @property
    def valid_accuracy(self) -> float:
        """Validation accuracy at the last checkpoint."""
        return self.checkpoints[-1].valid

    @property
    def ended(self) -> bool:
        """Whether nothing of it is left to be done."""
        return self.dropped or self.error is not None or self.test is not None


@dataclass(eq=False)
class Candidate(Outcome):
    """One set of parameters on its way through the sweep.

    Attributes
    ----------
    estimator, training
        What is trained, and the iterator over its passes; None once it is let go of.
    swept : dict
        Those of the parameters that the sweep may change.
    edges : list of str
        As in `CandidateRecord`; no snapshot has them, since they are the sweep's to say, when all is trained.
    arrays : dict of str to ndarray
        The estimator's.
    kept : classifier
        The estimator as it was at the best checkpoint, where training is stopped early.
    noted : callable
        Called with the candidate wherever it could be taken up: after every pass, and when it has ended.
    """

    estimator: object
    training: Iterator
    swept: dict = field(default_factory=dict)
    edges: list[str] = field(default_factory=list)
    arrays: dict[str, np.ndarray] = field(default_factory=dict)
    kept: object = None
    noted: Callable | None = None

    def train_to(self, passes: int, split) -> None:
        """Train up to this many passes and note the validation accuracy; a failure is noted instead.

        One whose training has ended by itself, converged, has nothing new to note.
        """
        if self.ended or self.converged or self.passes >= passes:
            return
        try:
            self.advance(passes)
            if self.checkpoints and self.made == self.passes:
                return
            valid = evaluate(ranked(self.estimator, split.valid.X, 1), split.valid.Y)["accuracy"]
            counts = counted(self.estimator, split.train.X.shape[0])
            self.checkpoints.append(Checkpoint(self.made, self.seconds, valid, **counts))
        except Exception as error:  # whatever a user's own method raises is its candidate's failure
            self.error = log_failure(error)

    def advance(self, passes: int) -> None:
        """Train until so many passes are made, or training has converged."""
        while self.made < passes and not self.converged:
            started = time.perf_counter()
            with self._listening():
                self.converged = next(self.training, None) is None
            self.seconds += time.perf_counter() - started
            self.made += not self.converged
            if self.made < passes and not self.converged:  # the end is noted once its accuracy is measured
                self.note()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Hear whether the one fit of another library's estimator warns that it has not converged."""
        if in_passes(self.estimator):  # those know their duality gap, or have no optimum to converge to
            yield
            return
        with warnings.catch_warnings():
            show = warnings.showwarning

            def hear(message, category, *where):
                self.cut_short |= issubclass(category, ConvergenceWarning)
                show(message, category, *where)

            warnings.showwarning = hear
            warnings.simplefilter("always", ConvergenceWarning)
            yield

    def note(self) -> None:
        """Say that it could be taken up from here."""
        if self.noted is not None:
            self.noted(self)

    def evaluate(self, split) -> None:
        """Rank the classes of the validation and test samples, and ask the estimator what it says of itself.

        A failure is noted instead.
        """
        try:
            self.valid_metrics = evaluate(ranked(self.estimator, split.valid.X, RANKED), split.valid.Y, split.tree)
            self.n_parameters, self.outputs = n_parameters(self.estimator), outputs_of(self.estimator)
            self.test, self.diagnostics, self.arrays = tested(self.estimator, split)
            self.above_tolerance = above_tolerance(self.estimator)
            self.cut_short |= self.above_tolerance
        except Exception as error:  # as in training
            self.error = log_failure(error)

    def restore_best(self, best: int) -> None:
        """End at this checkpoint, with the estimator ``kept`` from then, and say how far training went."""
        self.n_passes, self.estimator, self.training, self.kept = self.passes, self.kept, None, None
        del self.checkpoints[best + 1 :]

    def drop(self) -> None:
        """Stop training and let go of the model."""
        self.dropped, self.estimator, self.training, self.kept = True, None, None, None
        self.note()

    def record(self) -> CandidateRecord:
        """What the record keeps of it."""
        curves = {name: [getattr(each, name) for each in self.checkpoints] for name in CURVES}
        curves = {name: [value for value in values if value is not None] for name, values in curves.items()}
        once = (each.name for each in fields(CandidateRecord) if each.name not in curves)
        return CandidateRecord(**curves, **{name: getattr(self, name) for name in once})


def tested(estimator, split) -> tuple[dict, dict, dict[str, np.ndarray]]:
    """Metrics of a trained estimator on the test samples, its diagnostics, and arrays: its ``ranked`` and theirs."""
    best = ranked(estimator, split.test.X, RANKED)
    said = estimator.diagnostics(split.train, split.test) if callable(getattr(estimator, "diagnostics", None)) else {}
    arrays = {name: value for name, value in said.items() if isinstance(value, np.ndarray)}
    diagnostics = {name: value for name, value in said.items() if name not in arrays}
    return evaluate(best, split.test.Y, split.tree), diagnostics, {"ranked": best, **arrays}


def outputs_of(estimator) -> dict:
    """What a trained estimator hands on: its ``outputs_``, where they are parameters by name."""
    said = getattr(estimator, "outputs_", None)
    return said if isinstance(said, dict) else {}


def above_tolerance(estimator) -> bool:
    """Whether the duality gap of a trained estimator that has one is above its tolerance."""
    tolerance = getattr(estimator, "tol", None) if in_passes(estimator) else None
    return tolerance is not None and getattr(estimator, "dual_gap_", 0.0) > tolerance


def counted(estimator, n: int) -> dict[str, float]:
    """What training has counted, if it does, in relation to its n samples: the last four of a `Checkpoint`."""
    history = getattr(estimator, "history_", None) if in_passes(estimator) else None
    if not history:
        return {}
    last, tries = history[-1], sum(counts.tries for counts in history)
    n_classes = getattr(last, "n_classes_updated", None)
    moved = {} if n_classes is None else {"n_classes_updated": n_classes / max(last.updated, 1)}
    return {"updated": last.updated / n, "ignored": last.ignored / n, "n_tries": tries / n, **moved}


def report(line: str) -> None:
    """Say in the log where the trial is."""
    print(line, file=sys.stderr, flush=True)


def log_failure(error: BaseException) -> str:
    """What went wrong, in a line for the record; in full it is told in the log, where a user looks for a mistake."""
    traceback.print_exception(error)
    return error_line(error)


def train_in_passes(estimator, part, state: dict[str, np.ndarray] | None = None) -> Iterator:
    """Train pass by pass where the estimator can, else all at once; labels as the estimator takes them.

    From a ``state`` that its training was in, the estimator is yielded as it was then before training goes on.
    """
    if in_passes(estimator):
        more = {"state": state, "chunk_rows": part.chunk_rows if getattr(estimator, "in_chunks", False) else None}
        yield from estimator.passes(part.X, part.Y, **{name: each for name, each in more.items() if each is not None})
    else:
        yield estimator.fit(part.X, single_labels(part.Y))
