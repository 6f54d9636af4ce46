"""Passes, inner products and seconds on records made by hand."""

from dataclasses import replace

import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits import registry
from manyclass.exhibits.perronnin2012 import cost, cost_time, trials
from manyclass.exhibits.perronnin2012.trials import imagenet10k_trial, method_name, svm_trial

RISING = [0.1, 0.2, 0.3]


def test_all_trials_are_shared():
    """Those that the exhibits on accuracy need are those that the ones on cost list."""
    others = [f"perronnin2012/{name}" for name in ("fig1", "fig3", "table2", "table3")]
    of_document = {trial for trial in registry.trials(others, CONFIG) if method_name(trial)}
    assert of_document == set(cost.trials(CONFIG)) == {each for each in cost_time.trials(CONFIG) if method_name(each)}


def test_costs_are_counted_up_to_the_best_checkpoint(fake):
    trial = svm_trial(CONFIG, "WAR", "fv16")

    def change(record, seed):
        first, *others = record.candidates
        edges = ["step"] if seed == 1 else []
        first = replace(first, edges=edges, passes=[1, 2, 4], n_tries=[5.0, 9.0, 12.5], n_passes=12, valid=RISING)
        timing = replace(record.timing, candidates=[[1.0, 2.0, 4.0], *record.timing.candidates[1:]])
        return replace(record, winner=0, candidates=[first, *others], timing=timing)

    rewrite(fake, trial, change)
    row, times = (
        exhibit.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv16", "WAR")]
        for exhibit in (cost, cost_time)
    )
    assert (row["passes"], row["inner products"], times["training, s"]) == (4, 16.5, 4)
    assert (row["at the cap"], row["at an edge"]) == ("4 of 4", "step")


def test_the_cost_of_a_sweep_is_that_of_all_its_candidates_as_far_as_they_were_trained(fake):
    """One that ended at its last checkpoint, one trained on beyond its best, one that failed."""
    trial = svm_trial(CONFIG, "w-OVR", "fv16")

    def change(record, seed):
        blank = replace(record.candidates[0], passes=[], n_tries=[], n_passes=None)
        ended = replace(record.candidates[0], passes=[1, 2], n_tries=[4.0, 8.0], n_passes=2, valid=RISING[:2])
        beyond = replace(ended, n_passes=6)
        return replace(record, winner=0, candidates=[ended, beyond, blank])

    rewrite(fake, trial, change)
    row = cost.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv16", "w-OVR")]
    assert row["of the sweep"] == (2 + 8) + 3 * (2 + 8)


def plant(store, trial, tries, passes=(1, 2, 3), valid=(0.1, 0.3, 0.305), shorts=0):
    """Give all winners this curve, which ends at the best, and so many of them no more passes than that."""

    def planted(record, seed):
        trained = passes[-1] if seed < shorts else 300
        counted = [(tries + 0.1 * seed) * each for each in passes]
        return with_winner(record, valid=[*valid], passes=[*passes], n_tries=counted, n_passes=trained)

    rewrite(store, trial, planted)


def test_inner_products_are_compared_up_to_within_a_point_of_the_best(fake, monkeypatch):
    """w-OVR takes more of them up to its best, but fewer up to where it is nearly there."""
    monkeypatch.setitem(trials.PASSES, "smoke", 100)
    ovr, war = (imagenet10k_trial(CONFIG, method, "FV") for method in ("w-OVR", "WAR"))

    def verdict():
        return [each.verdict for each in cost.claims(fake) if each.statement == "weighted-no-dearer"]

    plant(fake, ovr, 4.0, (1, 2, 12)), plant(fake, war, 8.0)
    assert verdict() == ["reproduced"]
    row = cost.table(fake).set_index(["data set", "method"]).loc[(ovr.dataset, "w-OVR")]
    assert (row["inner products"], row["to within a point"]) == pytest.approx((12 + 12 * 4.15, 2 + 2 * 4.15))
    plant(fake, ovr, 4.0, (1, 5, 12))
    assert verdict() == ["not reproduced"]


def test_inner_products_are_not_compared_where_a_draw_still_rises_at_the_cap(fake, monkeypatch):
    """Neither the cap alone nor a late rise alone is enough: one came to its end, the other was nearly there before."""
    monkeypatch.setitem(trials.PASSES, "smoke", 100)
    ovr, war = (imagenet10k_trial(CONFIG, method, "FV") for method in ("w-OVR", "WAR"))

    def verdict():
        rising = cost.table(fake).set_index(["data set", "method"]).loc[(ovr.dataset, "WAR"), "still rising"]
        return [rising, *(each.verdict for each in cost.claims(fake) if each.statement == "weighted-no-dearer")]

    plant(fake, ovr, 4.0)
    plant(fake, war, 8.0, (1, 96, 300), shorts=4)
    assert verdict() == ["0 of 4", "reproduced"]
    plant(fake, war, 8.0, (1, 144, 300), shorts=1)
    assert verdict() == ["4 of 4", "undecided"]
    plant(fake, war, 8.0, (1, 11, 16), shorts=0)
    assert verdict() == ["0 of 4", "reproduced"]
