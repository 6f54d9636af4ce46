"""The sweep of one trial: candidates trained side by side, the weaker ones dropped early.

Gupta et al. (2014), section 8.3, train every candidate to the end. Here candidates are dropped by successive
halving on validation accuracy (Jamieson & Talwalkar 2016): a third of them goes on after each of a few
checkpoints, and the `FINALISTS` best are trained to the end and tested. Or each is trained by itself for as long as
it gets better, as Perronnin et al. (2012) do.
"""

from collections.abc import Callable

import numpy as np

from manyclass.protocol.trial.candidate import Candidate
from manyclass.protocol.trial.deadline import Deadline
from manyclass.protocol.trial.early_stopping import train_until_no_better
from manyclass.protocol.trial.warm_start import go_on

FINALISTS = 3
KEEP_ONE_IN = 3


def checkpoints(n_candidates: int, passes: int) -> list[int]:
    """Passes after which the field is thinned out, up to ``passes``: one more for each third that goes."""
    rounds = int(np.ceil(np.log(max(n_candidates / FINALISTS, 1)) / np.log(KEEP_ONE_IN)))
    return sorted({max(1, round(passes / KEEP_ONE_IN**left)) for left in range(rounds + 1)})


def sweep(
    candidates: list[Candidate], split, passes: int, deadline: Deadline, say: Callable, halving=True, patience=0
) -> None:
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
        Whether the weaker ones are dropped; without it all are looked at after every pass, one after the other.
    patience : int
        If not 0, candidates are stopped early instead: see `train_until_no_better`.

    Raises
    ------
    OutOfTime
        When the time budget is spent.
    """
    if halving and not patience:
        alive = _side_by_side(candidates, split, passes, deadline, say)
    else:
        alive = _by_themselves(candidates, split, passes, deadline, say, patience)
    for candidate in alive:
        candidate.evaluate(split)
        deadline.check()


def _side_by_side(candidates, split, passes, deadline, say) -> list[Candidate]:
    """Train all up to each checkpoint in turn; those that reach the end."""
    alive = candidates
    stops = checkpoints(len(candidates), passes)
    for stop in stops:
        for candidate in alive:
            candidate.train_to(stop, split, deadline)
        alive = [candidate for candidate in alive if candidate.error is None]
        if not alive:
            break
        best = max(alive, key=lambda candidate: candidate.valid[-1])
        say(f"pass {stop}: {len(alive)} of {len(candidates)} candidates, best {best.valid[-1]:.4f} with {best.params}")
        if stop != stops[-1]:
            alive = thinned(alive)
    return alive


def _by_themselves(candidates, split, passes, deadline, say, patience) -> list[Candidate]:
    """Train each until it gets no better, or to the end without `patience`; those that could be trained."""
    for number, candidate in enumerate(candidates):
        if patience:
            train_until_no_better(candidate, split, passes, patience, deadline)
        else:
            go_on(candidate, candidates[:number], split.train)
            for stop in range(1, passes + 1):
                if candidate.error is None:
                    candidate.train_to(stop, split, deadline)
        if candidate.error is None:
            found = f"{candidate.valid[-1]:.4f} at {candidate.passes[-1]}"
            say(f"pass {candidate.trained or candidate.passes[-1]}: {found} with {candidate.params}")
    return [candidate for candidate in candidates if candidate.error is None]


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
