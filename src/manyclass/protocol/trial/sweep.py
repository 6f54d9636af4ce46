"""The sweep of one trial: candidates trained side by side, the weaker ones dropped early.

Gupta et al. (2014), section 8.3, train every candidate to the end. Here candidates are dropped by successive
halving on validation accuracy (Jamieson & Talwalkar 2016): a third of them goes on after each of a few
rungs, and the `FINALISTS` best are trained to the end and tested. Or each is trained by itself for as long as
it gets better, as Perronnin et al. (2012) do.
"""

import copy
import sys

import numpy as np

from manyclass.protocol.trial.candidate import Candidate, train_in_passes
from manyclass.protocol.trial.early_stopping import train_until_no_better

FINALISTS = 3
KEEP_ONE_IN = 3


def sweep(candidates: list[Candidate], split, passes: int, halving: bool = True, patience: int = 0) -> None:
    """Train all candidates, dropping the weaker ones; test those that reach the end.

    Parameters
    ----------
    candidates : list of Candidate
        Not trained yet; what happens to each is noted in it.
    split : Split
        The data.
    passes : int
        Passes of a candidate that reaches the end.
    halving : bool
        Whether the weaker ones are dropped; without it all are validated after every pass, one after the other.
    patience : int
        If not 0, candidates are stopped early instead: see `train_until_no_better`.
    """
    if halving and not patience:
        alive = train_side_by_side(candidates, split, passes)
    else:
        alive = train_one_by_one(candidates, split, passes, patience)
    for candidate in alive:
        candidate.evaluate(split)


def rungs(n_candidates: int, passes: int) -> list[int]:
    """Passes after which the field is thinned out, up to ``passes``: one more for each third that goes."""
    rounds = int(np.ceil(np.log(max(n_candidates / FINALISTS, 1)) / np.log(KEEP_ONE_IN)))
    return sorted({max(1, round(passes / KEEP_ONE_IN**left)) for left in range(rounds + 1)})


def train_side_by_side(candidates: list[Candidate], split, passes: int) -> list[Candidate]:
    """Train all up to each rung in turn; those that reach the end."""
    alive = candidates
    stops = rungs(len(candidates), passes)
    for stop in stops:
        for candidate in alive:
            candidate.train_to(stop, split)
        alive = [candidate for candidate in alive if candidate.error is None]
        if not alive:
            break
        best = max(alive, key=lambda candidate: candidate.valid)
        report(f"pass {stop}: {len(alive)} of {len(candidates)} candidates, best {best.valid:.4f} with {best.params}")
        if stop != stops[-1]:
            alive = thinned(alive)
    return alive


def train_one_by_one(candidates: list[Candidate], split, passes: int, patience: int) -> list[Candidate]:
    """Train each until it gets no better, or to the end without `patience`; those that could be trained."""
    for number, candidate in enumerate(candidates):
        if patience:
            train_until_no_better(candidate, split, passes, patience)
        else:
            continue_path(candidate, candidates[:number], split.train)
            for stop in range(1, passes + 1):
                if candidate.error is None:
                    candidate.train_to(stop, split)
        if candidate.error is None:
            best = f"{candidate.valid:.4f} at {candidate.passes}"
            report(f"pass {candidate.n_passes or candidate.passes}: {best} with {candidate.params}")
    return [candidate for candidate in candidates if candidate.error is None]


def thinned(alive: list[Candidate]) -> list[Candidate]:
    """The best third, at least `FINALISTS`, in their order; those equal to the last of them stay too.

    Candidates are equal while what tells them apart has not begun, such as last violators in the burn-in.
    """
    keep = min(len(alive), max(FINALISTS, -(-len(alive) // KEEP_ONE_IN)))
    cut = sorted((candidate.valid for candidate in alive), reverse=True)[keep - 1]
    for candidate in alive:
        if candidate.valid < cut:
            candidate.drop()
    return [candidate for candidate in alive if not candidate.dropped]


def continue_path(candidate: Candidate, trained: list[Candidate], part) -> None:
    """Give a candidate the solution of the last one before it on its path, if its estimator asks for one.

    An estimator asks by ``warm_start=True`` and names in ``path`` the parameter along which its `fit` goes on. Its
    training then takes fewer passes, to the same optimum.

    Parameters
    ----------
    candidate : Candidate
        Not trained yet.
    trained : list of Candidate
        Those before it, trained to the end.
    part : Part
        The training samples.
    """
    path = getattr(candidate.estimator, "path", None)
    if path not in candidate.params or not getattr(candidate.estimator, "warm_start", False):
        return

    def others(each):
        return {name: value for name, value in each.params.items() if name != path}

    before = [each for each in trained if each.error is None and others(each) == others(candidate)]
    if before:
        candidate.estimator = copy.deepcopy(before[-1].estimator).set_params(**candidate.params)
        candidate.training = train_in_passes(candidate.estimator, part)


def report(line: str) -> None:
    """Say in the log where the sweep is."""
    print(line, file=sys.stderr, flush=True)
