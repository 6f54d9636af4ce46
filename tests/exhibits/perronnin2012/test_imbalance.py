"""Class sizes that differ more or less, on records made by hand."""

from types import SimpleNamespace

import numpy as np
from fake_results import CONFIG, rewrite, verdicts, with_winner
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import imbalance
from manyclass.protocol.data.make import parameters
from manyclass.protocol.trial.record import CandidateRecord, Record


def plant(store, gains, ahead):
    """Reweighting gains so many points on each set; sampling is ahead by so much at the first three checkpoints."""
    for skew, gain in zip(imbalance.SKEWS, gains):
        for method in imbalance.METHODS:
            for way, percent in zip(imbalance.WAYS, (20.0, 20.0 + gain, 20.0 + gain)):
                trial = imbalance.trial(CONFIG, skew, method, way)
                give(store, trial, percent)
                lead = ahead * (way == imbalance.SAMPLING)

                def planted(record, seed, lead=lead):
                    valid = [0.1 + lead + 0.001 * seed, 0.2 + lead, 0.3 + lead, 0.4]
                    return with_winner(record, valid=valid, passes=[1, 2, 3, 5])

                rewrite(store, trial, planted)


def test_claims_follow_what_is_planted(fake):
    plant(fake, (0.0, 1.0, 5.0), 0.05)
    claims = imbalance.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(imbalance.STATEMENTS)
    plant(fake, (5.0, 1.0, 0.0), -0.05)
    assert verdicts(imbalance.claims(fake)) == {"not reproduced"}


def test_a_curve_that_ends_early_stands_at_its_last_value():
    early = Record("a", "b", "c", 0, "ok", candidates=[CandidateRecord({}, valid=[0.1, 0.4])], winner=0)
    store = SimpleNamespace(config=CONFIG, records=lambda trial: [early, Record("a", "b", "c", 1)])
    found = imbalance.first_passes(store, "skew1", "MUL", imbalance.SAMPLING)
    assert found[0] == 30 and np.isnan(found[1])


def test_the_sets_differ_in_class_sizes_alone():
    for scale in ("smoke", "standard", "full"):
        drawn = [parameters(f"small_images-{skew}", scale) for skew in imbalance.SKEWS]
        assert [each.skew for each in drawn] == list(imbalance.SKEWS.values())
        assert len({(each.train, each.classes, each.noise) for each in drawn}) == 1
