"""Table 9: how step and margin go together, and what is shown of the chosen parameters."""

import itertools

import numpy as np
import pytest
from fake_results import CONFIG

from manyclass.exhibits.gupta2014 import table9
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.trial.record import CandidateRecord


def candidate(step, margin, valid, passes=2):
    return CandidateRecord({"step": step, "margin": margin}, valid=[0.0] * (passes - 1) + [valid])


@pytest.mark.parametrize(("order", "tau"), [((0, 1, 2), 1), ((2, 1, 0), -1), ((1, 1, 1), 0)])
def test_step_and_margin_are_tied_when_the_best_steps_grow(order, tau):
    grid = itertools.product(range(3), range(3))
    sweep = [candidate(10.0**s, 10.0**m, 0.9 if order[m] == s else 0.1) for s, m in grid]
    failed = CandidateRecord({"step": 1.0, "margin": 100.0})
    assert table9.correlation([*sweep, failed]) == pytest.approx(tau)


def test_a_candidate_kept_longer_is_better_than_one_dropped_earlier():
    sweep = [candidate(1, 1, 0.3, passes=4), candidate(10, 1, 0.5, passes=1)]
    sweep += [candidate(1, 10, 0.5, passes=1), candidate(10, 10, 0.3, passes=4)]
    assert table9.correlation(sweep) == pytest.approx(1)


def test_the_best_at_a_margin_was_kept_longest_and_then_was_the_most_accurate():
    tried = [(0.1, 1, [0.9]), (0.2, 1, [0.1, 0.3]), (0.3, 1, [0.2, 0.2]), (1, 2, [])]
    sweep = [CandidateRecord({"step": step, "margin": margin}, valid=valid) for step, margin, valid in tried]
    assert {margin: best.params["step"] for margin, best in table9.best_by_margin(sweep).items()} == {1: 0.2}


@pytest.mark.parametrize("sweep", [[candidate(1, 1, 0.5)], [candidate(1, 1, 0.5), candidate(1, 10, 0.5)]])
def test_nothing_to_tie_without_two_steps_and_margins(sweep):
    assert np.isnan(table9.correlation(sweep))


def test_shows_chosen_and_held_parameters(fake):
    frame = table9.table(fake).set_index(["method", "data set"])
    assert frame.loc[("one_vs_rest/balance1", "web97k"), "β"] == 1
    records = fake.records(gupta.row_trial(CONFIG, "web97k", "wsabie_pp"))
    best = max(records, key=lambda record: record.valid)
    chosen = best.best.params
    row = frame.loc[("wsabie_pp", "web97k")]
    assert (row["step"], row["margin"], row["m"]) == (chosen["step"], chosen["margin"], chosen["dimensions"])
    assert (row["margin: printed"], row["m: printed"], row["Q: printed"]) == (10_000, 256, 32)
