"""The curves of figure 2."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, rewrite, verdicts, with_winner
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import cost, fig2
from manyclass.exhibits.perronnin2012.trials import NATURAL, svm_trial
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.protocol.trial.record import CandidateRecord, Record

STANDARD = {"scale": "standard"}
PENALTY = 1e-6
# Validation accuracy at checkpoints: trained to its end, and by three points better since a third of the cap.
SETTLED, RISING = [0.1, 0.2, 0.3, 0.41, 0.42], [0.1, 0.2, 0.3, 0.31, 0.32, 0.33, 0.35, 0.5, 0.52, 0.55]


def test_the_last_value_of_a_curve_stands():
    trained = Record("a", "b", "c", 0, "ok", candidates=[CandidateRecord({}, valid=[0.1, 0.3])], winner=0)
    failed = Record("a", "b", "c", 1)
    store = SimpleNamespace(config=CONFIG, seeds=range(2), records=lambda trial: [trained, failed])
    first, second = fig2.curve(store, "none")
    assert first.tolist() == [10.0, 30.0] + [30.0] * (len(fig2.looks(CONFIG)) - 2)
    assert np.isnan(second).all()


def test_claims_follow_what_is_planted(fake):
    for strategy in fig2.STRATEGIES:
        for percent, measure in ((42.0, "top-1"), (70.0, "top-5")):
            give(fake, fig2.trial(CONFIG, strategy), percent, measure)
    for strategy in fig2.STRATEGIES:
        plant(fake, fig2.trial(CONFIG, strategy), [0.1, 0.2, 0.3, 0.4, 0.42], 0.1)
    plant(fake, fig2.trial(CONFIG, "heuristic"), [0.3, 0.35, 0.39, 0.4, 0.42], 0.01)  # the step of which is another
    plant(fake, fig2.trial(CONFIG, "none"), [0.1, 0.2, 0.3, 0.42], 0.1)
    sweep(fake, {"heuristic": 1000, "penalty": 1000, "none": 100})
    claims = fig2.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(fig2.STATEMENTS)
    give(fake, fig2.trial(CONFIG, "decreasing"), 20.0)  # ours: no claim is on it
    assert verdicts(fig2.claims(fake)) == {"reproduced"}
    give(fake, fig2.trial(CONFIG, "none"), 39.0)
    plant(fake, fig2.trial(CONFIG, "heuristic"), [0.3, 0.4, 0.41, 0.42], 0.01)
    plant(fake, fig2.trial(CONFIG, "penalty"), [0.1, 0.2, 0.3, 0.42], 0.1)
    plant(fake, fig2.trial(CONFIG, "none"), [0.4, 0.4, 0.4, 0.4, 0.42], 40.0)
    sweep(fake, {"heuristic": 1000, "penalty": 1000, "none": 9000})
    by_statement = {claim.statement: claim.verdict for claim in fig2.claims(fake) if "(iii)" in claim.text}
    assert by_statement.pop("fig2-top5") == "reproduced"
    assert set(by_statement.values()) == {"not reproduced"}


def test_passes_are_not_compared_where_a_draw_still_rises_at_the_cap(fake):
    """The last but two of the checkpoints is followed by too few, and three points above those before it."""
    for strategy in fig2.STRATEGIES:
        plant(fake, fig2.trial(CONFIG, strategy), SETTLED, 0.1)
    short = fig2.trial(CONFIG, "none")
    plant(fake, short, RISING, 0.1)
    of_passes = [claim for claim in fig2.claims(fake) if claim.statement == "early-stopping-fewer-passes"]
    assert verdicts(of_passes) == {"undecided"} and not any(claim.n for claim in of_passes)
    shown = fig2.table(fake)["at the cap"].tolist()
    assert shown == ["0 of 4", "0 of 4", "4 of 4", "0 of 4"]
    plant(fake, short, [0.1, 0.2, 0.3, 0.35, 0.4, 0.42, 0.445, 0.447, 0.45], 0.1)  # at the cap, too, but of nothing
    of_passes = [claim for claim in fig2.claims(fake) if claim.statement == "early-stopping-fewer-passes"]
    assert all(claim.n for claim in of_passes)


def test_the_better_one_is_taken_in_no_draw_where_one_of_them_still_rises(fake):
    """In one draw (i) does, and (ii) is the better one elsewhere: those draws alone would be chosen by the outcome."""
    for strategy in fig2.STRATEGIES:
        plant(fake, fig2.trial(CONFIG, strategy), SETTLED, 0.1)
    better = {"implicit-competitive", "fixed-step-sufficient"}
    assert {claim.n for claim in fig2.claims(fake) if claim.statement in better} == {len(fake.seeds)}
    plant(fake, fig2.trial(CONFIG, "heuristic"), RISING, 0.1, draws=[0])
    plant(fake, fig2.trial(CONFIG, "penalty"), [0.1, 0.5, 0.5, 0.5, 0.5], 0.1, draws=[1, 2, 3])
    assert {claim.n for claim in fig2.claims(fake) if claim.statement in better} == {0}


def test_whole_sweeps_are_compared_unless_a_winner_still_rises(fake):
    """More passes might have made the sweep dearer."""

    def compared():
        made = [claim for claim in fig2.claims(fake) if claim.statement == "early-stopping-fast"]
        return {claim.text[-4:].strip(): claim.n for claim in made}

    for strategy in fig2.STRATEGIES:
        plant(fake, fig2.trial(CONFIG, strategy), SETTLED, 0.1)
    assert compared() == {"(i)": 4, "(ii)": 4}
    plant(fake, fig2.trial(CONFIG, "penalty"), RISING, 0.1, draws=[0])
    assert compared() == {"(i)": 4, "(ii)": 0}
    plant(fake, fig2.trial(CONFIG, "none"), RISING, 0.1, draws=[0])
    assert compared() == {"(i)": 0, "(ii)": 0}


def test_whole_sweeps_are_compared(fake):
    """Of all candidates, each by what it took, and not of the winner alone."""
    sweep(fake, {"heuristic": 900, "penalty": 100, "none": 500})
    tried = {each: len(fake.records(fig2.trial(CONFIG, each))[0].candidates) for each in fig2.STRATEGIES}
    assert tried["penalty"] > tried["none"] == tried["heuristic"] > 1
    made = {claim.text[-4:]: claim for claim in fig2.claims(fake) if claim.statement == "early-stopping-fast"}
    assert [claim.verdict for claim in made.values()] == ["reproduced", "not reproduced"]
    counts = [cost.sweeps(fake, fig2.trial(CONFIG, each)).mean() for each in ("none", "heuristic")]
    assert counts == pytest.approx([tried[each] * (n + 0.15) for each, n in (("none", 501), ("heuristic", 901))])
    shown = fig2.table(fake).set_index("strategy")["inner products of the sweep"]
    assert shown[fig2.STRATEGIES["none"][0]] == pytest.approx(counts[0])


def test_a_fixed_step_may_be_better_but_not_a_point_worse(fake):
    """Than that form of (i) which is better on validation, though not on test."""
    for better, other in (("heuristic", "decreasing"), ("decreasing", "heuristic")):
        for strategy, valid in ((better, 0.5), (other, 0.4)):
            plant(fake, fig2.trial(CONFIG, strategy), [valid], 0.1)
        for percent, verdict in ((45.0, "reproduced"), (41.5, "reproduced"), (40.0, "not reproduced")):
            give(fake, fig2.trial(CONFIG, better), 42.0)
            give(fake, fig2.trial(CONFIG, other), 48.0)
            give(fake, fig2.trial(CONFIG, "penalty"), percent)
            made = [claim for claim in fig2.claims(fake) if claim.statement == "fixed-step-sufficient"]
            assert verdicts(made) == {verdict}


def test_the_cap_is_that_of_one_negative_a_positive():
    caps = {fig2.trial(STANDARD, strategy).passes for strategy in fig2.STRATEGIES}
    assert caps == {svm_trial(STANDARD, NATURAL, "fv16").passes}


def test_the_first_step_of_the_heuristic_follows_from_the_penalty(fake):
    trial = fig2.trial(CONFIG, "heuristic")
    plant(fake, trial, [0.1], 0.3)
    steps = WeightedOneVsRest(schedule="optimal", penalty=PENALTY, step=0.3)._steps()
    np.testing.assert_allclose(fig2.first_steps(fake, "heuristic"), steps.eta0)
    assert set(fig2.first_steps(fake, "none")) <= set(fig2.LADDERS["step"].start)


def plant(store, trial, valid, step, draws=range(4)):
    """Give each winner of a trial, in these draws, this curve, this step, and a penalty."""

    def planted(record, seed):
        if seed not in draws:
            return record
        passes, swept = checkpoints(100)[: len(valid)], {"step": step, "penalty": PENALTY}
        done = {"n_passes": trial.most_passes}
        return with_winner(record, valid=valid, passes=passes, params=record.best.params | swept, **done)

    rewrite(store, trial, planted)


def sweep(store, tries):
    """Let every candidate of a strategy take so many inner products with wrong classes, and one with the right one."""
    for strategy, count in tries.items():

        def planted(candidate, seed, count=count):
            looks, trained = len(candidate.passes), candidate.n_passes
            share = candidate.passes[-1] / trained  # what follows the best checkpoint counts as well
            counted = (count + 0.1 * seed + 1) * share - candidate.passes[-1]
            return replace(candidate, n_tries=[counted] * looks)

        change_candidates(store, fig2.trial(CONFIG, strategy), planted)
