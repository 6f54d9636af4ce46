"""Burn-in: claims that flip with the accuracies of records made by hand."""

import pytest
from made_up_records import candidate, record, sweep

from manyclass.exhibits.gupta2014 import burnin, last_violators


def verdicts(printed, cured, steep, kept):
    """Verdicts by statement when Q = 10 has this accuracy, as a multiple of that at Q = 0.

    By rule at moderate sizes, and as printed (`steep`) and with burn-in (`kept`) at the steepest. Another step is worse
    in validation and twice as good in test.
    """

    def records(*of_rules):
        steps = []
        for step, factor in ((0.1, 1), (0.3, 2)):
            steps.append(sweep(lambda Q, b, factor=factor: 0.1 * factor * (of_rules[b > 0] if Q else 1), step=step))
        return [record(seed, _better_first(*pair)) for seed, pair in enumerate(zip(*steps))]

    by_skew = {0.5: records(printed, cured), 1.0: records(steep, kept)}
    claims = burnin.claims_on(by_skew, last_violators.rules({"scale": "standard"}))
    return {claim.statement: claim.verdict for claim in claims}


def _better_first(first, second):
    return [
        candidate(each.test["accuracy"], valid, **each.params)
        for made, valid in ((first, 0.2), (second, 0.1))
        for each in made.candidates
    ]


FOUND = {"printed": 1.1, "cured": 1.2, "steep": 0.4, "kept": 0.9}


def test_a_cure_and_a_collapse_reproduce_every_claim():
    assert verdicts(**FOUND) == dict.fromkeys(burnin.STATEMENTS, "reproduced")


@pytest.mark.parametrize(
    ("changed", "flipped"),
    [
        ({"cured": 0.9, "printed": 0.8}, {"burn-in-gains"}),
        ({"cured": 1.05}, {"burn-in-better"}),
        ({"steep": 0.6}, {"uneven-collapse"}),
        ({"kept": 0.8}, {"uneven-burn-in"}),
    ],
)
def test_a_verdict_flips_with_its_numbers(changed, flipped):
    found = verdicts(**FOUND | changed)
    assert {statement for statement, verdict in found.items() if verdict == "not reproduced"} == flipped


def test_an_exponent_looks_like_no_q_and_q_is_said_where_it_is_one(fake):
    axes = burnin.figure(fake).axes
    of_q, of_exponents = (
        {(str(line.get_color()), line.get_marker()) for ax in axes[part] for line in ax.lines}
        for part in (slice(2), slice(2, None))
    )
    assert len(of_exponents) == len(burnin.skews(fake.config))
    for number in range(2):
        assert not {look[number] for look in of_q} & {look[number] for look in of_exponents}
    assert ["Q = 10" in axes[row].get_ylabel() for row in (0, 2, 4)] == [False, True, True]
