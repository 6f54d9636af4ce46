"""Pilot and fit: where a sweep on all samples would take days, it is made on the first of them, and its winners go on.

The pilot sweeps on a slice of draw 0. On all samples of that draw the sweep begins from its winners, one at each point
of the trial's series by each of its metrics, and goes on over what a method names in ``swept_again``, or all: the best
step of stochastic gradients is another where they make ten times as many. What wins there is trained on the other
draws, whose own sweeps might have chosen otherwise. Of a trial whose sweeps all begin ``anew`` every draw has a pilot
of its own.
"""

import json
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from manyclass.datasets.base import Part, Split
from manyclass.protocol.trial.record import CandidateRecord
from manyclass.protocol.trial.winner import best

# Samples a class, on average, of the slice on which a pilot sweeps, at scales that have pilots.
SLICE = {"large": 10, "full": 10}


class Start(NamedTuple):
    """Where a sweep begins.

    Parameters
    ----------
    held : dict
        Parameters held.
    begin : list of dict
        Values of the others to begin from; none to begin with the start values.
    edges : list of str
        Parameters held that stood at an edge of the sweep that found them.
    """

    held: dict
    begin: list[dict]
    edges: tuple[str, ...] = ()


def first_rows(split: Split, rows: int | None) -> Split:
    """A data set with the first samples of its training part alone, and one more of a class that has none of them.

    With all of them where there is no number of ``rows``.
    """
    if rows is None:
        return split
    X, Y = split.train.X, split.train.Y
    chosen, missing = slice(rows), np.flatnonzero(Y[:rows].sum(axis=0) == 0)
    if missing.size:
        first_of = [Y[:, [label]].tocoo().row.min() for label in missing]
        chosen = np.r_[np.arange(rows), np.unique(first_of)]
    return replace(split, train=Part(X[chosen], Y[chosen], split.train.chunk_rows))


def swept_again(cls: type, names: list[str]) -> list[str]:
    """Those of the parameters which are swept on all samples, too."""
    again = getattr(cls, "swept_again", None)
    return [name for name in names if again is None or name in again]


def winners(candidates: list[CandidateRecord], point: dict, metrics) -> list[CandidateRecord]:
    """The candidates best on validation by each metric at a point of the series, each once; none where none ended.

    Parameters
    ----------
    candidates : list of CandidateRecord
        Of the record of a sweep.
    point : dict
        Values of the parameters that the trial varies.
    metrics : sequence of str
        Validation metrics.
    """
    point = json.loads(json.dumps(point))  # as records have it
    here = [each for each in candidates if point.items() <= each.params.items()]
    by_metric = [winner for metric in metrics if (winner := best(here, metric))]
    return [each for number, each in enumerate(by_metric) if each not in by_metric[:number]]


def start(winner: CandidateRecord, held: dict, again: list[str]) -> Start:
    """Where the sweep on all samples begins from a winner: what is not swept ``again`` is held at its values."""
    settled = {name: value for name, value in winner.params.items() if name not in again}
    edges = (name for name in winner.edges if name not in again)
    return Start(held | settled, [{name: winner.params[name] for name in again}], tuple(edges))
