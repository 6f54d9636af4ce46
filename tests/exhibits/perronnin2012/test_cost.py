"""Passes, inner products and seconds on records made by hand."""

from dataclasses import replace

from fake_results import CONFIG, rewrite

from manyclass.exhibits import registry
from manyclass.exhibits.perronnin2012 import cost, cost_time
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
        first = replace(first, edges=edges, passes=[1, 2, 3], n_tries=[5.0, 9.0, 12.5], n_passes=(4, 2)[seed > 0])
        timing = replace(record.timing, candidates=[[1.0, 2.0, 4.0], *record.timing.candidates[1:]])
        return replace(record, winner=0, candidates=[first, *others], timing=timing)

    rewrite(fake, trial, change)
    row, times = (
        exhibit.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv16", "WAR")]
        for exhibit in (cost, cost_time)
    )
    assert (row["passes"], row["inner products"], times["training, s"]) == (3, 15.5, 4)
    assert (row["cut short"], row["at an edge"]) == ("1 of 4", "step")
