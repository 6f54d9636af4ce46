"""Figure 1 on records made by hand."""

from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates, fail, path, verdicts
from made_accuracies import give, prefer

from manyclass.exhibits.perronnin2012 import fig1, trials
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
        for measure, percents in (("top-1", (9.0, 50.0)), ("top-5", (39.0, 80.0))):
            give(store, svm_trial(CONFIG, "u-OVR", features), percents[features not in small], measure)
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


def of_top5(claims):
    return {claim.text: claim.verdict for claim in claims if claim.statement == "fig1-top5"}


def test_what_figure_1_shows_is_asked_of_top5_too(fake):
    *small, large = plant(fake)
    claims = fig1.claims(fake)
    assert {claim.statement for claim in claims} == set(fig1.STATEMENTS)
    of_top1 = {claim.text for claim in claims if claim.statement != "fig1-top5"}
    assert of_top5(claims) == {f"top-5: {text}": "reproduced" for text in of_top1}
    for features in small:
        for trial in fig1.of_all(CONFIG, features):
            give(fake, trial, {1: 44.0, 4: 38.0, 16: 42.0}, "top-5")
    for trial in fig1.of_all(CONFIG, large):
        give(fake, trial, {1: 70.0, 4: 80.0, 16: 75.0}, "top-5")
    give(fake, svm_trial(CONFIG, "u-OVR", large), 60.0, "top-5")
    claims = fig1.claims(fake)
    assert set(of_top5(claims).values()) == {"not reproduced"}
    assert {claim.verdict for claim in claims if claim.statement != "fig1-top5"} == {"reproduced"}


def test_the_best_beta_of_top5_is_the_one_that_validation_chose_by_it(fake):
    _, *_, large = plant(fake)
    for trial in fig1.of_all(CONFIG, large):
        prefer(fake, trial, 16, ["top-5"])
    np.testing.assert_allclose(fig1.best_accuracy(fake, large, "top-5")[:2], [80.6, 80.4])
    np.testing.assert_allclose(fig1.best_accuracy(fake, large)[:2], [51.1, 50.9])


def test_no_claim_is_on_a_best_beta_that_still_rises_at_the_cap(fake, monkeypatch):
    monkeypatch.setitem(trials.PASSES, "smoke", 100)
    small, *_ = plant(fake)
    trial = fig1.weighted(CONFIG, small)[4]
    assert trial.passes >= 100

    def rising(late):
        def planted(candidate, seed):
            valid, at = [0.1, 0.9 - late * (seed == 0), 0.9], [1, 2, trial.most_passes]
            best = candidate.params["balance"] == 4
            return replace(candidate, valid=valid, passes=at, n_passes=trial.most_passes) if best else candidate

        change_candidates(fake, trial, planted)
        return fig1.best_accuracy(fake, small)

    assert np.isfinite(rising(0.005)).all()
    assert np.isnan(rising(0.2)).all()
    assert "reproduced" not in verdicts(fig1.claims(fake), f"{fig1.label(fake, small)}:")


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
        passes = [1, 6 if seed < 2 else 9]  # of 1, 2, 3, 4, 6, 9, 14, 21, 24
        return replace(candidate, passes=passes, n_passes=trial.most_passes)

    change_candidates(fake, trial, later_in_two)
    frame = fig1.table(fake).set_index(["features", "β"])
    assert len(frame) == len(by_features) * (len(fig1.balances(CONFIG)) + 1)
    row = frame.loc[(fig1.label(fake, small), "4")]
    np.testing.assert_allclose([row["top-1, %"].mean, row["top-5, %"].mean], [14, 44], atol=0.1)
    assert (row["cap"], row["at the cap"]) == (trial.most_passes, "2 of 4")


def test_a_draw_without_a_result_for_some_beta_has_no_best(fake):
    *_, large = plant(fake)
    fail(path(fake, fig1.weighted(CONFIG, large)[1], 0))
    assert np.isnan(fig1.best_accuracy(fake, large)).tolist() == [True, False, False, False]
