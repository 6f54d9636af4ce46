"""Noise: claims that flip with the numbers of records made by hand."""

from dataclasses import replace

import pytest
from made_up_records import candidate, record, sweep

from manyclass.exhibits.gupta2014 import last_violators, noise

IGNORED = {1: 0.2, 4: 0.4, 16: 0.6}


def verdicts(ignored=IGNORED, **changed):
    """Verdicts by statement when the tuned Q gains so much by variant, and chains ignore so much."""
    gains = {"": 0.2, "clean": -0.01, "names8": 0.1, "names8_given": 0.0} | changed
    best = {0: 0, 1: 0.5, 4: 1, 16: 0.6}
    records = {
        variant: [_ignoring(each, ignored) for each in sweep(lambda Q, b, gain=gain: 0.3 * (1 + gain * best.get(Q, 0)))]
        for variant, gain in gains.items()
    }
    claims = noise.claims_on(records, last_violators.rules({"scale": "standard"}))
    return {name: [claim.verdict for claim in claims if claim.statement == name] for name in noise.STATEMENTS}


def _ignoring(made, ignored):
    candidates = [
        candidate(each.test["accuracy"], 0.1, [ignored.get(each.params["last_violators"], 0)], **each.params)
        for each in made.candidates
    ]
    return record(made.seed, candidates)


def test_the_documents_mechanism_reproduces_every_claim():
    found = verdicts()
    assert {verdict for of_statement in found.values() for verdict in of_statement} == {"reproduced"}
    assert all(found.values())


@pytest.mark.parametrize(
    ("changed", "flipped"),
    [
        ({"": -0.2}, "noise-gains"),
        ({"clean": 0.2}, "clean-gains-nothing"),
        ({"clean": 0.3}, "noise-decides"),
        ({"names8_given": -0.1}, "all-names-given"),
        ({"ignored": {1: 0.6, 4: 0.4, 16: 0.2}}, "longer-chain-ignores-more"),
    ],
)
def test_a_verdict_flips_with_its_numbers(changed, flipped):
    found = verdicts(**changed)[flipped]
    assert found == ["not reproduced"] * len(found)
    assert len(found) == (8 if flipped == "longer-chain-ignores-more" else 2)  # two steps on each of the four sets


@pytest.mark.parametrize("way", noise.COUNTED)
def test_missing_labels_are_judged_by_either_way_to_count(way):
    """Each is a test of the statement, which holds by one of them where it fails by the other."""

    def made(Q, seed):
        gained = {name: 0.5 + 0.01 * seed + (0.05 if name == way else -0.05) * (Q > 0) for name in noise.COUNTED}
        point = last_violators.setting(Q, 0)
        return replace(candidate(0.5, 0.5, **point), test=gained, valid_metrics=gained)

    records = [record(seed, [made(Q, seed) for Q in (0, *noise.ORDERS)]) for seed in range(3)]
    claims = noise._by_names({"names8": records}, last_violators.rules({"scale": "standard"}))
    found = {claim.text: claim.verdict for claim in claims if claim.statement == "missing-labels"}
    assert len(found) == len(noise.COUNTED)
    for text, verdict in found.items():
        assert verdict == ("reproduced" if noise.COUNTED[way] in text else "not reproduced")


def test_where_names_are_missing_the_order_is_that_of_the_best_validation():
    """By the rule as printed: neither no order, nor one with a burn-in, nor the best on the test part."""

    def made(Q, burn_in, test, valid):
        point = {"last_violators": Q, "burn_in": burn_in}
        both = {"accuracy": valid, "sibling_precision": 1 - valid}
        return replace(candidate(test, valid, **point), test=both | {"accuracy": test}, valid_metrics=both)

    orders = [made(0, 0, 0.9, 0.9), made(1, 0, 0.3, 0.5), made(4, 0, 0.2, 0.6), made(16, 0, 0.4, 0.1)]
    records = [record(0, [*orders, *(made(Q, 5, 0.8, 0.8) for Q in noise.ORDERS)])]
    assert noise.accuracy_by_order(records, 0, "accuracy") == pytest.approx([20])
    assert noise.accuracy_by_order(records, 0, "sibling_precision") == pytest.approx([90])


def test_each_way_to_count_has_its_own_winner():
    def metrics(given, any_name):
        return {"accuracy": given, "sibling_precision": any_name}

    def made(Q, step, test, valid):
        point = {"last_violators": Q, "burn_in": 0, "step": step}
        return replace(candidate(0, valid["accuracy"], **point), test=test, valid_metrics=valid)

    tried = [
        made(4, 1, metrics(0.2, 0.5), metrics(0.3, 0.4)),
        made(4, 2, metrics(0.1, 0.7), metrics(0.1, 0.6)),
    ]
    records = [record(0, tried)]
    assert noise.accuracy(records, 4, 0) == pytest.approx([20])
    assert noise.accuracy(records, 4, 0, "sibling_precision") == pytest.approx([70])


@pytest.mark.parametrize("variant", noise.VARIANTS)
def test_sweeps_end_inside_by_every_way_to_count_that_is_shown(variant):
    both = noise.trial({"scale": "standard"}, variant).metrics
    assert both == (("accuracy", "sibling_precision") if variant in noise.MISSING else ("accuracy",))
