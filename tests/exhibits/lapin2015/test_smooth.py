"""Smooth losses: which trials stand behind a row, and claims on records made up."""

import re
from functools import partial

import pytest

from manyclass.exhibits.lapin2015 import smooth, trials
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import estimators

CONFIG = {"scale": "standard"}
KS = (1, 3, 5, 10)
RULES = {  # by statement: the row that is said to be ahead, the other, and for which k
    "smoothing-gains": (smooth.SMOOTHED, smooth.SVM, KS),
    "entropy-gains": (smooth.ENTROPY, trials.SOFTMAX.row, KS[1:]),
    "entropy-beats-svm": (smooth.ENTROPY, smooth.SVM, KS[1:]),
    "entropy-alike-beats-svm": (smooth.ALIKE, smooth.SVM, KS),
}
PAIRS = [(statement, pair, k) for statement, (*pair, ks) in RULES.items() for k in ks]
RISING = (smooth.SVM, smooth.SMOOTHED, trials.SOFTMAX.row, smooth.ENTROPY, smooth.ALIKE)


def test_one_guess_of_the_entropy_is_softmax_regression():
    on = CONFIG, trials.SETS[0]
    assert smooth.at(*on, smooth.ENTROPY, 1) == smooth.at(*on, trials.SOFTMAX.row, 1)
    assert smooth.at(*on, smooth.ENTROPY, 5)[0].method == "topk_entropy"


def test_it_has_the_penalties_and_the_constant_of_softmax_regression():
    """Twice: as a method by itself, and as the row that it is held against."""
    softmax, entropy = trials.SOFTMAX.declared, smooth.entropy(CONFIG, trials.SETS[0])
    assert groups(estimators.load("topk_entropy").search) == groups(softmax["search"])
    for name in ("intercept", "tol", "warm_start"):
        assert entropy.fixed[name] == softmax["fixed"][name]
    assert entropy.passes == softmax["passes"]


def test_what_is_smoothed_differs_in_nothing_else():
    sharp, smoothed = (smooth.at(CONFIG, trials.SETS[0], name, 3)[0] for name in (smooth.SVM, smooth.SMOOTHED))
    assert dict(smoothed.fixed) == dict(sharp.fixed) | {"gamma": smooth.GAMMA}
    assert (smoothed.series, smoothed.passes, smoothed.metrics) == (sharp.series, sharp.passes, sharp.metrics)


def test_what_has_the_freedom_of_the_svm_is_swept_as_that_is():
    """By the same factor, from as few values, for the same k, without an intercept."""
    on = CONFIG, trials.SETS[0]
    svm, alike = (smooth.at(*on, name, 1)[0] for name in (smooth.SVM, smooth.ALIKE))
    (of_svm,), (of_alike,) = (groups(swept) for swept in (estimators.load("topk_svm").search, alike.search))
    assert (of_alike["penalty"].factor, len(of_alike["penalty"].start)) == (of_svm["C"].factor, len(of_svm["C"].start))
    assert alike.series == svm.series
    assert alike.metrics == svm.metrics
    assert dict(alike.fixed) == dict(smooth.entropy(*on).fixed) | {"intercept": 0.0}


@pytest.mark.parametrize("statement", smooth.STATEMENTS)
def test_stopped_early_is_not_tested(fake, statement, monkeypatch):
    decided = {claim.text: claim for claim in smooth.claims(fake) if claim.statement == statement}
    assert decided
    assert not any("no test" in text for text in decided)
    monkeypatch.setattr(trials, "trained", lambda *_, **__: False)
    assert all("stopped early" in claim.text for claim in smooth.claims(fake) if claim.statement == statement)
    assert all(claim.verdict == "undecided" for claim in smooth.claims(fake) if claim.statement == statement)


def find(config, dataset, name, k):
    """Trial and parameters of a row."""
    if name == trials.SOFTMAX.row:
        return trials.row_of(config, dataset, name)
    if name == smooth.SVM:
        return trials.sweep(config, dataset, "alpha"), {"k": k}
    declare = {smooth.SMOOTHED: smooth.smoothed, smooth.ENTROPY: smooth.entropy, smooth.ALIKE: smooth.alike}
    return declare[name](config, dataset), {"k": k}


def plant_rows(fake, plant, percents, dataset=trials.SETS[0]):
    """Plant all rows; the entropy for k = 1 is softmax regression's."""
    del percents[smooth.ENTROPY, 1]
    plant(partial(find, fake.config, dataset), percents)


def verdicts(fake, dataset=trials.SETS[0]):
    """Verdicts by statement and k."""
    made = [claim for claim in smooth.claims(fake) if dataset in claim.on]
    return {(each.statement, int(re.search(r"top-(\d+) accuracy", each.text)[1])): each.verdict for each in made}


@pytest.mark.parametrize("turn", range(len(RISING)))
def test_the_row_above_is_ahead(fake, plant, in_turn, turn):
    percents = in_turn(RISING, KS, turn)
    plant_rows(fake, plant, dict(percents))
    assert verdicts(fake) == {
        (statement, k): "reproduced" if percents[first, k] > percents[second, k] else "not reproduced"
        for statement, (first, second), k in PAIRS
    }


def test_as_accurate_is_not_ahead(fake, plant):
    plant_rows(fake, plant, {(name, k): 50.0 for name in RISING for k in KS})
    assert set(verdicts(fake).values()) == {"not reproduced"}


def rising(sign):
    return {(name, k): 50.0 + sign * place for place, name in enumerate(RISING) for k in KS}


def test_each_set_is_judged_by_itself(fake, plant, monkeypatch):
    pair = trials.SETS[:2]
    monkeypatch.setattr(smooth, "sets", lambda config: pair)
    for dataset, sign in zip(pair, (1, -1)):
        plant_rows(fake, plant, rising(sign), dataset)
    assert [set(verdicts(fake, dataset).values()) for dataset in pair] == [{"reproduced"}, {"not reproduced"}]


@pytest.mark.parametrize("name", RISING)
def test_both_rows_are_trained_in_every_draw_or_there_is_no_test(fake, plant, stop, name):
    plant_rows(fake, plant, rising(1))
    trial, params = find(fake.config, trials.SETS[0], name, 5)
    stop(trial, params, 0.0011)
    assert verdicts(fake) == {
        (statement, k): "undecided" if name in pair and (k == 5 or not params) else "reproduced"
        for statement, pair, k in PAIRS
    }


def test_trained_is_a_gap_of_at_most_a_thousandth(fake, plant, stop):
    plant_rows(fake, plant, rising(1))
    for name in RISING:
        stop(*find(fake.config, trials.SETS[0], name, 5), 0.001)
    assert set(verdicts(fake).values()) == {"reproduced"}
