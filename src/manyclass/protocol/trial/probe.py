"""What lies along the axes through a winner: every value that its ladders may reach, one parameter at a time."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from manyclass.methods.base.ladder import counts
from manyclass.protocol.data import storage
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.record import CandidateRecord
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.worker import work


class Finding(NamedTuple):
    """The winner of a sweep and the best beside it; by how many standard errors of an accuracy the latter is ahead."""

    winner: CandidateRecord
    other: CandidateRecord
    ahead: float


def probe(spec: Spec, winner: CandidateRecord, swept: dict) -> Finding | None:
    """Train all that lies along the axes; None if there is nothing, or none of it could be trained.

    Parameters
    ----------
    spec : Spec
        The sweep, of no series.
    winner : CandidateRecord
        Where it ended.
    swept : dict of str to Ladder or list
        The values that it had to try, by parameter.
    """
    split = storage.read(spec.data)
    known = counts(split.train.X.shape[1], split.train.Y.shape[1])
    values = {name: Axis(each, known).reachable() for name, each in swept.items()}
    at = {name: winner.params[name] for name in values}
    beside = {name: [value for value in each if value != at[name]] for name, each in values.items()}
    lines = [{other: [at[other]] for other in at} | {name: each} for name, each in beside.items() if each]
    if not lines:
        return None
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "0.json"
        tried, _ = work(replace(spec, out=out, series=lines, search={}, halving=False, refit=False, seconds=np.inf))
    if tried.best is None:
        return None
    best, other, n = winner.valid[-1], tried.best.valid[-1], split.valid.Y.shape[0]
    error = np.sqrt(max(best * (1 - best), 1 / n) / n)
    return Finding(winner, tried.best, float((other - best) / error))
