"""Records of sweeps with given accuracies, for tests of selections and claims."""

import numpy as np

from manyclass.protocol.trial.record import CandidateRecord, Record

SPREAD = np.array([0.0, 0.0003, -0.0003, 0.0001])  # of the seeds


def candidate(test, valid, ignored=(0.5,), **params) -> CandidateRecord:
    """A candidate with this test accuracy (None: dropped) and validation accuracy."""
    of_part = [None if test is None else {"accuracy": each, "sibling_precision": each} for each in (test, valid)]
    metrics = dict(zip(("test", "valid_metrics"), of_part))
    return CandidateRecord(params, valid=[valid], ignored=list(ignored), **metrics)


def record(seed, candidates) -> Record:
    """A record whose winner is the tested candidate best on validation; failed where none was tested."""
    name = ("letters", "wsabie_pp", "orders", seed)
    tested = [number for number, each in enumerate(candidates) if each.test]
    if not tested:
        return Record(*name, error="ValueError: no luck", candidates=candidates)
    winner = max(tested, key=lambda number: candidates[number].valid[-1])
    return Record(*name, status="ok", candidates=candidates, winner=winner, n_parameters=1)


def sweep(accuracy, **at) -> list[Record]:
    """Records of four seeds: `accuracy` gives the test accuracy of every Q and burn-in of the grid."""
    grid = [(0, 0), *((Q, burn_in) for Q in (1, 4, 10, 16, 100) for burn_in in (0, 5))]
    return [
        record(seed, [candidate(accuracy(Q, b) + e, 0.1, last_violators=Q, burn_in=b, **at) for Q, b in grid])
        for seed, e in enumerate(SPREAD)
    ]
