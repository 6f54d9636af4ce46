"""The gain of a k over the multiclass SVM, on made-up records."""

import numpy as np

from manyclass.exhibits.lapin2015 import ambiguity


def test_gain_is_of_the_losses_k_over_that_of_one(fake):
    by_hand = []
    for record in fake.records(ambiguity.trial(fake.config, 5)):
        best = {
            k: max((c for c in record.candidates if c.params["k"] == k), key=lambda c: c.valid_metrics["top10"])
            for k in (1, 10)
        }
        by_hand.append(100 * (best[10].test["top10"] - best[1].test["top10"]))
    np.testing.assert_allclose(ambiguity.gain(fake, 5, 10), by_hand)


def test_lengths_are_those_at_c_1_of_every_draw(fake):
    declared = ambiguity.length_trial(fake.config, 5)
    assert (declared.fixed["C"], declared.search) == (1.0, {})
    norms = [
        next(each for each in record.candidates if each.params["k"] == 10).diagnostics["solution"]["norm"]
        for record in fake.records(declared)
    ]
    np.testing.assert_array_equal(ambiguity.length(fake, 5, 10), norms)
    assert np.isfinite(norms).all()
