"""A candidate of a sweep: one set of parameters, trained pass by pass, and what is noted of it on the way."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from manyclass.protocol.label_trees import costs
from manyclass.protocol.metrics.classification import evaluate
from manyclass.protocol.metrics.ranking import lines, ranked, single_labels
from manyclass.protocol.objective import objective
from manyclass.protocol.solution import solution
from manyclass.protocol.trial.deadline import Deadline, OutOfTime

BEST = 10  # classes of a sample that are kept
CURVES = ("passes", "valid", "updated", "ignored", "tried", "touched")  # what is noted at each look, beside the time


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
    tried: list[float] = field(default_factory=list)
    touched: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    trained: int | None = None
    finished: bool = False
    dropped: bool = False
    error: str | None = None
    test: dict | None = None
    validated: dict | None = None
    solution: dict | None = None
    costs: dict | None = None
    objective: dict | None = None
    ranked: np.ndarray | None = None
    lines: list | None = None

    def train_to(self, passes: int, split, deadline: Deadline) -> None:
        """Train up to this many passes and note the validation accuracy; a failure is noted instead.

        One whose training has ended by itself, converged, has nothing new to note.
        """
        if self.finished:
            return
        started = time.perf_counter()
        try:
            done = self.passes[-1] if self.passes else 0
            while done < passes and not self.finished:
                self.finished = next(self.training, None) is None
                done += not self.finished
                deadline.check()
            if self.passes and done == self.passes[-1]:
                return
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
        """Note what training did, in relation to its n samples.

        Shares of the last pass's samples that updated the model, and that last violators made go unused; classes
        tried for each sample in all passes together; and, where the method counts them, the classes that a sample
        which updates moved in the last pass.
        """
        history = getattr(self.estimator, "history_", None)
        if history:
            self.updated.append(history[-1].updated / n)
            self.ignored.append(history[-1].ignored / n)
            self.tried.append(sum(counts.tries for counts in history) / n)
            if hasattr(history[-1], "touched"):
                self.touched.append(history[-1].touched / max(history[-1].updated, 1))

    def evaluate(self, split) -> None:
        """Rank the classes of the validation and test samples, and say what was made of the objective."""
        self.validated = evaluate(ranked(self.estimator, split.valid.X, BEST), split.valid.Y)
        self.ranked = ranked(self.estimator, split.test.X, BEST)
        self.test = evaluate(self.ranked, split.test.Y, split.tree)
        self.lines = lines(self.estimator)
        self.solution = solution(self.estimator)
        self.costs = costs(self.estimator, split.test)
        self.objective = objective(self.estimator, split.train)

    def go_back(self, look: int, estimator) -> None:
        """End at this look, with the estimator as it was then, and note how far training went."""
        self.trained, self.estimator, self.training = self.passes[-1], estimator, None
        for name in (*CURVES, "seconds"):
            del getattr(self, name)[look + 1 :]

    def drop(self) -> None:
        """Stop training and let go of the model."""
        self.dropped, self.estimator, self.training = True, None, None


def one_line(error: Exception) -> str:
    """What went wrong, in a line."""
    said = str(error).splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__


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
