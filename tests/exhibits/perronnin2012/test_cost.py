"""Passes, inner products and seconds on records made by hand."""

from dataclasses import replace

import pytest
from fake_results import CONFIG, rewrite

from manyclass.exhibits import registry
from manyclass.exhibits.perronnin2012 import cost, cost_time
from manyclass.exhibits.perronnin2012.trials import method_name, svm_trial
from manyclass.protocol.trial.record import CandidateRecord


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


@pytest.mark.parametrize(
    ("best", "trained", "patience", "cut"),
    [
        (364, 819, 2, False),  # 546 and 819 were no higher: done at the cap, and not by it
        (546, 819, 2, True),
        (819, 819, 2, True),
        (108, 243, 2, False),
        (364, 819, 4, True),
        (162, 819, 4, False),
    ],
)
def test_cut_short_is_what_the_cap_ended_before_patience_did(best, trained, patience, cut):
    trial = replace(svm_trial({}, "w-OVR", "fv16"), patience=patience)
    assert cost.cut_short(CandidateRecord({}, passes=[1, best], n_passes=trained), trial) == cut
