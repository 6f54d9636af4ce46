"""The strategies of figure 2 for every method, on records made by hand."""

import pytest
from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import fig2, strategies
from manyclass.exhibits.perronnin2012.trials import passes

STANDARD = {"scale": "standard"}


def plant(store, **others):
    """The same accuracy for all, but for these strategies."""
    for method in (strategies.FIGURE2, *strategies.OTHERS):
        for each in strategies.NAMES:
            give(store, strategies.trial(CONFIG, method, each), others.get(each, 40.0))


def test_claims_follow_what_is_planted(fake):
    plant(fake)
    claims = strategies.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(strategies.STATEMENTS)
    plant(fake, none=38.0, decreasing=45.0)
    assert verdicts(strategies.claims(fake), "(iii)") == verdicts(strategies.claims(fake), "t0") == {"not reproduced"}
    assert verdicts(strategies.claims(fake), "(ii)") == {"reproduced"}


@pytest.mark.parametrize("method", strategies.OTHERS)
def test_what_is_tuned_is_what_the_strategy_leaves_open(method):
    for each in strategies.NAMES:
        trial = strategies.trial(STANDARD, method, each)
        groups = trial.search if isinstance(trial.search, list) else [trial.search or {}]
        tuned = {name for group in groups for name in group}
        step, penalty = {"decreasing": (1, 1), "penalty": (1, 1), "none": (0, 0), "heuristic": (0, 1)}[each]
        step |= method in strategies.BALANCES and each == "none"  # elsewhere that is the estimator's own sweep
        assert ("step" in tuned, "penalty" in tuned) == (step, penalty)
        assert "balance" not in tuned
        assert trial.fixed.get("schedule", "fixed") == {"decreasing": "decreasing", "heuristic": "optimal"}.get(
            each, "fixed"
        )


def test_all_strategies_of_a_setting_have_the_same_negatives():
    found = {}
    for method in strategies.OTHERS:
        made = [strategies.trial(STANDARD, method, each) for each in strategies.NAMES]
        assert len({each.address for each in made}) == len(made)
        (found[method],) = {(each.fixed.get("balance"), each.passes) for each in made}
    caps = {method: found[method][1] for method in strategies.OTHERS}
    assert {method: found[method][0] for method in strategies.BALANCES} == strategies.BALANCES
    assert len(strategies.BALANCES) > 1
    few, many = (
        caps[f"w-OVR, β = {beta}"] * (1 + beta) for beta in (4, 32)
    )  # inner products of wrong classes and right
    assert min(few, many) >= passes(STANDARD) * (1 + 8)


def test_one_beta_may_end_otherwise_than_the_other(fake):
    plant(fake)
    give(fake, strategies.trial(CONFIG, "w-OVR, β = 32", "none"), 38.0)
    made = {each.text: each.verdict for each in strategies.claims(fake) if each.statement == "fig2-other-settings"}
    assert len(made) == 2 * len(strategies.OTHERS)
    against = [text for text, verdict in made.items() if verdict == "not reproduced"]
    assert against == ["w-OVR, β = 32: (i) and (iii) end within a point of each other on test"]


def test_figure_2_is_shared():
    assert {strategies.trial(STANDARD, strategies.FIGURE2, each) for each in strategies.NAMES} == set(
        fig2.trials(STANDARD)
    )
