"""The strategies of figure 2 for every method, on records made by hand."""

import pytest
from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import fig2, strategies
from manyclass.exhibits.perronnin2012.trials import FOUR

STANDARD = {"scale": "standard"}


def plant(store, **others):
    """The same accuracy for all, but for these strategies."""
    for method in (strategies.FIGURE2, *FOUR):
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


@pytest.mark.parametrize("method", FOUR)
def test_what_is_tuned_is_what_the_strategy_leaves_open(method):
    for each in strategies.NAMES:
        trial = strategies.trial(STANDARD, method, each)
        groups = trial.search if isinstance(trial.search, list) else [trial.search or {}]
        tuned = {name for group in groups for name in group}
        step, penalty = {"decreasing": (1, 1), "penalty": (1, 1), "none": (0, 0), "heuristic": (0, 1)}[each]
        step |= method == "w-OVR" and each == "none"  # elsewhere that is the estimator's own sweep
        assert ("step" in tuned, "penalty" in tuned) == (step, penalty)
        assert ("balance" in tuned) == (method == "w-OVR")
        assert trial.fixed.get("schedule", "fixed") == {"decreasing": "decreasing", "heuristic": "optimal"}.get(
            each, "fixed"
        )


def test_figure_2_is_shared():
    assert {strategies.trial(STANDARD, strategies.FIGURE2, each) for each in strategies.NAMES} == set(
        fig2.trials(STANDARD)
    )
