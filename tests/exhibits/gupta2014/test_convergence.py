"""Convergence on records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import convergence
from manyclass.exhibits.gupta2014 import trials as gupta


def verdicts(store, statement, row="wsabie"):
    found = [claim for claim in convergence.claims(store) if claim.statement == statement]
    return {claim.verdict for claim in found if claim.text.startswith(f"{gupta.NAMES[row]}:")}


def give_curve(store, valid, row="wsabie", **changed):
    """Give every draw's winner this validation accuracy after each of ten passes, differing a little by draw."""

    def curve(record, seed):
        return with_winner(record, valid=[each * (1 + 1e-4 * seed) for each in valid], **changed)

    rewrite(store, convergence.curve_trial(CONFIG, row), curve)


@pytest.mark.parametrize(
    ("valid", "statement", "verdict"),
    [
        ([0.0, 0.08, *[0.1] * 8], "early-accuracy", "reproduced"),
        ([0.0, 0.06, *[0.1] * 8], "early-accuracy", "not reproduced"),
        ([0.0, 0.095, *[0.1] * 8], "early-accuracy", "not reproduced"),
        ([0.08] * 8 + [0.1, 0.101], "converged", "reproduced"),
        ([0.1] * 8 + [0.1, 0.103], "converged", "not reproduced"),
        ([0.1] * 8 + [0.1, 0.097], "converged", "not reproduced"),
        ([0.08, 0.1, 0.102, *[0.1] * 7], "no-early-stopping", "reproduced"),
        ([0.08, 0.1, 0.11, *[0.1] * 7], "no-early-stopping", "not reproduced"),
    ],
)
def test_statements_on_training_are_read_off_the_curve(fake, valid, statement, verdict):
    give_curve(fake, valid)
    assert verdicts(fake, statement) == {verdict}


def test_early_is_told_of_a_training_that_ends_once_accuracy_no_longer_rises():
    curve = np.full(364, 0.1)
    curve[:20] = np.linspace(0.01, 0.0995, 20)
    end = len(convergence.training(curve))
    assert 32 < end < 364
    assert len(convergence.training(np.linspace(0.1, 0.9, 364))) == 364
    assert convergence.training(None) is None


@pytest.mark.parametrize(("points", "verdict"), [(0.3, "reproduced"), (-0.7, "not reproduced")])
def test_validation_and_test_are_similar_within_a_margin(fake, points, verdict):
    test = {"accuracy": 0.2}
    give_curve(fake, [0.2 + points / 100], "auc_ranking", test=test)
    assert verdicts(fake, "valid-test-similar", "auc_ranking") == {verdict}


def test_every_method_of_the_document_is_tested_and_ours_is_not(fake):
    found = convergence.claims(fake)
    assert {claim.statement for claim in found} == {*convergence.STATEMENTS}
    assert len(found) == 3 * 5 + 6
    assert not any("Q = 0" in claim.text for claim in found)


def test_curves_start_from_their_own_rows_winners():
    for row in convergence.CURVES:
        trial = convergence.curve_trial(CONFIG, row)
        row_trial, chosen = gupta.row_trial(CONFIG, convergence.SET, row), trial.depends_on
        assert (chosen.method, chosen.fixed, chosen.search) == (row_trial.method, row_trial.fixed, row_trial.search)
        assert (trial.search, trial.halving) == ({}, False)
        assert {each.passes for each in (row_trial, chosen, trial)} == {row_trial.passes}
        assert {each.patience for each in (chosen, trial)} == {0}
    assert len({convergence.curve_trial(CONFIG, row) for row in convergence.CURVES}) == len(convergence.CURVES)
