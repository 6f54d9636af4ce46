"""The two selections: the document's best run, and the mean over seeds at one set of parameters.

Both are made among the records of one trial, one `manyclass.protocol.trial.record.Record` for each seed. Successive
halving runs within a seed, so a candidate that reached the end with one seed may have been dropped with another; only
candidates that reached the end have been tested.
"""

import json
from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from manyclass.protocol.trial.record import FAILED, OK, Record


class OverSeeds(NamedTuple):
    """One set of parameters over the seeds in which it reached the end."""

    params: dict
    valid: float
    seeds: tuple
    tests: tuple

    def values(self, metric="accuracy") -> np.ndarray:
        """Test metric of each of `seeds`, shape (len(seeds),); nan where it was not computed."""
        return np.array([test.get(metric, np.nan) for test in self.tests], dtype=float)


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


def over_seeds(records) -> OverSeeds | None:
    """Pick the parameters best on mean validation accuracy, and give their test metrics over seeds.

    Chosen among the candidates that reached the end in every seed; when halving left none such, among
    those that did in the most seeds. Equal means: the parameters first in the order of their JSON text.
    A candidate's validation accuracy is the last of its curve. None when no candidate was tested.
    """
    runs = defaultdict(list)
    for record in succeeded(records):
        for candidate in record.candidates:
            if candidate.test is not None:
                runs[key(candidate.params)].append((record.seed, candidate))
    if not runs:
        return None
    means = {params: float(np.mean([c.valid[-1] for _, c in tested])) for params, tested in runs.items()}
    chosen = min(runs, key=lambda params: (-len(runs[params]), -means[params], params))
    seeds, candidates = zip(*runs[chosen])
    return OverSeeds(candidates[0].params, means[chosen], seeds, tuple(c.test for c in candidates))


def winners(records) -> OverSeeds | None:
    """Each seed's own winner: what a trial whose parameters come from another trial's winner repeats."""
    ok = succeeded(records)
    if not ok:
        return None
    seeds = tuple(record.seed for record in ok)
    valid = float(np.mean([record.valid for record in ok]))
    return OverSeeds(best_run(ok).best.params, valid, seeds, tuple(record.test for record in ok))


def holding(records, **params) -> list[Record]:
    """Records as they would be had only the candidates with these parameters been tried.

    For trials without halving: elsewhere the candidates that one leaves out have decided which of the others went
    on. A record of which no such candidate was tested becomes a failure.
    """
    return [_holding(record, params) for record in records]


def _holding(record, params):
    kept = [candidate for candidate in record.candidates if params.items() <= candidate.params.items()]
    tested = [number for number, candidate in enumerate(kept) if candidate.test is not None]
    if record.status == OK and tested:
        return replace(
            record, candidates=kept, winner=max(tested, key=lambda number: (kept[number].valid[-1], -number))
        )
    failure = replace(record, candidates=kept, winner=None, n_parameters=None)
    if record.status != OK:
        return failure
    reasons = [candidate.error for candidate in kept if candidate.error]
    return replace(failure, status=FAILED, error=(reasons or ["no such candidate reached the end"])[0])


def key(params) -> str:
    """Text by which equal parameters of different seeds are found."""
    return json.dumps(params, sort_keys=True)
