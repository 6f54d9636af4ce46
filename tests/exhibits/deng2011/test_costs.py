"""Costs read off records made by hand."""

import numpy as np
from numpy.testing import assert_allclose

from manyclass.exhibits.deng2011 import costs
from manyclass.protocol.trial.record import CandidateRecord, Record


def candidate(delta, **values):
    return CandidateRecord({"max_ambiguity": delta}, valid=[0.1], test={"accuracy": 0.1}, diagnostics={"costs": values})


def test_costs_are_those_of_the_candidate_asked_for():
    candidates = [candidate(0.1, test=5.0, ambiguity=[0.2, 0.3]), candidate(0.2, test=8.0, ambiguity=[0.4])]
    records = [Record("a", "b", "c", 0, "ok", candidates=candidates, winner=0)]
    assert_allclose(costs.cost(records, "test", max_ambiguity=0.2), [8])
    assert_allclose(costs.speedup(records, 40, max_ambiguity=0.1), [8])
    assert_allclose(costs.cost(records, "ambiguity", 1, max_ambiguity=0.1), [0.3])
    assert np.isnan(costs.cost(records, "ambiguity", 1, max_ambiguity=0.2)).all()


def test_seconds_are_medians_over_the_seeds_that_succeeded():
    records = [
        Record("a", "b", "c", seed, "ok", candidates=[candidate(0.1, prediction_s=8 * seconds)], winner=0)
        for seed, seconds in enumerate((1.0, 2.0, 9.0))
    ]
    records.append(Record("a", "b", "c", 3))
    assert costs.prediction_seconds(records, 4) == 4
    assert np.isnan(costs.prediction_seconds(records[3:], 4))
