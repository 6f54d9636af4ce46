"""Wrong labels, on records made by hand."""

from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import noise
from manyclass.exhibits.perronnin2012.trials import FOUR, MEASURES, SMALL, svm_trial
from manyclass.protocol.data.make import parameters


def plant(store, points):
    """Methods so many points apart, set by set."""
    for each, apart in zip(noise.NOISE, points):
        for place, method in enumerate(FOUR):
            for measure in MEASURES:
                give(store, svm_trial(CONFIG, method, each, SMALL), 30 + place * apart, measure)


def test_claims_ask_whether_the_spread_grows(fake):
    plant(fake, (0.5, 1.0, 2.0))
    assert verdicts(noise.claims(fake)) == {"reproduced"}
    plant(fake, (2.0, 1.0, 0.5))
    assert verdicts(noise.claims(fake)) == {"not reproduced"}
    shown = noise.table(fake).set_index(["measure", "wrong labels, %"])["spread, % of the mean"]
    assert shown["top-1", 0].mean > shown["top-1", 30].mean


def test_the_sets_differ_in_wrong_labels_alone():
    drawn = [parameters(f"small_images-{each}", "standard") for each in noise.NOISE]
    assert [100 * each.noise for each in drawn] == list(noise.NOISE.values())
    assert len({(each.train, each.classes, each.skew, each.features) for each in drawn}) == 1
