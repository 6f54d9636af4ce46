"""Selections among the records of one trial, one `manyclass.protocol.trial.record.Record` for each draw of the data.

The number of a trial is the mean over draws of its winners' test metrics, and its best run is the document's selection.
"""

from dataclasses import replace

from manyclass.protocol.trial.record import FAILED, OK, Record
from manyclass.protocol.trial.winner import best


def succeeded(records) -> list[Record]:
    """Those of the records that hold a winner, in the order of their seeds."""
    ok = [record for record in records if record.best is not None]
    return sorted(ok, key=lambda record: record.seed)


def best_run(records) -> Record | None:
    """Pick the run, of all candidates and seeds, with the best validation accuracy (Gupta 2014, section 8.3).

    Each record's winner is its seed's best run, so the winners alone are compared. Equal runs: the lowest
    seed. None when no record succeeded.
    """
    return max(succeeded(records), key=lambda record: record.valid, default=None)


def holding(records, /, by="accuracy", **params) -> list[Record]:
    """Records as they would be had only the candidates with these parameters been tried, and a metric decided.

    For a point of a trial's series, which is swept by itself, and for a sweep by several metrics, of which each has its
    winner. A record of which no such candidate was tested becomes a failure. What a record says of its winner alone,
    its number of parameters, its outputs and its refit, it does not say of another one.

    Parameters
    ----------
    records : list of Record
    by : str
        The validation metric (of `manyclass.protocol.metrics.ranking.evaluate`) by which the winner is best.
    **params
        Parameters of the candidates.
    """
    return [_holding(record, by, params) for record in records]


def _holding(record, by, params):
    places = [n for n, candidate in enumerate(record.candidates) if params.items() <= candidate.params.items()]
    kept = [record.candidates[n] for n in places]
    seconds = [each for n, each in enumerate(record.timing.candidates) if n in places]
    held = replace(record, candidates=kept, timing=replace(record.timing, candidates=seconds))
    if record.status == OK and (winner := best(kept, by)) is not None:
        held = replace(held, winner=kept.index(winner))
        if places[held.winner] == record.winner:
            return held
        return replace(held, n_parameters=None, outputs={}, refit=None)
    failure = replace(held, winner=None, n_parameters=None, outputs={}, refit=None)
    if record.status != OK:
        return failure
    reasons = [candidate.error for candidate in kept if candidate.error]
    return replace(failure, status=FAILED, error=(reasons or ["no such candidate reached the end"])[0])
