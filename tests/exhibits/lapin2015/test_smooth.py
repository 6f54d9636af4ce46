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


@pytest.mark.parametrize("statement", smooth.STATEMENTS)
def test_stopped_early_is_not_tested(fake, statement, monkeypatch):
    decided = {claim.text: claim for claim in smooth.claims(fake) if claim.statement == statement}
    assert decided
    assert not any("no test" in text for text in decided)
    monkeypatch.setattr(trials, "trained", lambda *_, **__: False)
    assert all("stopped early" in claim.text for claim in smooth.claims(fake) if claim.statement == statement)
    assert all(claim.verdict == "undecided" for claim in smooth.claims(fake) if claim.statement == statement)
