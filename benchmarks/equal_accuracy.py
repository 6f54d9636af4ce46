"""Two classifiers at equal accuracy: how long does ours train until it predicts as well as the peer?

Parameters are chosen on the validation part. Of the peer's candidates the best counts, and of those that are within
half a point of it the fastest. Of ours, which can be asked after every pass, the one that is the first to have the
peer's validation accuracy, or where none has it the best. Then both are timed in turns: the peer's whole training, and
ours up to the pass after which it has the peer's accuracy on the test part.
"""

from collections.abc import Callable
from functools import partial
from itertools import islice, product
from typing import NamedTuple

import numpy as np
import pandas as pd
from corpora import Corpus
from timing import in_turns, timed

# A difference in accuracy that is no reason to take the slower of two candidates.
AS_GOOD = 0.005
# CPU seconds after which a candidate of ours is not followed any further.
LONGEST = 3.0


class Contestant(NamedTuple):
    """A classifier and its candidates.

    Parameters
    ----------
    name : str
        What it is called in the table.
    make : callable
        ``make(**parameters)`` is an estimator. What the peers do in ``prepare(X, y)``, if they have it, is not timed.
    grid : dict of str to list
        The values of the parameters, of which all combinations are candidates.
    needs : str or None
        The library that must be installed.
    """

    name: str
    make: Callable
    grid: dict[str, list]
    needs: str | None = None

    @property
    def candidates(self) -> list[dict]:
        """Every combination of the parameters' values."""
        return [dict(zip(self.grid, values)) for values in product(*self.grid.values())]


class Fit(NamedTuple):
    """A candidate of a peer, trained once."""

    parameters: str
    model: object
    seconds: float
    valid: float
    test: float


class Curve(NamedTuple):
    """A candidate of ours: a table with a row a pass, of the ``seconds`` so far and the accuracies."""

    parameters: str
    model: object
    passes: pd.DataFrame

    def first(self, part: str, goal: float) -> int | None:
        """The number of passes after which it first has this accuracy; None: never."""
        reached = np.flatnonzero(self.passes[part] >= goal)
        return int(reached[0]) + 1 if len(reached) else None

    def seconds(self, part: str, goal: float) -> float:
        """CPU seconds until it first has this accuracy; inf: never."""
        passes = self.first(part, goal)
        return np.inf if passes is None else self.passes["seconds"][passes - 1]


def shown(parameters: dict) -> str:
    """Parameters as the table has them."""
    return ", ".join(f"{name} {value}" for name, value in parameters.items())


def accuracy(model, part) -> float:
    """Share of the samples predicted right."""
    return float(np.mean(model.predict(part.X) == part.y))


def fits(peer: Contestant, corpus: Corpus) -> list[Fit]:
    """Every candidate of a peer, trained once; what it wants prepared is done before."""
    found = []
    for parameters in peer.candidates:
        model = peer.make(**parameters)
        if hasattr(model, "prepare"):
            model.prepare(*corpus.train)
        seconds, _ = timed(lambda model=model: model.fit(*corpus.train))
        accuracies = accuracy(model, corpus.valid), accuracy(model, corpus.test)
        found.append(Fit(shown(parameters), model, seconds, *accuracies))
    return found


def chosen(found: list[Fit]) -> Fit:
    """The fastest of those that are as good on validation as the best."""
    best = max(each.valid for each in found)
    return min((each for each in found if each.valid >= best - AS_GOOD), key=lambda each: each.seconds)


def curves(ours: Contestant, corpus: Corpus, n_passes: int) -> list[Curve]:
    """Every candidate of ours, trained for so many passes, or fewer if it has converged."""
    train(ours.make(**ours.candidates[0]), corpus.small(), 1)  # compiles
    return [curve(ours.make(**each), shown(each), corpus, n_passes) for each in ours.candidates]


def curve(model, parameters: str, corpus: Corpus, n_passes: int) -> Curve:
    """The accuracies of one candidate after every pass."""
    rows, spent, training = [], 0.0, model.set_params(max_iter=n_passes).passes(*corpus.train)
    for _ in range(n_passes):
        seconds, trained = timed(lambda: next(training, None))
        if trained is None or spent > LONGEST:
            break
        spent += seconds
        rows.append({"seconds": spent, "valid": accuracy(model, corpus.valid), "test": accuracy(model, corpus.test)})
    return Curve(parameters, model, pd.DataFrame(rows))


def compared(corpus: Corpus, candidates: dict[str, list[Curve]], peer: Fit, rounds: int):
    """Lines of the table: this peer against each of ours, by whose name its candidates are given."""
    pairs = {ours: against(peer, found) for ours, found in candidates.items()}
    calls = {"peer": lambda: peer.model.fit(*corpus.train)}
    calls |= {ours: partial(train, mine.model, corpus, passes) for ours, (mine, passes) in pairs.items() if passes}
    times = in_turns(calls, rounds)
    head = {
        "peer's parameters": peer.parameters,
        "peer's accuracy": peer.test,
        "peer's seconds": times["peer"].median(),
    }
    for ours, (mine, passes) in pairs.items():
        line = head | {"ours": ours, "our parameters": mine.parameters}
        line |= {"best accuracy": best_accuracy(candidates[ours])}
        if passes:
            line |= {"passes": passes, "accuracy": mine.passes["test"][passes - 1], "seconds": times[ours].median()}
            line |= {"peer / ours": (times["peer"] / times[ours]).median()}
        yield line


def against(peer: Fit, found: list[Curve]) -> tuple[Curve, int | None]:
    """The candidate of ours that is chosen against this peer, and its passes until it is as good on the test part."""
    mine = min(found, key=lambda each: (each.seconds("valid", peer.valid), -each.passes["valid"].max()))
    return mine, mine.first("test", peer.test)


def best_accuracy(found: list[Curve]) -> float:
    """The test accuracy of ours where validation is best, at whatever pass."""
    best = max((each.passes for each in found), key=lambda passes: passes["valid"].max())
    return float(best["test"][best["valid"].idxmax()])


def train(model, corpus: Corpus, n_passes: int) -> None:
    """Train for so many passes."""
    for _ in islice(model.passes(*corpus.train), n_passes):
        pass
