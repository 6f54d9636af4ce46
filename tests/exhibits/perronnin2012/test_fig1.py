"""Figure 1 on records made by hand."""

from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates, fail, path, verdicts
from made_accuracies import give, prefer

from manyclass.exhibits.perronnin2012 import fig1
from manyclass.exhibits.perronnin2012.trials import NATURAL, svm_trial

STANDARD = {"scale": "standard"}


def plant(store):
    """Large gains on small features and small ones on the largest, at top-1 and at top-5; its best β is 4."""
    *small, large = fig1.all_features(CONFIG)
    by_features = {features: {1: 10.0, 4: 14.0, 16: 12.0} for features in small} | {large: {1: 50.0, 4: 51.0, 16: 50.5}}
    for features, by_beta in by_features.items():
        for trial in fig1.of_all(CONFIG, features):
            give(store, trial, by_beta)
            give(store, trial, {beta: 30 + percent for beta, percent in by_beta.items()}, "top-5")
            prefer(store, trial, 4)
        give(store, svm_trial(CONFIG, "u-OVR", features), 9.0 if features in small else 50.0)
    return by_features


def test_the_best_beta_is_the_one_that_validation_chose(fake):
    by_features = plant(fake)
    *small, large = by_features
    np.testing.assert_allclose(fig1.accuracy_by_beta(fake, large)[:, 0], [50.1, 51.1, 50.6])
    assert verdicts(fig1.claims(fake)) == {"reproduced"}
    for features in by_features:
        for trial in fig1.of_all(CONFIG, features):
            prefer(fake, trial, 1)
    assert "reproduced" not in verdicts(fig1.claims(fake), "the best β is more accurate")


def test_a_size_between_that_gains_most_is_not_the_smaller_the_more(fake, monkeypatch):
    """The smallest still gains more than the largest; N = 4 gains more than either."""
    monkeypatch.setattr(fig1, "fisher_sizes", lambda config: {"fv2": 2, "fv4": 4, "fv16": 16})
    shares = {"fv2": np.array([33, 34, 33, 34.0]), "fv4": np.array([39, 40, 39, 40.0]), "fv16": np.full(4, 9.0)}
    made = {claim.text: claim.verdict for claim in fig1._smaller_more(fake, shares, shares)}
    gains = [verdict for text, verdict in made.items() if text.startswith("choosing β gains more at N = 2")]
    assert gains == ["not reproduced"]
    assert sorted(made.values()) == ["not reproduced"] * 2 + ["reproduced"] * 2


def test_top5_the_other_way_round_is_not_alike(fake):
    *small, _ = plant(fake)
    for features in small:
        for trial in fig1.of_all(CONFIG, features):
            give(fake, trial, {1: 44.0, 4: 40.0, 16: 42.0}, "top-5")
    assert verdicts(fig1.claims(fake), "rank correlation") == {"not reproduced"}


def test_a_correlation_wants_two_orders():
    assert fig1._correlation(np.array([1.0, 2.0, 4.0]), np.array([5.0, 6.0, 9.0])) == 1
    assert np.isnan(fig1._correlation(np.array([1.0, 1.0]), np.array([1.0, 2.0])))
    assert np.isnan(fig1._correlation(np.array([1.0, 3.0]), np.array([np.nan, 2.0])))


def test_a_small_beta_has_as_many_inner_products_as_a_larger_one():
    of_beta = fig1.weighted(STANDARD, "fv2")
    assert list(of_beta) == fig1.balances(STANDARD) and of_beta[1] == svm_trial(STANDARD, NATURAL, "fv2")
    products = {beta: trial.passes * (1 + beta) for beta, trial in of_beta.items()}
    assert min(products, key=products.get) == 8
    assert {trial.passes for beta, trial in of_beta.items() if beta >= 8} == {
        svm_trial(STANDARD, "w-OVR", "fv2").passes
    }


def test_the_table_has_both_measures_of_each_beta_and_the_draws_at_the_cap(fake):
    by_features = plant(fake)
    (small, *_), trial = by_features, fig1.weighted(CONFIG, next(iter(by_features)))[4]

    def later_in_two(candidate, seed):
        passes = [1, 2 if seed < 2 else 3]  # of 1, 2, 3, 4, 6, 8
        return replace(candidate, passes=passes, n_passes=trial.passes)

    change_candidates(fake, trial, later_in_two)
    frame = fig1.table(fake).set_index(["features", "β"])
    assert len(frame) == len(by_features) * (len(fig1.balances(CONFIG)) + 1)
    row = frame.loc[(fig1.label(fake, small), "4")]
    np.testing.assert_allclose([row["top-1, %"].mean, row["top-5, %"].mean], [14, 44], atol=0.1)
    assert (row["cap"], row["at the cap"]) == (trial.passes, "2 of 4")


def test_a_draw_without_a_result_for_some_beta_has_no_best(fake):
    *_, large = plant(fake)
    fail(path(fake, fig1.weighted(CONFIG, large)[1], 0))
    assert np.isnan(fig1.best_accuracy(fake, large)).tolist() == [True, False, False, False]
