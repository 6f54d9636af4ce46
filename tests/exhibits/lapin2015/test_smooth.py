"""Smooth losses: which trials stand behind a row, and claims on records made up."""

import pytest

from manyclass.exhibits.lapin2015 import smooth, trials
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import estimators

CONFIG = {"scale": "standard"}


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
