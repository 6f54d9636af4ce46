"""Figure 1 on records made by hand."""

import numpy as np
from fake_results import CONFIG, verdicts
from made_accuracies import give, prefer

from manyclass.exhibits.perronnin2012 import fig1
from manyclass.exhibits.perronnin2012.trials import svm_trial


def test_the_best_beta_is_the_one_that_validation_chose(fake):
    *small, large = fig1.all_features(CONFIG)
    by_features = {features: {1: 10.0, 8: 14.0} for features in small} | {large: {1: 50.0, 8: 51.0}}
    for features, by_beta in by_features.items():
        trial = svm_trial(CONFIG, "w-OVR", features)
        give(fake, trial, by_beta)
        prefer(fake, trial, 8)
        give(fake, svm_trial(CONFIG, "u-OVR", features), 9.0 if features in small else 50.0)
    np.testing.assert_allclose(fig1.accuracy_by_beta(fake, large)[:, 0], [50.1, 51.1])
    assert verdicts(fig1.claims(fake)) == {"reproduced"}
    for features in by_features:
        prefer(fake, svm_trial(CONFIG, "w-OVR", features), 1)
    assert "reproduced" not in verdicts(fig1.claims(fake), "the best β is more accurate")
