"""Class sizes that differ more or less, on records made by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, verdicts
from made_accuracies import give

from manyclass.exhibits import statements
from manyclass.exhibits.perronnin2012 import imbalance
from manyclass.protocol.data.make import parameters
from manyclass.protocol.data.size import size
from manyclass.protocol.trial.record import CandidateRecord, Record


def plant(store, gains, ahead):
    """Reweighting gains so many points on each set; sampling is ahead by so much at the first checkpoints."""
    for skew, gain in zip(imbalance.SKEWS, gains):
        for method in (*imbalance.JOINT, imbalance.OVR):
            for way, percent in zip(imbalance.WAYS, (20.0, 20.0 + gain, 20.0 + gain)):
                trial = imbalance.trial(CONFIG, skew, method, way)
                give(store, trial, percent)
                lead = ahead * (way == imbalance.SAMPLING)

                def planted(candidate, seed, lead=lead):
                    valid = [0.1 + lead + 0.001 * seed, 0.2 + lead, 0.3 + lead, 0.35 + lead]
                    return replace(candidate, valid=valid, passes=[1, 2, 3, 5])

                change_candidates(store, trial, planted)


def test_claims_follow_what_is_planted(fake):
    plant(fake, (0.0, 1.0, 5.0), 0.05)
    claims = imbalance.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(imbalance.STATEMENTS)
    plant(fake, (5.0, 1.0, 0.0), -0.3)
    assert verdicts(imbalance.claims(fake)) == {"not reproduced"}


def test_in_general_is_in_the_mean_of_all_settings(fake):
    """Two of nine may be behind, unless by more than all others are ahead."""
    for behind, verdict in ((0.3, "reproduced"), (0.6, "not reproduced")):
        plant(fake, (0.0, 1.0, 5.0), 0.05)
        for skew in ("skew1", "skew4"):

            def slower(candidate, seed, behind=behind):
                return replace(candidate, valid=[each - 0.05 - behind for each in candidate.valid])

            change_candidates(fake, imbalance.trial(CONFIG, skew, imbalance.OVR, imbalance.SAMPLING), slower)
        made = [each for each in imbalance.claims(fake) if each.statement == "sampling-faster-than-weighting"]
        assert [each.verdict for each in made] == [verdict] and len(made[0].on) == len(imbalance.SKEWS)
        on = list(made[0].on)
        assert statements.listed("perronnin2012")[made[0].statement].calibrated(on) == on


def of_winner(valid, passes):
    """A store with one draw that trained, and one that did not."""
    trained = Record("a", "b", "c", 0, "ok", candidates=[CandidateRecord({}, valid=valid, passes=passes)], winner=0)
    return SimpleNamespace(config=CONFIG, records=lambda trial: [trained, Record("a", "b", "c", 1)])


def test_a_curve_that_ends_early_stands_at_its_last_value():
    found = imbalance.first_passes(of_winner([0.1, 0.4], [1, 2]), "skew1", "MUL", imbalance.SAMPLING)
    assert found[0] == pytest.approx(30) and np.isnan(found[1])


def test_the_first_passes_are_those_of_the_fastest_step_and_not_of_the_best_at_the_end():
    tried = [CandidateRecord({}, valid=curve, passes=[1, 2, 3, 5]) for curve in ([0.1] * 3 + [0.9], [0.3] * 3 + [0.4])]
    tried.append(CandidateRecord({}, error="it failed"))
    trained = Record("a", "b", "c", 0, "ok", candidates=tried, winner=0)
    store = SimpleNamespace(config=CONFIG, records=lambda trial: [trained])
    assert imbalance.first_passes(store, "skew1", "MUL", imbalance.SAMPLING) == pytest.approx([30])


def test_one_vs_rest_is_compared_after_as_many_steps():
    """Of fifty classes, each makes in one weighted pass the steps of 25 passes with a negative for every positive."""
    store = of_winner([0.1, 0.2, 0.3, 0.4], [1, 24, 25, 75])
    sampled, weighted = (
        imbalance.first_passes(store, "skew1", imbalance.OVR, way) for way in (imbalance.SAMPLING, imbalance.WEIGHTING)
    )
    assert size("small_images-skew1", CONFIG["scale"]).classes == 50
    assert sampled[0] == pytest.approx(100 * (0.3 + 0.3 + 0.4) / 3)
    assert weighted[0] == pytest.approx(10)


def test_both_ways_of_one_vs_rest_give_positives_half_of_the_weight():
    ways = {way: imbalance.trial(CONFIG, "skew4", imbalance.OVR, way) for way in imbalance.WAYS}
    assert ways[imbalance.SAMPLING].fixed["balance"] == ways[imbalance.WEIGHTING].fixed["balance"] == 1
    assert ways[imbalance.AS_DRAWN].fixed["balance"] is None
    assert len({each.variant for each in ways.values()}) == 3


def test_the_sets_differ_in_class_sizes_alone():
    for scale in ("smoke", "standard", "full"):
        drawn = [parameters(f"small_images-{skew}", scale) for skew in imbalance.SKEWS]
        assert [each.skew for each in drawn] == list(imbalance.SKEWS.values())
        assert len({(each.train, each.classes, each.noise) for each in drawn}) == 1
