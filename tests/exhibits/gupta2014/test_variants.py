"""Variants, spreads of repeated runs and updates on records made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, rewrite, with_winner

from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import variants


def test_a_variant_is_paired_with_the_winner_it_starts_from(fake):
    def initial(candidate, seed):
        gaussian = candidate.params["initial"] == "gaussian"
        return replace(candidate, test={"accuracy": 0.3 + 0.01 * seed if gaussian else 0.9})

    change_candidates(fake, variants.variant_trial(CONFIG, "wsabie"), initial)
    ours, winner = variants.initial_pair(fake, "wsabie", "gaussian")
    np.testing.assert_allclose(ours, 30 + np.arange(4))
    np.testing.assert_array_equal(winner, 100 * fake.test(gupta.row_trial(CONFIG, variants.SET, "wsabie")))


@pytest.mark.parametrize(
    ("points", "verdict"), [(0.3, "reproduced"), (0.7, "not reproduced"), (-0.7, "not reproduced")]
)
def test_similar_is_within_half_a_point(fake, points, verdict):
    def winner(record, seed):
        return with_winner(record, test={"accuracy": 0.2 + 0.01 * seed})

    def initial(candidate, seed):
        return replace(candidate, test={"accuracy": 0.2 + 0.01 * seed + points / 100 + 1e-5 * seed})

    rewrite(fake, gupta.row_trial(CONFIG, variants.SET, "wsabie"), winner)
    change_candidates(fake, variants.variant_trial(CONFIG, "wsabie"), initial)
    found = [claim for claim in variants.claims(fake) if claim.text.startswith("Wsabie,")]
    assert [(claim.statement, claim.verdict) for claim in found] == [("initial-values", verdict)] * 2


@pytest.mark.parametrize(("points", "verdict"), [(0.3, "reproduced"), (-0.7, "not reproduced")])
@pytest.mark.parametrize("dataset", gupta.SETS)
def test_counting_adagrad_is_compared_with_table_8_on_every_set(fake, dataset, points, verdict):
    def planted(record, seed, ahead=0.0):
        return with_winner(record, test={"accuracy": 0.2 + 0.01 * seed + ahead * (1 + 0.01 * seed)})

    rewrite(fake, gupta.row_trial(CONFIG, dataset, "wsabie_pp"), planted)
    rewrite(fake, variants.counting_trial(CONFIG, dataset), lambda r, seed: planted(r, seed, points / 100))
    found = [claim for claim in variants.claims(fake) if claim.statement == "adagrad-counting"]
    assert len(found) == len(gupta.SETS)
    assert [claim.verdict for claim in found if claim.on == (dataset,)] == [verdict]


def test_counting_adagrad_has_a_whole_sweep_of_its_own():
    trial = variants.counting_trial(CONFIG, "web21k")
    assert {name for group in trial.search for name in group} == {"step", "margin", "last_violators"}
    assert trial.fixed == {"adaptation": "counting"} and not trial.halving


def test_every_initial_value_is_in_a_trial():
    of_trials = [trial for trial in variants.trials(CONFIG) if trial.variant == "initial"]
    for (method, _), (changed, _) in variants.INITIAL.items():
        (own,) = [trial for trial in of_trials if trial.method == gupta.method_of(method)]
        assert changed["initial"] in own.series["initial"]


@pytest.mark.parametrize("method", ["wsabie_pp", "wsabie", gupta.ONE_VS_ALL])
def test_every_initialisation_has_a_sweep_of_step_and_margin(method):
    assert {*variants.variant_trial(CONFIG, method).search} == {"step", "margin"}


def give_updates(store, share, excess):
    """Give AUC sampling on 21k web this share of violating classes, and so much more of it that updates."""

    def auc(record, seed):
        of_draw = share * (1 + 0.01 * seed)
        updated = [*record.best.updated[:-1], of_draw * excess * (1 + 0.001 * seed)]
        said = record.best.diagnostics | {"violating_share": of_draw}
        return with_winner(record, updated=updated, diagnostics=said)

    rewrite(store, gupta.row_trial(CONFIG, "web21k", "auc_ranking"), auc)
    found = [claim for claim in variants.claims(store) if claim.on == ("web21k",)]
    return {claim.statement: claim for claim in found}


def test_updates_are_compared_with_violations_in_the_last_pass(fake):
    found = give_updates(fake, 0.1, 1.01)["auc-update-share"]
    assert found.verdict == "reproduced"
    assert found.measured.startswith("×1.01")
    assert give_updates(fake, 0.1, 1.1)["auc-update-share"].verdict == "not reproduced"


@pytest.mark.parametrize(("share", "verdict"), [(0.3, "reproduced"), (0.7, "not reproduced")])
def test_most_steps_update_nothing_where_fewer_than_half_do(fake, share, verdict):
    assert give_updates(fake, share, 1.0)["auc-inefficient"].verdict == verdict


def test_ranks_of_what_is_updated_are_shown_of_one_model(fake):
    def ranked(record, seed):
        said = {"auc": 10.0 + seed, "warp": 9.0 + 2 * seed}
        return with_winner(record, diagnostics=record.best.diagnostics | {"updated_ranks": said})

    rewrite(fake, gupta.row_trial(CONFIG, "web21k", "auc_ranking"), ranked)
    auc, warp = variants.ranks_updated(fake, "web21k")
    np.testing.assert_array_equal(auc, 10 + np.arange(4))
    np.testing.assert_array_equal(warp, 9 + 2 * np.arange(4))
    rows = variants.table(fake).set_index(["what", "data set"])
    shown = rows.loc[("rank of the right class in updates", "web21k")]
    assert (shown["ours"].mean, shown.iloc[-1].mean) == pytest.approx((11.5, 12))


@pytest.mark.parametrize(("ratio", "verdict"), [(1.3, "reproduced"), (1.2, "not reproduced")])
@pytest.mark.parametrize("dataset", gupta.SETS)
def test_warp_is_compared_with_auc_sampling_draw_by_draw(fake, dataset, ratio, verdict):
    """By ratios: the draws differ more than the methods do."""
    for method, times in ((variants.WARP, ratio), (variants.AUC, 1.0)):
        trial = variants.linear_trial(CONFIG, dataset, method)
        rewrite(fake, trial, lambda r, seed, times=times: with_winner(r, test={"accuracy": 0.1 * (seed + 1) * times}))
    found = [claim for claim in variants.claims(fake) if claim.statement == "warp-better-than-auc"]
    assert len(found) == len(gupta.SETS)
    assert [claim.verdict for claim in found if claim.on == (dataset,)] == [verdict]


@pytest.mark.parametrize("dataset", gupta.SETS)
@pytest.mark.parametrize(("ahead", "verdict"), [(0.02, "reproduced"), (-0.02, "not reproduced")])
def test_the_embedded_form_is_compared_with_the_linear_one_draw_by_draw(fake, dataset, ahead, verdict):
    linear = variants.linear_trial(CONFIG, dataset, variants.WARP)
    for trial, more in ((gupta.row_trial(CONFIG, dataset, "wsabie"), ahead), (linear, 0)):
        rewrite(
            fake,
            trial,
            lambda r, seed, more=more: with_winner(r, test={"accuracy": 0.2 + 0.01 * seed * (1 + more) + more}),
        )
    found = [claim for claim in variants.claims(fake) if claim.statement == "embedding-regularises"]
    assert {claim.verdict for claim in found if claim.on == (dataset,)} == {verdict}


def test_every_statement_has_a_claim(fake):
    assert {claim.statement for claim in variants.claims(fake)} == {*variants.STATEMENTS}


@pytest.mark.parametrize(("left", "verdict"), [(0.003, "reproduced"), (0.001, "not reproduced")])
def test_the_reason_is_what_is_left_of_the_lead_where_only_the_sampling_differs(fake, left, verdict):
    """Of a lead of .4 points more than half."""
    for trial_of, lead in ((variants.linear_trial, 0.004), (variants.plain_trial, left)):
        for method, ahead in ((variants.WARP, lead), (variants.AUC, 0.0)):
            given = 0.1 + ahead

            def planted(record, seed, given=given, ahead=ahead):
                return with_winner(record, test={"accuracy": given + 0.01 * seed + 0.01 * seed * ahead})

            rewrite(fake, trial_of(CONFIG, variants.WEB, method), planted)
    found = {claim.statement: claim for claim in variants.claims(fake)}
    assert found["warp-reason"].verdict == verdict
