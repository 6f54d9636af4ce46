"""Table 9: how step and margin go together, and what is shown of the chosen parameters."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import table9
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.trial.record import CandidateRecord


def candidate(step, margin, valid, test=True):
    return CandidateRecord({"step": step, "margin": margin}, valid=[0.0, valid], test={} if test else None)


@pytest.mark.parametrize(("order", "tau"), [((0, 1, 2), 1), ((2, 1, 0), -1), ((1, 1, 1), 0)])
def test_step_and_margin_are_tied_when_the_best_steps_grow(order, tau):
    grid = itertools.product(range(3), range(3))
    sweep = [candidate(10.0**s, 10.0**m, 0.9 if order[m] == s else 0.1) for s, m in grid]
    failed = CandidateRecord({"step": 1.0, "margin": 100.0})
    assert table9.correlation([*sweep, failed]) == pytest.approx(tau)


def test_the_best_at_a_margin_is_the_most_accurate_that_was_trained_to_its_end():
    sweep = [candidate(0.1, 1, 0.9, test=False), candidate(0.2, 1, 0.3), candidate(0.3, 1, 0.2)]
    sweep += [CandidateRecord({"step": 1, "margin": 2}, error="failed")]
    assert {margin: best.params["step"] for margin, best in table9.best_by_margin(sweep).items()} == {1: 0.2}


def test_only_candidates_that_differ_in_nothing_else_are_ranked():
    sweep = [candidate(10.0**s, 10.0**m, 0.9 if m == s else 0.1) for s, m in itertools.product(range(3), range(3))]
    turned = [candidate(10.0 ** (2 - m), 10.0**m, 0.99) for m in range(3)]
    later = [replace(each, params=each.params | {"last_violators": 8}) for each in turned]
    assert table9.largest_part([*later, *sweep]) == sweep
    assert table9.correlation([*later, *sweep]) == pytest.approx(1)


@pytest.mark.parametrize(("order", "verdict"), [(8, "reproduced"), (1, "not reproduced"), (0, "not reproduced")])
def test_a_chain_of_several_last_violators_is_neither_one_nor_none(fake, order, verdict):
    def chosen(record, seed):
        Q = order if seed else 2 * order
        return with_winner(record, params=record.best.params | {"last_violators": Q})

    rewrite(fake, gupta.row_trial(CONFIG, "web21k", "wsabie_pp"), chosen)
    found = [claim for claim in table9.claims(fake) if claim.statement == "table9-order" and claim.on == ("web21k",)]
    assert [claim.verdict for claim in found] == [verdict]
    assert {claim.statement for claim in table9.claims(fake)} == {*table9.STATEMENTS}


def test_a_parameter_at_an_edge_is_marked(fake):
    rewrite(
        fake,
        gupta.row_trial(CONFIG, "web97k", "wsabie_pp"),
        lambda record, seed: with_winner(record, edges=["margin"] if seed == 2 else []),
    )
    row = table9.table(fake).set_index(["method", "data set"]).loc[("wsabie_pp", "web97k")]
    assert str(row["margin"]).endswith("†")
    assert not str(row["step"]).endswith("†")


@pytest.mark.parametrize("sweep", [[candidate(1, 1, 0.5)], [candidate(1, 1, 0.5), candidate(1, 10, 0.5)]])
def test_nothing_to_tie_without_two_steps_and_margins(sweep):
    assert np.isnan(table9.correlation(sweep))


def test_shows_chosen_and_held_parameters(fake):
    frame = table9.table(fake).set_index(["method", "data set"])
    assert frame.loc[("one_vs_rest/balance1_as_printed", "web97k"), "β"] == 1
    records = fake.records(gupta.row_trial(CONFIG, "web97k", "wsabie_pp"))
    best = max(records, key=lambda record: record.valid)
    chosen = best.best.params
    row = frame.loc[("wsabie_pp", "web97k")]
    assert (row["step"], row["margin"], row["m"]) == (chosen["step"], chosen["margin"], chosen["dimensions"])
    assert (row["margin: printed"], row["m: printed"], row["Q: printed"]) == (10_000, 256, 32)
