"""Convergence and variants on records made by hand; similarity against the chi-square test."""

import json

import numpy as np
import pytest
from fake_results import CONFIG
from scipy.stats import chi2_contingency

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import convergence, table8, variants
from manyclass.exhibits.gupta2014 import variants_claims as _variants_claims
from manyclass.protocol.selection import over_seeds


@pytest.mark.parametrize(("right_a", "right_b", "n_a", "n_b"), [(50, 70, 500, 500), (12, 300, 90, 2000)])
def test_standard_errors_are_the_root_of_chi_square(right_a, right_b, n_a, n_b):
    counts = [[right_a, n_a - right_a], [right_b, n_b - right_b]]
    chi_square = chi2_contingency(counts, correction=False).statistic
    apart = statistics.errors_apart([right_a / n_a], [right_b / n_b], n_a, n_b)
    assert apart[0] ** 2 == pytest.approx(chi_square)
    assert np.sign(apart[0]) == np.sign(right_a / n_a - right_b / n_b)


def test_equal_accuracies_are_no_errors_apart_and_holes_stay_holes():
    np.testing.assert_array_equal(statistics.errors_apart([0.1, 0.0, np.nan], [0.1, 0.0, 0.2], 9, 9), [0, 0, np.nan])


def rewrite(store, trial, change):
    for seed in range(CONFIG["seeds"]):
        path = store.folder / "trial" / trial.address / f"{seed}.json"
        record = json.loads(path.read_text())
        change(record, seed)
        path.write_text(json.dumps(record))


@pytest.mark.parametrize(("early", "verdict"), [(0.8, "reproduced"), (0.7, "not reproduced")])
def test_early_is_the_share_reached_after_a_fifth_of_the_passes(fake, early, verdict):
    def curve(record, seed):
        end = 0.1 + 0.01 * seed
        values = [0.0, early * end + 1e-5 * seed, *[end / 2] * 7, end]  # the second of ten passes
        record["candidates"][record["winner"]]["valid"] = values

    rewrite(fake, convergence.curve_trial(CONFIG, "wsabie"), curve)
    text = "Wsabie: about 80 % (at least 75 %) of the final validation accuracy is reached in the first fifth"
    assert {claim.text: claim.verdict for claim in convergence.claims(fake)}[text] == verdict


@pytest.mark.parametrize(("errors", "verdict"), [(1.0, "reproduced"), (3.0, "not reproduced")])
def test_validation_and_test_are_held_against_the_counting_error(fake, errors, verdict):
    size = fake.card(convergence.SET)["test"]

    def set_apart(record, seed):
        record["test"]["accuracy"] = 0.2 + 1e-5 * seed
        record["valid"] = 0.2 + errors * np.sqrt(2 * 0.2 * 0.8 / size)

    rewrite(fake, convergence.curve_trial(CONFIG, "auc_ranking"), set_apart)
    text = "AUC sampling: accuracies on validation and test part are statistically similar"
    assert [claim.verdict for claim in convergence.claims(fake) if claim.text.startswith(text)] == [verdict]


def test_curves_start_from_their_own_rows_winners():
    for row in convergence.CURVES:
        trial = convergence.curve_trial(CONFIG, row)
        assert trial.depends_on == table8.row_trial(CONFIG, convergence.SET, row)
        assert (trial.grid, trial.passes) == ({}, 2 * trial.depends_on.passes)
    assert len({convergence.curve_trial(CONFIG, row) for row in convergence.CURVES}) == len(convergence.CURVES)


def test_a_variant_is_paired_with_the_winner_it_starts_from(fake):
    def initial(record, seed):
        for candidate in record["candidates"]:
            gaussian = candidate["params"]["initial"] == "gaussian"
            candidate["test"]["accuracy"] = 0.3 + 0.01 * seed if gaussian else 0.9

    rewrite(fake, variants.variant_trial(CONFIG, "wsabie"), initial)
    ours, winner = variants.pair(fake, "wsabie", "gaussian")
    np.testing.assert_allclose(ours, 0.3 + 0.01 * np.arange(4))
    np.testing.assert_array_equal(winner, fake.test(table8.row_trial(CONFIG, variants.SET, "wsabie")))


def test_every_variant_is_in_a_trial():
    of_trials = [trial for trial in variants.trials(CONFIG) if trial.depends_on and trial.method != "ensemble_of"]
    for (method, _), (changed, *_) in variants.VARIANTS.items():
        own = [trial for trial in of_trials if trial.method == method]
        ((name, value),) = changed.items()
        assert any(trial.fixed.get(name) == value or value in trial.grid.get(name, []) for trial in own)


def test_updates_are_compared_with_violations_in_the_last_pass(fake):
    def auc(record, seed):
        record["violators"] = 0.1 + 0.02 * seed
        record["candidates"][record["winner"]]["updated"][-1] = record["violators"] * (1.01 + 0.001 * seed)

    rewrite(fake, table8.row_trial(CONFIG, "web21k", "auc_ranking"), auc)
    found = {claim.text: claim for claim in variants.claims(fake)}
    claim = found["web21k: the share of AUC sampling's steps that update is H/(G − 1) (within 5 %)"]
    assert claim.verdict == "reproduced"
    assert claim.measured.startswith("×1.01")


def test_spreads_are_judged_over_the_data_sets():
    small, large = np.array([0.1, 0.12, 0.08, 0.11]), np.array([0.4, 0.3, 0.4, 0.45])
    printed = _variants_claims.spreads({"one_vs_rest": small, "wsabie": large, "wsabie_pp": large})
    assert {claim.verdict for claim in printed} == {"reproduced"}
    assert all("4 data sets" in claim.measured for claim in printed)
    turned = _variants_claims.spreads({"one_vs_rest": 3 * large, "wsabie": large + 0.3, "wsabie_pp": large + 0.3})
    assert {claim.verdict for claim in turned} == {"not reproduced"}


def test_spread_is_largest_less_smallest_of_one_candidate(fake):
    def by_seed(record, seed):
        for candidate in record["candidates"]:
            if candidate["test"]:
                candidate["test"]["accuracy"] = 0.2 + 0.01 * (seed - 1) ** 2

    trial = table8.row_trial(CONFIG, "web21k", "one_vs_rest")
    rewrite(fake, trial, by_seed)
    seeds = np.array(over_seeds(fake.records(trial)).seeds)
    assert len(seeds) > 1
    assert variants.spread(fake, "web21k", "one_vs_rest") == pytest.approx(np.ptp((seeds - 1) ** 2))
