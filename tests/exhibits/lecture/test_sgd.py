"""Projected SGD on made-up records: what turns the verdicts."""

from dataclasses import replace

from fake_results import CONFIG, change_candidates, verdicts

from manyclass.exhibits.lecture import sgd


def test_curves_are_those_of_order_and_average(fake):
    def curve(candidate, seed):
        params = candidate.params
        high = (0 if params["replacement"] else 10) + (5 if params["average_from"] == 1 else 0)
        return replace(candidate, valid=[(20 + high + 0.1 * seed) / 100, (30 + high + 0.1 * seed) / 100])

    change_candidates(fake, sgd.batches_trial(CONFIG), curve)
    claims = sgd.claims(fake)
    assert verdicts(claims, "without replacement are more accurate") == {"reproduced"}
    assert verdicts(claims, "since T0 = 1 is more accurate") == {"reproduced"}
    assert verdicts(claims, "since T0 = 3 is more accurate") == {"not reproduced"}


def test_balls_are_compared_with_none(fake):
    def by_radius(candidate, seed):
        accuracy = 0.2 + 0.01 * seed + 0.3 * (candidate.params["radius"] != sgd.NONE)
        return replace(candidate, test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.balls_trial(CONFIG), by_radius)
    claims = sgd.claims(fake)
    assert verdicts(claims, "in a ball") == {"reproduced"}
    assert verdicts(claims, "without a ball, η0") == {"reproduced"}


def test_the_ball_is_chosen_on_validation(fake):
    """The radius that is best on the test part is no better on validation than none."""

    def by_radius(candidate, seed):
        inside, smallest = candidate.params["radius"] != sgd.NONE, candidate.params["radius"] == sgd.BALLS[0]
        accuracy = (0.9 if smallest else 0.1 if inside else 0.5) + 0.01 * seed
        valid = 0.1 if smallest else 0.3
        return replace(candidate, valid=[valid, valid], test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, sgd.balls_trial(CONFIG), by_radius)
    assert verdicts(sgd.claims(fake), "in a ball") == {"not reproduced"}
