"""What the exhibits of Lapin et al. 2015 read off the records."""

import numpy as np
import pytest

from manyclass.exhibits.lapin2015 import ambiguity, convergence, fig2, losses, projection
from manyclass.exhibits.lapin2015 import trials as lapin


def candidate(params, validated, test):
    return {"params": params, "validated": validated and {"top5": validated}, "test": test and {"top5": test}}


def test_a_method_is_tuned_for_each_k_by_its_own_accuracy():
    tried = [
        candidate({"k": 5, "C": 0.1}, 0.6, 0.5),
        candidate({"k": 5, "C": 1.0}, 0.7, 0.4),
        candidate({"k": 1, "C": 1.0}, 0.9, 0.9),
        candidate({"k": 5, "C": 10.0}, None, None),
    ]
    records = [{"status": "ok", "candidates": tried}, {"status": "timeout", "candidates": tried}]
    best, hole = lapin.chosen(records, "top5", k=5)
    assert best["params"]["C"] == 1.0 and hole is None


def test_every_method_runs_on_the_small_sets_and_pairs_on_them_alone():
    for dataset in lapin.SETS:
        found = {trial and trial.method for trial, _ in lapin.by_row({}, dataset).values()}
        assert ("top_push" in found) == ("recall_at_k" in found) == (dataset in lapin.SMALL)
        assert {"one_vs_rest", "topk_svm", "wsabie_pp", "softmax"} <= found
    assert len({trial.address for dataset in lapin.SETS for trial in lapin.trials({}, dataset)}) == 5 * 5 + 2 * 2


def test_gain_is_of_the_losses_k_over_that_of_one(fake):
    trial = ambiguity.trial(fake.config, 5)
    by_hand = []
    for record in fake.records(trial):
        best = {
            k: max((c for c in record["candidates"] if c["params"]["k"] == k), key=lambda c: c["validated"]["top10"])
            for k in (1, 10)
        }
        by_hand.append(100 * (best[10]["test"]["top10"] - best[1]["test"]["top10"]))
    np.testing.assert_allclose(ambiguity.gain(fake, 5, 10), by_hand)


def test_epochs_needed_are_those_of_the_first_small_gap(fake):
    for held in convergence.CURVES.values():
        needed = convergence._needed(fake, held)
        for epochs, (at, _, gap) in zip(needed, convergence.courses(fake, held), strict=True):
            assert epochs == at[gap <= convergence.GAP][0]
            assert (gap[at < epochs] > convergence.GAP).all()


def test_the_corners_are_in_the_set_and_no_larger_multiple_is():
    for k in fig2.KS:
        for corner in fig2.corners(k):
            assert corner.sum() == pytest.approx(1) and corner.max() <= corner.sum() / k + 1e-12


def test_a_broken_bound_is_counted():
    assert losses._below(np.array([0.0, 1.0, 2.0]), np.array([0.5, 1.0, 2.0 + 1e-14])) == 1


def test_the_exponent_is_that_of_the_times():
    ms = np.array([64, 256, 1024, 4096])
    times = np.array([projection.work(ms) ** 1.5, 7 * projection.work(ms)])
    np.testing.assert_allclose(projection.exponents(times, ms), [1.5, 1.0])
