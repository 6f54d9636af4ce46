"""The curves of figure 2."""

from types import SimpleNamespace

import numpy as np
from fake_results import CONFIG, rewrite, verdicts, with_winner
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import fig2
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.protocol.trial.record import CandidateRecord, Record

PENALTY = 1e-6


def test_the_last_value_of_a_curve_stands():
    trained = Record("a", "b", "c", 0, "ok", candidates=[CandidateRecord({}, valid=[0.1, 0.3])], winner=0)
    failed = Record("a", "b", "c", 1)
    store = SimpleNamespace(config=CONFIG, seeds=range(2), records=lambda trial: [trained, failed])
    first, second = fig2.curve(store, "none")
    assert first.tolist() == [10.0, 30.0] + [30.0] * (len(checkpoints(fig2.passes(CONFIG))) - 2)
    assert np.isnan(second).all()


def test_claims_follow_what_is_planted(fake):
    for strategy in fig2.STRATEGIES:
        for percent, measure in ((42.0, "top-1"), (70.0, "top-5")):
            give(fake, fig2.trial(CONFIG, strategy), percent, measure)
    for strategy in fig2.STRATEGIES:
        plant(fake, fig2.trial(CONFIG, strategy), [0.1, 0.2, 0.3, 0.41, 0.42], 0.1)
    plant(fake, fig2.trial(CONFIG, "heuristic"), [0.3, 0.4, 0.41, 0.41, 0.42], 0.01)  # the step of which is another
    plant(fake, fig2.trial(CONFIG, "none"), [0.1, 0.2, 0.3, 0.42], 0.1)
    claims = fig2.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(fig2.STATEMENTS)
    give(fake, fig2.trial(CONFIG, "decreasing"), 20.0)  # ours: no claim is on it
    assert verdicts(fig2.claims(fake)) == {"reproduced"}
    give(fake, fig2.trial(CONFIG, "none"), 39.0)
    plant(fake, fig2.trial(CONFIG, "none"), [0.3, 0.4, 0.41, 0.41, 0.41, 0.42], 40.0)
    by_statement = {claim.statement: claim.verdict for claim in fig2.claims(fake) if "(iii)" in claim.text}
    assert by_statement.pop("fig2-top5") == "reproduced"
    assert set(by_statement.values()) == {"not reproduced"}


def test_the_first_step_of_the_heuristic_follows_from_the_penalty(fake):
    trial = fig2.trial(CONFIG, "heuristic")
    plant(fake, trial, [0.1], 0.3)
    steps = WeightedOneVsRest(schedule="optimal", penalty=PENALTY, step=0.3)._steps()
    np.testing.assert_allclose(fig2.first_steps(fake, "heuristic"), steps.eta0)
    assert set(fig2.first_steps(fake, "none")) <= set(fig2.LADDERS["step"].start)


def plant(store, trial, valid, step):
    """Give each winner of a trial this curve, this step, and a penalty."""

    def planted(record, seed):
        passes, swept = checkpoints(100)[: len(valid)], {"step": step, "penalty": PENALTY}
        return with_winner(record, valid=valid, passes=passes, params=record.best.params | swept)

    rewrite(store, trial, planted)
