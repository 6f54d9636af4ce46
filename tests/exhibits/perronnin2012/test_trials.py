"""The trials that the exhibits share, and the spread of the methods."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_candidates, with_winner

from manyclass.exhibits import base
from manyclass.exhibits.perronnin2012 import trials
from manyclass.methods.base.ladder import counts
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.record import CandidateRecord

STANDARD = {"scale": "standard"}
SETS = ("bov16", "fv2", "fv4", "fv16")


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_a_trial_has_the_document_s_name_of_its_method(scale):
    config = {"scale": scale}
    for method in trials.METHODS:
        trial = trials.svm_trial(config, method, "fv8")
        assert trials.method_name(trial) == method
        assert trial.patience and "penalty" not in trial.fixed and "penalty" not in (trial.search or {})
    assert len({trials.svm_trial(config, method, "fv8").address for method in trials.METHODS}) == len(trials.METHODS)


def test_all_methods_have_the_same_patience():
    assert {trials.svm_trial(STANDARD, method, "fv16").patience for method in trials.METHODS} == {trials.PATIENCE}


@pytest.mark.parametrize("method", trials.METHODS)
def test_one_budget_a_method_whatever_the_data(method):
    made = [
        trials.svm_trial(STANDARD, method, features, each) for each in ("ilsvrc", "imagenet10k") for features in SETS
    ]
    assert len({(trial.passes, trial.patience) for trial in made}) == 1
    assert all(trial.search == made[0].search for trial in made)
    assert (made[0].search is None) == (method != "w-OVR")  # the estimator's own


def test_every_power_of_two_is_within_reach_of_the_negatives_of_w_ovr():
    searched = trials.svm_trial(STANDARD, "w-OVR", "fv16").search
    axis = Axis(searched["balance"], counts(768, 100))
    assert axis.reachable() == [1, 2, 4, 8, 16, 32, 64, 99]
    assert searched["step"] == WeightedOneVsRest.search["step"]


def test_the_cap_is_higher_where_a_pass_looks_at_one_wrong_class():
    caps = {method: trials.svm_trial(STANDARD, method, "fv16").passes for method in trials.METHODS}
    assert {method for method, cap in caps.items() if cap > caps["w-OVR"]} == {"RNK", trials.NATURAL}


def test_span_is_best_less_worst_seed_by_seed():
    accuracies = {"a": np.array([1.0, 5.0, np.nan]), "b": np.array([3.0, 2.0, 1.0]), "c": np.array([2.0, 2.0, 1.0])}
    np.testing.assert_allclose(trials.span(accuracies), [2, 3, np.nan])
    np.testing.assert_allclose(trials.relative_span(accuracies), [100, 100, np.nan])


@pytest.mark.parametrize(
    ("best", "trained", "patience", "hit"),
    [
        (364, 819, 2, False),  # 546 and 819 were no higher: done at the cap, and not by it
        (546, 819, 2, True),
        (819, 819, 2, True),
        (108, 243, 2, False),
        (364, 819, 4, True),
        (162, 819, 4, False),
    ],
)
def test_the_cap_is_hit_where_it_ended_training_before_patience_did(best, trained, patience, hit):
    trial = replace(trials.svm_trial(STANDARD, "w-OVR", "fv16"), patience=patience, winner_passes=None)
    assert base.hit_cap(CandidateRecord({}, passes=[1, best], n_passes=trained), trial) == hit


@pytest.mark.parametrize(
    ("best", "trained", "hit"),
    [(108, 546, False), (546, 2457, False), (819, 2457, True), (2457, 2457, True), (162, 819, False)],
)
def test_the_cap_of_a_winner_is_the_larger_one(best, trained, hit):
    trial = trials.svm_trial(STANDARD, "w-OVR", "fv16")
    assert (trial.passes, trial.most_passes) == (819, 2457)
    assert base.hit_cap(CandidateRecord({}, passes=[1, best], n_passes=trained), trial) == hit


def test_what_is_to_make_all_passes_never_hits_the_cap():
    trial = replace(trials.svm_trial(STANDARD, "w-OVR", "fv16"), patience=0, winner_passes=None)
    assert not base.hit_cap(CandidateRecord({}, passes=[1, 2]), trial)


def test_each_accuracy_is_of_the_candidate_that_is_best_by_it(fake):
    """The first candidate is best at top-1, all others at top-5, and as accurate as they are."""
    trial = trials.svm_trial(CONFIG, "RNK", "fv2")

    def planted(record, seed):
        first = record.candidates[0].params

        def change(candidate):
            one, five = (0.4, 0.5) if candidate.params == first else (0.3, 0.6)
            metrics = {"accuracy": one, "mean_class_accuracy": one, "mean_class_top5": five}
            return replace(candidate, valid=[one], valid_metrics=metrics, test=candidate.test and metrics)

        return with_candidates(record, change)

    rewrite(fake, trial, planted)
    for measure, percent in (("top-1", 40.0), ("top-5", 60.0)):
        assert trials.accuracy_by_draw(fake, trial, measure) == pytest.approx([percent] * len(fake.seeds))
        assert trials.cell(fake, trial, measure).mean == pytest.approx(percent)


def test_what_still_rises_at_the_cap_in_one_draw_is_marked_and_judged_in_none(fake):
    trial = replace(trials.svm_trial(CONFIG, "RNK", "fv2"), passes=100, patience=4, least_passes=0, winner_passes=None)

    def rising(record, seed):
        valid = [0.7, 0.8, 0.9 if seed else 0.8]
        return with_winner(record, passes=[1, 30, 100], n_passes=100, valid=valid)

    rewrite(fake, trial, rising)
    assert np.isnan(trials.accuracy_by_draw(fake, trial)).all()
    assert trials.cell(fake, trial).mark == base.RISING
    to_the_end = replace(trial, patience=0)
    assert np.isfinite(trials.accuracy_by_draw(fake, to_the_end)).all()
