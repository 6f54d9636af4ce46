"""Variants, spreads of repeated runs and updates on records made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, rewrite, with_winner

from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import variants
from manyclass.protocol.selection import over_seeds


def test_a_variant_is_paired_with_the_winner_it_starts_from(fake):
    def initial(candidate, seed):
        gaussian = candidate.params["initial"] == "gaussian"
        return replace(candidate, test={"accuracy": 0.3 + 0.01 * seed if gaussian else 0.9})

    change_candidates(fake, variants.variant_trial(CONFIG, "wsabie"), initial)
    ours, winner = variants.pair(fake, "wsabie", "gaussian")
    np.testing.assert_allclose(ours, 0.3 + 0.01 * np.arange(4))
    np.testing.assert_array_equal(winner, fake.test(gupta.row_trial(CONFIG, variants.SET, "wsabie")))


def test_every_variant_is_in_a_trial():
    of_trials = [trial for trial in variants.trials(CONFIG) if trial.depends_on and trial.method != "ensemble_of"]
    for (method, _), (changed, *_) in variants.VARIANTS.items():
        own = [trial for trial in of_trials if trial.method == method]
        ((name, value),) = changed.items()
        assert any(trial.fixed.get(name) == value or value in trial.grid.get(name, []) for trial in own)


def test_updates_are_compared_with_violations_in_the_last_pass(fake):
    def auc(record, seed):
        share = 0.1 + 0.02 * seed
        updated = [*record.best.updated[:-1], share * (1.01 + 0.001 * seed)]
        return with_winner(record, updated=updated, diagnostics={"violating_share": share})

    rewrite(fake, gupta.row_trial(CONFIG, "web21k", "auc_ranking"), auc)
    found = {claim.text: claim for claim in variants.claims(fake)}
    claim = found["web21k: the share of AUC sampling's steps that update is H/(G − 1) (within 5 %)"]
    assert claim.verdict == "reproduced"
    assert claim.measured.startswith("×1.01")


def test_spreads_are_judged_over_the_data_sets():
    small, large = np.array([0.1, 0.12, 0.08, 0.11]), np.array([0.4, 0.3, 0.4, 0.45])
    printed = variants.claims_on_spreads({"one_vs_rest": small, "wsabie": large, "wsabie_pp": large})
    assert {claim.verdict for claim in printed} == {"reproduced"}
    assert all("4 data sets" in claim.measured for claim in printed)
    turned = variants.claims_on_spreads({"one_vs_rest": 3 * large, "wsabie": large + 0.3, "wsabie_pp": large + 0.3})
    assert {claim.verdict for claim in turned} == {"not reproduced"}


def test_spread_is_largest_less_smallest_of_one_candidate(fake):
    def by_seed(candidate, seed):
        return replace(candidate, test=candidate.test and {"accuracy": 0.2 + 0.01 * (seed - 1) ** 2})

    trial = gupta.row_trial(CONFIG, "web21k", "one_vs_rest")
    change_candidates(fake, trial, by_seed)
    seeds = np.array(over_seeds(fake.records(trial)).seeds)
    assert len(seeds) > 1
    assert variants.spread(fake, "web21k", "one_vs_rest") == pytest.approx(np.ptp((seeds - 1) ** 2))
