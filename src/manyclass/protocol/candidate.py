"""A candidate of a sweep: one set of parameters, trained pass by pass, and what is noted of it on the way."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from manyclass.protocol.deadline import Deadline, OutOfTime
from manyclass.protocol.metrics import evaluate
from manyclass.protocol.ranking import ranked, single_labels


@dataclass
class Candidate:
    """One set of parameters on its way through the sweep."""

    params: dict
    estimator: object
    training: Iterator
    passes: list[int] = field(default_factory=list)
    valid: list[float] = field(default_factory=list)
    updated: list[float] = field(default_factory=list)
    ignored: list[float] = field(default_factory=list)
    tries: list[float] = field(default_factory=list)
    touched: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    trained: int | None = None
    dropped: bool = False
    error: str | None = None
    test: dict | None = None
    ranked: np.ndarray | None = None

    def train_to(self, passes: int, split, deadline: Deadline) -> None:
        """Train up to this many passes and note the validation accuracy; a failure is noted instead."""
        started = time.perf_counter()
        try:
            done = self.passes[-1] if self.passes else 0
            while done < passes and next(self.training, None) is not None:
                done += 1
                deadline.check()
            taken = time.perf_counter() - started + (self.seconds[-1] if self.seconds else 0.0)
            predicted = ranked(self.estimator, split.valid.X, 1)
            self.valid.append(evaluate(predicted, split.valid.Y)["accuracy"])
            self.passes.append(done)
            self.seconds.append(taken)
            self._note_counts(split.train.X.shape[0])
        except OutOfTime:
            raise
        except Exception as error:  # whatever a user's own method raises marks its hole
            self.error = one_line(error)

    def _note_counts(self, n: int) -> None:
        """Of the last pass: shares of its n samples that updated the model, and that last violators made go unused.

        And for each that updated it, the wrong classes tried, and those moved, where the method counts them.
        """
        history = getattr(self.estimator, "history_", None)
        if history:
            self.updated.append(history[-1].updated / n)
            self.ignored.append(history[-1].ignored / n)
            self.tries.append(history[-1].tries / max(history[-1].updated, 1))
            if hasattr(history[-1], "touched"):
                self.touched.append(history[-1].touched / max(history[-1].updated, 1))

    def go_back(self, look: int, estimator) -> None:
        """End at this look, with the estimator as it was then, and note how far training went."""
        self.trained, self.estimator, self.training = self.passes[-1], estimator, None
        for curve in (self.passes, self.valid, self.updated, self.ignored, self.tries, self.touched, self.seconds):
            del curve[look + 1 :]

    def drop(self) -> None:
        """Stop training and let go of the model."""
        self.dropped, self.estimator, self.training = True, None, None


def one_line(error: Exception) -> str:
    """What went wrong, in a line."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def train_in_passes(estimator, part) -> Iterator:
    """Train pass by pass where the estimator can, else all at once; labels as the estimator takes them."""
    if hasattr(estimator, "passes"):
        yield from estimator.passes(part.X, part.Y)
    else:
        yield estimator.fit(part.X, single_labels(part.Y))


def start(params: list[dict], make: Callable, split) -> list[Candidate]:
    """A candidate for each set of parameters, which ``make`` turns into an unfitted estimator."""
    estimators = [make(each) for each in params]
    return [Candidate(each, made, train_in_passes(made, split.train)) for each, made in zip(params, estimators)]
