"""Epochs and operations of both kinds of updates, and margins, on made-up records; trained models beside."""

import numpy as np
import pytest
from fake_results import change_candidates

from manyclass.exhibits import base
from manyclass.exhibits.lapin2015 import kernels, margins, products_time, solvers, trials
from manyclass.methods.base.topk.dual_ascent import DualAscent
from manyclass.methods.base.topk.dual_variables import dual_matrix
from manyclass.methods.base.topk.functions import KINDS


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
    n, d, n_classes = card["train"], card["features"], card["classes"]
    expected = 2 * d * (20 * n * n_classes + 7) + 20 * n * n_classes * np.log2(n_classes)  # with what is sorted
    np.testing.assert_allclose(solvers.operations(fake, 5, "joint"), expected)
    np.testing.assert_allclose(solvers.operations(fake, 5, "single"), 2 * d * (50 * n * n_classes + 7))
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


def test_margins_at_one_c_are_those_of_the_c_that_the_topk_svm_has_chosen(fake):
    dataset = trials.SETS[0]
    trial = trials.sweep(fake.config, dataset, "alpha")

    def solved(params):
        return {"norm": 1.0, "margins": [params["C"] + j / 100 for j in range(11)], "gap": 0.0}

    say(fake, trial, solved)
    ours, theirs = margins.at_one_c(fake, dataset, 3)
    chosen = [each.params["C"] for each in base.winners(fake.records(trial), "top3", k=3)]
    np.testing.assert_allclose(ours, 100 * (np.array(chosen) + 0.03))
    np.testing.assert_array_equal(ours, theirs)
    say(fake, trial, lambda params: solved(params) | {"gap": 0.1 * (params["k"] == 1)})
    ours, theirs = margins.at_one_c(fake, dataset, 3)
    assert np.isfinite(ours).all() and np.isnan(theirs).all()
    assert set(margins.table(fake)[margins.AT_ITS_C]) == {"not trained there"}


def test_both_forms_differ_by_less_than_their_gaps_leave_open(samples_of_a_draw):
    score, difference, bound = kernels._of_draw(samples_of_a_draw)
    assert 0 < difference <= bound < 0.2 * score


def test_update_steps_and_matrix_products_are_parts_of_an_epoch(samples_of_a_draw):
    parts = products_time.parts_of(samples_of_a_draw.train)
    assert min(parts) > 0
    assert parts.share < 1


def test_multiply_adds_are_those_of_the_loops():
    """Of one block of four samples, each of which moves three class vectors."""
    samples, d, n_classes, moved = 4, 5, 7, 3
    products = sum(d for _ in range(samples) for _ in range(n_classes + samples))
    beside = sum(d + len(range(b + 1, samples)) for b in range(samples) for _ in range(moved))
    share = products_time.products_share((samples, d), n_classes, samples * moved)
    assert share == products / (products + beside)


def test_update_steps_alone_are_those_of_training():
    """Samples that share no feature do not change each other's scores, so that an epoch is its update steps."""
    rng, y = np.random.default_rng(0), np.arange(40, dtype=np.int32) % 8
    X = np.diag(rng.uniform(0.5, 2, 40)).astype(np.float32)
    ascent = DualAscent(X, y, 8, KINDS["alpha"](products_time.K, 1.0, 0.0), np.random.SeedSequence(1))
    ascent.state.V[:] = rng.standard_normal(ascent.state.V.shape)
    alone = products_time.updates_alone(ascent, X, y)
    ascent.epoch()
    theirs, ours = (dual_matrix(each.state.duals, y, 8).toarray() for each in (ascent, alone))
    assert np.ptp(theirs[theirs > 0]) > 0
    np.testing.assert_allclose(ours, theirs, atol=1e-5)
