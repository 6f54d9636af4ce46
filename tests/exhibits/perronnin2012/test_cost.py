"""Passes, inner products and seconds on records made by hand."""

from dataclasses import replace

from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits import registry
from manyclass.exhibits.perronnin2012 import cost, cost_time, trials
from manyclass.exhibits.perronnin2012.trials import method_name, svm_trial


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
        first = replace(first, edges=edges, passes=[1, 2, 3], n_tries=[5.0, 9.0, 12.5], n_passes=4)
        timing = replace(record.timing, candidates=[[1.0, 2.0, 4.0], *record.timing.candidates[1:]])
        return replace(record, winner=0, candidates=[first, *others], timing=timing)

    rewrite(fake, trial, change)
    row, times = (
        exhibit.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv16", "WAR")]
        for exhibit in (cost, cost_time)
    )
    assert (row["passes"], row["inner products"], times["training, s"]) == (3, 15.5, 4)
    assert (row["cut short"], row["at an edge"]) == ("4 of 4", "step")


def test_the_cost_of_a_sweep_is_that_of_all_its_candidates_as_far_as_they_were_trained(fake):
    """One that ended at its last checkpoint, one trained on beyond its best, one that failed."""
    trial = svm_trial(CONFIG, "w-OVR", "fv16")

    def change(record, seed):
        blank = replace(record.candidates[0], passes=[], n_tries=[], n_passes=None)
        ended = replace(record.candidates[0], passes=[1, 2], n_tries=[4.0, 8.0], n_passes=2)
        beyond = replace(ended, n_passes=6)
        return replace(record, winner=0, candidates=[ended, beyond, blank])

    rewrite(fake, trial, change)
    row = cost.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv16", "w-OVR")]
    assert row["of the sweep"] == (2 + 8) + 3 * (2 + 8)


def test_inner_products_are_not_compared_where_the_cap_cut_a_draw_short(fake, monkeypatch):
    monkeypatch.setitem(trials.PASSES, "smoke", 100)
    pair = [svm_trial(CONFIG, method, "fv16") for method in ("w-OVR", "WAR")]

    def plant(trial, tries, shorts=0):
        def planted(record, seed):
            trained = 100 if seed < shorts else 6  # pass 1 is followed by four checkpoints, pass 100 by none
            best = {"passes": [1 if trained == 6 else 100], "n_passes": trained}
            return with_winner(record, valid=[0.1], n_tries=[tries + 0.1 * seed], **best)

        rewrite(fake, trial, planted)

    def verdict():
        return [each.verdict for each in cost.claims(fake) if each.on == ("ilsvrc-fv16",)]

    plant(pair[0], 4.0), plant(pair[1], 8.0)
    assert verdict() == ["reproduced"]
    plant(pair[0], 9.0)
    assert verdict() == ["not reproduced"]
    plant(pair[0], 4.0), plant(pair[1], 8.0, shorts=1)
    assert verdict() == ["undecided"]
