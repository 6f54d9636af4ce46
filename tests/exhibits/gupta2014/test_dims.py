"""Dimensions: what validation chooses, and claims that flip with the accuracies of records made by hand."""

from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates, fail, path
from made_up_records import SPREAD

from manyclass.exhibits import statements
from manyclass.exhibits.gupta2014 import dims


def give(store, dataset, accuracies):
    """Give a trial these test and validation accuracies by m."""

    def measured(candidate, seed):
        accuracy = accuracies[candidate.params["dimensions"]] + SPREAD[seed] / 10
        return replace(candidate, test=candidate.test | {"accuracy": accuracy}, valid=[*candidate.valid[:-1], accuracy])

    change_candidates(store, dims.trial(CONFIG, dataset), measured)


def test_printed_accuracies_have_their_optimum_inside(fake):
    base, even = (dims.dimensions(CONFIG, dataset) for dataset in (dims.BASE, "few_directions-even"))
    inside = {base[m]: accuracy / 100 for m, accuracy in dims.PRINTED.items()}
    give(fake, "few_directions", inside)
    give(fake, "web21k", {1: 0.05, 2: 0.08, 4: 0.07, 5: 0.06})
    give(fake, "few_directions-even", {m: m / 100 for m in even.values()})
    assert {claim.verdict for claim in dims.claims(fake)} == {"reproduced"}
    best, smallest, largest = dims.chosen(fake, "few_directions")
    np.testing.assert_allclose(best - largest, 1.8)
    np.testing.assert_allclose(best - smallest, 0.9)
    give(fake, "web21k", {1: 0.05, 2: 0.06, 4: 0.07, 5: 0.08})
    assert [claim.verdict for claim in dims.claims(fake)] == ["not reproduced", *["reproduced"] * 2]
    give(fake, "web21k", {1: 0.08, 2: 0.07, 4: 0.06, 5: 0.05})
    assert [claim.verdict for claim in dims.claims(fake)] == ["not reproduced", *["reproduced"] * 2]
    assert {claim.statement for claim in dims.claims(fake)} <= {*dims.STATEMENTS}


def test_the_document_is_judged_on_its_own_data_alone():
    calibrated = statements.listed("gupta2014")["dims-inner"].calibrated(dims.INNER)
    assert {*dims.INNER} - {*calibrated} == {"web21k"}


def test_shares_of_d_are_rounded_to_whole_dimensions():
    standard = {"scale": "standard"}
    assert [*dims.dimensions(standard, "few_directions").values()] == [4, 6, 8, 12, 16, 24, 32]
    assert [*dims.dimensions(standard, "web21k").values()] == [2, 4, 5, 8, 10, 15, 20]
    assert set(dims.trial(CONFIG, "web21k").series["dimensions"]) == {1, 2, 4, 5}


def test_a_draw_that_failed_is_no_choice(fake):
    fail(path(fake, dims.trial(CONFIG, "few_directions"), 1))
    assert [np.isnan(each).tolist() for each in dims.chosen(fake, "few_directions")] == [
        [False, True, False, False]
    ] * 3


def test_ratios_are_taken_draw_by_draw_and_all_of_them_is_shown(fake):
    """Levels of draws differ threefold; but for that each curve is the same in all."""
    level = np.array([1.0, 2.0, 3.0, 1.5])
    relative = dims._relative(np.array([[5.0], [8.0], [10.0]]) * level)
    np.testing.assert_allclose(relative, [[0.5, 0.8, 1.0]] * 3)
    assert dims._relative(np.full((3, 4), np.nan)) is None
    figure = dims.figure(fake)
    low, high = figure.axes[0].get_ylim()
    for ax in figure.axes:
        for bars in ax.containers:
            heights = np.concatenate([segment[:, 1] for segment in bars[2][0].get_segments()])
            assert low <= heights.min() and heights.max() <= high
