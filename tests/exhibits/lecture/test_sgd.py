"""Projected SGD on made-up records: what turns the verdicts."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, rewrite, verdicts

from manyclass.exhibits.lecture import sgd


def test_outputs_and_orders_are_compared_on_the_test_part_after_the_last_pass(fake):
    """On validation, which chooses, the order of all is the reverse."""

    def trained(candidate, seed):
        params = candidate.params
        high = (0 if params["replacement"] else 10) + (5 if params["average_from"] == 1 else 0)
        accuracy = (30 + high + 0.1 * seed) / 100
        return replace(candidate, valid=[1 - accuracy] * 2, test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.batches_trial(CONFIG), trained)
    claims = sgd.claims(fake)
    assert verdicts(claims, "test accuracy: mini-batches without replacement") == {"reproduced"}
    assert verdicts(claims, "after pass 1, validation accuracy") == {"not reproduced"}
    assert verdicts(claims, "since T0 = 1 is more accurate") == {"reproduced"}
    assert verdicts(claims, "since T0 = 3 is more accurate") == {"not reproduced"}


def test_the_first_pass_is_that_of_the_candidate_best_after_it(fake):
    """The candidate that is best after the last pass is worse after the first, without replacement."""

    def two(record, seed):
        candidates = [
            replace(each, valid=[first + 0.001 * seed, last])
            for each in record.candidates
            for first, last in (((0.2, 0.9), (0.6, 0.8)) if not each.params["replacement"] else ((0.4, 0.9),))
        ]
        return replace(record, candidates=candidates)

    rewrite(fake, sgd.batches_trial(CONFIG), two)
    assert verdicts(sgd.claims(fake), "after pass 1, validation accuracy") == {"reproduced"}
    rows = sgd.table(fake).set_index(["order", "output"])["first pass, validation, %"]
    assert rows["without replacement", "last W"].iloc[0].mean == pytest.approx(60.15)


def test_balls_are_compared_with_none(fake):
    def by_radius(candidate, seed):
        accuracy = 0.2 + 0.01 * seed + 0.3 * (candidate.params["radius"] != sgd.NONE)
        return replace(candidate, test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.balls_trial(CONFIG), by_radius)
    assert verdicts(sgd.claims(fake), "in a ball") == {"reproduced"}


@pytest.mark.parametrize(("by", "verdict"), [(0.001, "reproduced"), (0.1, "not reproduced")])
def test_fixed_steps_without_a_ball_are_compared_as_they_are(fake, by, verdict):
    """Whatever the best step without a ball is."""
    steps = sgd.ETAS[CONFIG["scale"]]

    def by_step(candidate, seed):
        accuracy = 0.4 + 0.001 * seed - by * steps.index(candidate.params["step"])
        return replace(candidate, test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.scales_trial(CONFIG), by_step)
    assert verdicts(sgd.claims(fake), "without a ball, η0") == {verdict}


@pytest.mark.parametrize("size", ["smoke", "standard", "full"])
def test_without_a_ball_the_step_is_swept_as_within_one(size):
    """By the estimator's own ladder, which goes on while the best stands at its end."""
    declared = sgd.balls_trial({"scale": size})
    assert sgd.NONE in declared.series["radius"]
    assert declared.search is None and "step" not in declared.fixed | declared.series


def test_the_ball_is_chosen_on_validation(fake):
    """The radius that is best on the test part is no better on validation than none."""

    def by_radius(candidate, seed):
        inside, smallest = candidate.params["radius"] != sgd.NONE, candidate.params["radius"] == sgd.BALLS[0]
        accuracy = (0.9 if smallest else 0.1 if inside else 0.5) + 0.01 * seed
        valid = 0.1 if smallest else 0.3
        return replace(candidate, valid=[valid, valid], test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.balls_trial(CONFIG), by_radius)
    assert verdicts(sgd.claims(fake), "in a ball") == {"not reproduced"}


def test_the_step_without_a_ball_is_chosen_on_validation(fake):
    """The step that is best on the test part is the worst on validation, so that the ball is not beaten by it."""

    def by_step(candidate, seed):
        inside, first = candidate.params["radius"] != sgd.NONE, candidate.params["step"] == 1000
        accuracy = (0.5 if inside else 0.9 if first else 0.1) + 0.01 * seed
        valid = 0.1 if first else 0.3
        return replace(candidate, valid=[valid, valid], test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.balls_trial(CONFIG), by_step)
    assert verdicts(sgd.claims(fake), "in a ball") == {"reproduced"}
    last = sgd.table(fake).set_index("chosen (η0, ρ)")
    assert last.loc["(10000, none)", "test, %"].mean == pytest.approx(11.5)


@pytest.mark.parametrize(("start", "without"), [(None, 0), (0, 0), (1, 1)])
def test_no_average_is_drawn_where_there_is_none(fake, start, without):
    for order in sgd.ORDERS:
        drawn = np.isfinite(sgd._averaged(fake, order, start)).all(axis=0)
        assert drawn.tolist() == [False] * without + [True] * (len(drawn) - without)
