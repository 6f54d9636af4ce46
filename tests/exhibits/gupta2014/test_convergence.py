"""Convergence on records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import convergence
from manyclass.exhibits.gupta2014 import trials as gupta

pytestmark = pytest.mark.parametrize("dataset", convergence.SETS)


def verdicts(store, statement, dataset, row="wsabie"):
    found = [claim for claim in convergence.claims(store) if claim.statement == statement]
    return {claim.verdict for claim in found if claim.text.startswith(f"{dataset}, {gupta.NAMES[row]}:")}


def give_curve(store, valid, dataset, row="wsabie"):
    """Give every draw's winner this validation accuracy after each pass, differing a little by draw."""

    def curve(record, seed):
        return with_winner(record, valid=[each * (1 + 1e-4 * seed) for each in valid])

    rewrite(store, convergence.curve_trial(CONFIG, row, dataset), curve)


@pytest.mark.parametrize(
    ("valid", "statement", "verdict"),
    [
        ([0.64] * 4 + [0.7] * 13 + [0.8] * 3, "early-accuracy", "reproduced"),
        ([0.48] * 4 + [0.7] * 13 + [0.8] * 3, "early-accuracy", "not reproduced"),
        ([0.74] * 17 + [0.8] * 3, "early-accuracy", "not reproduced"),
        ([0.08] * 8 + [0.1, 0.101], "converged", "reproduced"),
        ([0.1] * 8 + [0.1, 0.103], "converged", "not reproduced"),
        ([0.1] * 8 + [0.1, 0.097], "converged", "not reproduced"),
    ],
)
def test_statements_on_training_are_read_off_the_curve(fake, valid, statement, verdict, dataset):
    give_curve(fake, valid, dataset)
    assert verdicts(fake, statement, dataset) == {verdict}


def test_early_is_told_of_a_training_that_was_flat_for_a_day_of_one_week_or_of_two(dataset):
    flat = {"imagenet16k": 1 / 7, "web21k": 1 / 14}[dataset]
    curve = np.full(364, 0.1)
    curve[:60] = np.linspace(0.01, 0.0975, 60)  # the last within a standard error of 10,000 samples of the best
    curve[300] = 0.1004  # by chance
    assert len(convergence.training(curve, 10_000, flat)) == {"imagenet16k": 70, "web21k": 65}[dataset]
    assert len(convergence.training(np.linspace(0.1, 0.9, 364), 10_000, flat)) == 364
    assert convergence.training(None, 10_000, flat) is None
    assert convergence.FLAT[dataset] == flat


@pytest.mark.parametrize(("points", "verdict"), [(0.3, "reproduced"), (-2, "reproduced"), (0.7, "not reproduced")])
def test_early_stopping_is_not_needed_where_it_gains_little_on_test(fake, points, verdict, dataset):
    row = "auc_ranking"
    stopped, whole = gupta.row_trial(CONFIG, dataset, row), convergence.chosen_trial(CONFIG, row, dataset)
    for trial, gained in ((stopped, points / 100), (whole, 0)):
        rewrite(fake, trial, lambda r, seed, gained=gained: with_winner(r, test={"accuracy": 0.2 + gained}))
    assert verdicts(fake, "no-early-stopping", dataset, row) == {verdict}


def test_every_method_of_the_document_is_tested_and_ours_is_not(fake, dataset):
    found = [claim for claim in convergence.claims(fake) if claim.text.startswith(dataset)]
    assert {claim.statement for claim in found} == {*convergence.STATEMENTS}
    assert len(found) == 3 * 5
    assert not any("Q = 0" in claim.text for claim in found)


def test_curves_start_from_their_own_rows_winners(dataset):
    for row in convergence.CURVES:
        trial = convergence.curve_trial(CONFIG, row, dataset)
        row_trial, chosen = gupta.row_trial(CONFIG, dataset, row), trial.depends_on
        assert (chosen.method, chosen.fixed, chosen.search) == (row_trial.method, row_trial.fixed, row_trial.search)
        assert (trial.search, trial.halving) == ({}, False)
        assert {each.passes for each in (row_trial, chosen, trial)} == {row_trial.passes}
        assert {each.patience for each in (chosen, trial)} == {0}
    drawn = {convergence.curve_trial(CONFIG, row, dataset) for row in convergence.CURVES}
    assert len(drawn) == len(convergence.CURVES)


def test_a_method_stands_in_the_legend_once_whatever_its_mark_on_this_set(fake, dataset):
    rewrite(fake, convergence.curve_trial(CONFIG, "wsabie", dataset), lambda r, seed: with_winner(r, edges=["step"]))
    names = [text.get_text() for text in convergence.figure(fake).legends[0].get_texts()]
    marks = base.EDGE + base.RISING
    assert [base.EDGE in name for name in names if name.rstrip(marks) == gupta.NAMES["wsabie"]] == [True]
    assert len(names) == len({name.rstrip(marks) for name in names}) == len(convergence.CURVES) + 1
