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
