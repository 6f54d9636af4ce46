"""Epochs and operations of both kinds of updates, and margins, on made-up records; trained models beside."""

import numpy as np
import pytest
from fake_results import change_candidates

from manyclass.exhibits.lapin2015 import kernels, margins, products_time, solvers, trials


def say(store, trial, say):
    """Change what every candidate says of its solution."""

    def change(candidate, seed):
        candidate.diagnostics["solution"] |= say(candidate.params)
        return candidate

    change_candidates(store, trial, change)


def test_operations_are_those_of_scores_and_changes(fake):
    trial = solvers.trial(fake.config)
    end = {"joint": 20.0, "single": 50.0}
    say(fake, trial, lambda params: {"certificates": [[end[params["updates"]], 1.0, 1.0, 1.0]], "changed": 7})
    card = fake.card(trial.dataset)
    assert (solvers.epochs(fake, 5, "single") == 50).all()
    expected = 2 * card["features"] * (20 * card["train"] * card["classes"] + 7)
    assert (solvers.operations(fake, 5, "joint") == expected).all()
    ratios = [claim.mean for claim in solvers.claims(fake) if "epochs" in claim.text]
    assert ratios == pytest.approx([2.5, 2.5, 2.5])


def test_what_never_gets_there_counts_more_than_all_epochs(fake):
    say(fake, solvers.trial(fake.config), lambda params: {"gap": 0.1})
    assert (solvers.epochs(fake, 1, "joint") == solvers.MOST + 1).all()


def test_margins_are_of_the_first_class_left_out_and_of_w_of_length_one(fake):
    dataset = trials.SETS[0]
    trial = trials.sweep(fake.config, dataset, "alpha")
    say(fake, trial, lambda params: {"norm": 2.0, "margins": [0.01 * (j + params["k"]) for j in range(11)]})
    np.testing.assert_allclose(margins.margins(fake, dataset, 5, k=5), 100 * 0.1 / 2)
    np.testing.assert_allclose(margins.margins(fake, dataset, 10, k=1), 100 * 0.11 / 2)
    assert all(claim.verdict == "reproduced" for claim in margins.claims(fake))
    say(fake, trial, lambda params: {"gap": 0.1})
    assert all(claim.n == 0 for claim in margins.claims(fake))


def test_both_forms_differ_by_less_than_their_gaps_leave_open(samples_of_a_draw):
    score, difference, bound = kernels._of_draw(samples_of_a_draw)
    assert 0 < difference <= bound < 0.2 * score


def test_matrix_products_take_a_part_of_an_epoch(samples_of_a_draw):
    epoch, products = products_time.measured(samples_of_a_draw.train)
    assert 0 < products < epoch
