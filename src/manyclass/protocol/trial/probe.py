"""What lies along the axes through a sweep's winner: every value that its ladders may reach, one parameter at a time.

A sweep climbs from its start values. Where accuracy has two peaks over a parameter it may end on the lower one, and
stand inside.
"""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from manyclass.methods.base.ladder import counts, groups
from manyclass.protocol.data import file as data_file
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.record import CandidateRecord
from manyclass.protocol.trial.spec import Spec, Trial
from manyclass.protocol.trial.worker import work


class Finding(NamedTuple):
    """The winner of a sweep and the best beside it; by how many standard errors of an accuracy the latter is ahead."""

    winner: CandidateRecord
    other: CandidateRecord
    ahead: float


def swept(trial: Trial | Spec) -> dict:
    """What a trial sweeps, by itself or as its class has it: values by parameter, less those that it fixes."""
    declared = trial.search
    if declared is None:
        declared = getattr(estimators.load(trial.method, trial.factory), "search", {})
    values = {name: values for group in groups(declared) for name, values in group.items()}
    return {name: each for name, each in values.items() if name not in trial.fixed}


def probe(spec: Spec, winner: CandidateRecord) -> Finding | None:
    """Train all that lies along the axes; None if there is nothing, or none of it could be trained.

    Parameters
    ----------
    spec : Spec
        The sweep, of no series.
    winner : CandidateRecord
        Where it ended.
    """
    split = data_file.read(spec.data)
    known = counts(split.train.X.shape[1], split.train.Y.shape[1])
    values = {name: Axis(each, known).reachable() for name, each in swept(spec).items()}
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
