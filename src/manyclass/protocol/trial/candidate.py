"""A candidate of a sweep: one set of parameters, trained pass by pass, and what is noted of it on the way."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from manyclass.protocol.metrics.classification import evaluate
from manyclass.protocol.metrics.ranking import ranked, single_labels
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


@dataclass
class Candidate:
    """One set of parameters on its way through the sweep; ``swept`` are those of them that the sweep may change."""

    params: dict
    estimator: object
    training: Iterator
    swept: dict = field(default_factory=dict)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    converged: bool = False
    n_passes: int | None = None
    dropped: bool = False
    error: str | None = None
    test: dict | None = None
    valid_metrics: dict | None = None
    edges: list[str] = field(default_factory=list)
    diagnostics: dict = field(default_factory=dict)
    arrays: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def passes(self) -> int:
        """Passes at the last checkpoint."""
        return self.checkpoints[-1].passes if self.checkpoints else 0

    @property
    def valid(self) -> float:
        """Validation accuracy at the last checkpoint."""
        return self.checkpoints[-1].valid

    def train_to(self, passes: int, split) -> None:
        """Train up to this many passes and note the validation accuracy; a failure is noted instead.

        One whose training has ended by itself, converged, has nothing new to note.
        """
        if self.converged:
            return
        started, done = time.perf_counter(), self.passes
        try:
            while done < passes and not self.converged:
                self.converged = next(self.training, None) is None
                done += not self.converged
            if self.checkpoints and done == self.passes:
                return
            seconds = time.perf_counter() - started + (self.checkpoints[-1].seconds if self.checkpoints else 0.0)
            valid = evaluate(ranked(self.estimator, split.valid.X, 1), split.valid.Y)["accuracy"]
            counts = counted(self.estimator, split.train.X.shape[0])
            self.checkpoints.append(Checkpoint(done, seconds, valid, **counts))
        except Exception as error:  # whatever a user's own method raises is its candidate's failure
            self.error = one_line(error)

    def evaluate(self, split) -> None:
        """Rank the classes of the validation and test samples, and ask the estimator for its diagnostics."""
        self.valid_metrics = evaluate(ranked(self.estimator, split.valid.X, RANKED), split.valid.Y)
        self.test, self.diagnostics, self.arrays = tested(self.estimator, split)

    def restore_best(self, best: int, estimator) -> None:
        """End at this checkpoint, with the estimator as it was then, and note how far training went."""
        self.n_passes, self.estimator, self.training = self.passes, estimator, None
        del self.checkpoints[best + 1 :]

    def drop(self) -> None:
        """Stop training and let go of the model."""
        self.dropped, self.estimator, self.training = True, None, None

    def record(self) -> CandidateRecord:
        """What the record keeps of it."""
        curves = {name: [getattr(each, name) for each in self.checkpoints] for name in CURVES}
        curves = {name: [value for value in values if value is not None] for name, values in curves.items()}
        once = ("params", "n_passes", "dropped", "error", "test", "valid_metrics", "edges", "diagnostics")
        return CandidateRecord(**curves, **{name: getattr(self, name) for name in once})


def tested(estimator, split) -> tuple[dict, dict, dict[str, np.ndarray]]:
    """Metrics of a trained estimator on the test samples, its diagnostics, and arrays: its ``ranked`` and theirs."""
    best = ranked(estimator, split.test.X, RANKED)
    said = estimator.diagnostics(split.train, split.test) if hasattr(estimator, "diagnostics") else {}
    arrays = {name: value for name, value in said.items() if isinstance(value, np.ndarray)}
    diagnostics = {name: value for name, value in said.items() if name not in arrays}
    return evaluate(best, split.test.Y, split.tree), diagnostics, {"ranked": best, **arrays}


def counted(estimator, n: int) -> dict[str, float]:
    """What training has counted, if it does, in relation to its n samples: the last four of a `Checkpoint`."""
    history = getattr(estimator, "history_", None)
    if not history:
        return {}
    last, tries = history[-1], sum(counts.tries for counts in history)
    n_classes = getattr(last, "n_classes_updated", None)
    moved = {} if n_classes is None else {"n_classes_updated": n_classes / max(last.updated, 1)}
    return {"updated": last.updated / n, "ignored": last.ignored / n, "n_tries": tries / n, **moved}


def one_line(error: BaseException) -> str:
    """What went wrong, in a line."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def train_in_passes(estimator, part) -> Iterator:
    """Train pass by pass where the estimator can, else all at once; labels as the estimator takes them."""
    if hasattr(estimator, "passes"):
        yield from estimator.passes(part.X, part.Y)
    else:
        yield estimator.fit(part.X, single_labels(part.Y))
