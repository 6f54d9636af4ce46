"""Burn-in: claims that flip with the accuracies of records made by hand."""

import numpy as np
import pytest
from made_up_records import record, sweep

from manyclass.exhibits.gupta2014 import burnin
from manyclass.exhibits.gupta2014 import trials as gupta


def verdicts(printed, cured, steep):
    """Verdicts by text when Q = 10 has this accuracy, as a multiple of that at Q = 0, by rule.

    At the steepest sizes and the larger step it is `steep` under both rules.
    """

    def records(large):
        steps = []
        for step, limit in ((0.1, np.inf), (0.3, large)):
            best = {0: [1, 1], 1: [1, 0.9 * cured], 10: [printed, cured], 100: [printed, 0.9 * cured]}
            at = {Q: [min(each, limit) if Q else each for each in pair] for Q, pair in best.items()}
            steps.append(sweep(lambda Q, b, at=at: 0.3 * at.get(Q, [1, 1])[b > 0], step=step))
        return [record(seed, a.candidates + b.candidates) for seed, (a, b) in enumerate(zip(*steps))]

    found = burnin.claims_on({0.5: records(np.inf), 1.0: records(steep)}, gupta.rules(5))
    return {claim.text: claim.verdict for claim in found}


def test_a_gain_under_both_rules_and_a_collapse_reproduce_every_claim():
    found = verdicts(printed=1.1, cured=1.2, steep=0.4)
    assert len(found) == 11
    assert set(found.values()) == {"reproduced"}


@pytest.mark.parametrize(
    ("changed", "flipped", "count"),
    [
        ({"printed": 0.9}, "as printed: Q = 10 is more accurate than Q = 0", 2),
        ({"cured": 0.9}, "with burn-in: Q = 10 is more accurate than Q = 0", 2),
        ({"cured": 1.05}, "Q = 10 is more accurate with burn-in than as printed", 2),
        ({"cured": 0.8}, "with burn-in: Q = 10 keeps at least 85 % of the accuracy of Q = 0", 1),
        ({"steep": 0.6}, "less than half of the accuracy of Q = 0 is left", 2),
    ],
)
def test_a_verdict_flips_with_its_numbers(changed, flipped, count):
    found = verdicts(**{"printed": 1.1, "cured": 1.2, "steep": 0.4} | changed)
    assert [verdict for text, verdict in found.items() if text.endswith(flipped)] == ["not reproduced"] * count
