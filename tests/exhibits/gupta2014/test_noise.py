"""Noise: claims that flip with the accuracies of records made by hand."""

import pytest
from made_up_records import sweep

from manyclass.exhibits.gupta2014 import noise
from manyclass.exhibits.gupta2014 import trials as gupta


def verdicts(**changed):
    """Verdicts by text when the tuned Q gains so much by variant."""
    gains = {"": 0.2, "clean": -0.01, "names8": 0.1, "names8_given": 0.0} | changed
    best = {0: 0, 1: 0.5, 4: 1, 16: 0.6}
    records = {
        variant: sweep(lambda Q, b, gain=gain: 0.3 * (1 + gain * best.get(Q, 0))) for variant, gain in gains.items()
    }
    return {claim.text: claim.verdict for claim in noise.claims_on(records, gupta.rules(5))}


def test_the_documents_mechanism_reproduces_every_claim():
    assert set(verdicts().values()) == {"reproduced"}


@pytest.mark.parametrize(
    ("changed", "flipped"),
    [
        ({"": -0.2}, "60 % wrong labels: Q = 4 is more accurate than Q = 0"),
        ({"clean": 0.2}, "no wrong label: Q = 4 gains nothing (at most 1 %)"),
        ({"clean": 0.3}, ": the gain of Q = 4 is larger with 60 % wrong labels than with none"),
        ({"names8": -0.1}, "one of eight names given: Q = 4 is more accurate than Q = 0"),
        ({"names8_given": -0.1}, "all eight names given: Q = 4 is within 1 % of Q = 0"),
    ],
)
def test_a_verdict_flips_with_its_numbers(changed, flipped):
    found = [verdict for text, verdict in verdicts(**changed).items() if text.endswith(flipped)]
    assert found == ["not reproduced"] * 2
