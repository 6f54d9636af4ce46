"""Dimensions: what validation chooses, and claims that flip with the accuracies of records made by hand."""

from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates, fail, path
from made_up_records import SPREAD

from manyclass.exhibits.gupta2014 import dims


def give(store, dataset, accuracies):
    """Give a trial these test and validation accuracies by m."""

    def measured(candidate, seed):
        accuracy = accuracies[candidate.params["dimensions"]] + SPREAD[seed] / 10
        return replace(candidate, test=candidate.test | {"accuracy": accuracy}, valid=[*candidate.valid[:-1], accuracy])

    change_candidates(store, dims.trial(CONFIG, dataset), measured)


def test_printed_accuracies_have_their_optimum_inside(fake):
    share = dims.FEATURES["smoke"] / 1024
    give(fake, "few_directions", {int(m * share): accuracy / 100 for m, accuracy in dims.PRINTED.items()})
    give(fake, "few_directions-even", {m: m / 100 for m in dims.dimensions(CONFIG)})
    assert {claim.verdict for claim in dims.claims(fake)} == {"reproduced"}
    best, smallest, largest = dims.chosen(fake, "few_directions")
    np.testing.assert_allclose(best - largest, 1.8)
    np.testing.assert_allclose(best - smallest, 0.6)
    give(fake, "few_directions", {m: m / 100 for m in dims.dimensions(CONFIG)})
    assert [claim.verdict for claim in dims.claims(fake)] == ["not reproduced", "reproduced", "reproduced"]
    assert {claim.statement for claim in dims.claims(fake)} <= {*dims.STATEMENTS}


def test_a_draw_that_failed_is_no_choice(fake):
    fail(path(fake, dims.trial(CONFIG, "few_directions"), 1))
    assert [np.isnan(each).tolist() for each in dims.chosen(fake, "few_directions")] == [
        [False, True, False, False]
    ] * 3
