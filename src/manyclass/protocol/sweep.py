"""The sweep of one trial: candidates trained side by side, the weaker ones dropped early.

Gupta et al. (2014), section 8.3, train every candidate to the end. Here candidates are dropped by successive
halving on validation accuracy (Jamieson & Talwalkar 2016): a third of them goes on after each of a few
checkpoints, and the `FINALISTS` best are trained to the end and tested.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from manyclass.protocol.deadline import Deadline, OutOfTime
from manyclass.protocol.metrics import evaluate
from manyclass.protocol.ranking import ranked, single_labels

FINALISTS = 3
KEEP_ONE_IN = 3


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
    seconds: list[float] = field(default_factory=list)
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
        """Shares of the last pass's n samples that updated the model, and that last violators made go unused."""
        history = getattr(self.estimator, "history_", None)
        if history:
            self.updated.append(history[-1].updated / n)
            self.ignored.append(history[-1].ignored / n)

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


def checkpoints(n_candidates: int, passes: int) -> list[int]:
    """Passes after which the field is thinned out, up to ``passes``: one more for each third that goes."""
    rounds = int(np.ceil(np.log(max(n_candidates / FINALISTS, 1)) / np.log(KEEP_ONE_IN)))
    return sorted({max(1, round(passes / KEEP_ONE_IN**left)) for left in range(rounds + 1)})


def start(params: list[dict], make: Callable, split) -> list[Candidate]:
    """A candidate for each set of parameters, which ``make`` turns into an unfitted estimator."""
    estimators = [make(each) for each in params]
    return [Candidate(each, made, train_in_passes(made, split.train)) for each, made in zip(params, estimators)]


def sweep(candidates: list[Candidate], split, passes: int, deadline: Deadline, say: Callable, halving=True) -> None:
    """Train all candidates, dropping the weaker ones; test those that reach the end.

    Parameters
    ----------
    candidates : list of Candidate
        As `start` makes them; what happens to each is noted in it.
    split : Split
        The data.
    passes : int
        Passes of a candidate that reaches the end.
    deadline : Deadline
        Asked after every pass.
    say : callable
        Told in a line where the sweep is.
    halving : bool
        Whether the weaker ones are dropped; without it all are looked at after every pass.

    Raises
    ------
    OutOfTime
        When the time budget is spent.
    """
    alive = candidates
    stops = checkpoints(len(candidates), passes) if halving else range(1, passes + 1)
    for stop in stops:
        for candidate in alive:
            candidate.train_to(stop, split, deadline)
        alive = [candidate for candidate in alive if candidate.error is None]
        if not alive:
            return
        best = max(alive, key=lambda candidate: candidate.valid[-1])
        say(f"pass {stop}: {len(alive)} of {len(candidates)} candidates, best {best.valid[-1]:.4f} with {best.params}")
        if halving and stop != stops[-1]:
            alive = thinned(alive)
    for candidate in alive:
        candidate.ranked = ranked(candidate.estimator, split.test.X, 10)
        candidate.test = evaluate(candidate.ranked, split.test.Y, split.tree)
        deadline.check()


def thinned(alive: list[Candidate]) -> list[Candidate]:
    """The best third, at least `FINALISTS`, in their order; those equal to the last of them stay too.

    Candidates are equal while what tells them apart has not begun, such as last violators in the burn-in.
    """
    keep = min(len(alive), max(FINALISTS, -(-len(alive) // KEEP_ONE_IN)))
    cut = sorted((candidate.valid[-1] for candidate in alive), reverse=True)[keep - 1]
    for candidate in alive:
        if candidate.valid[-1] < cut:
            candidate.drop()
    return [candidate for candidate in alive if not candidate.dropped]
