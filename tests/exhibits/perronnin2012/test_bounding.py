"""A ball against a penalty, on records made by hand."""

from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import bounding
from manyclass.kernels.sgd.violator_sampling import Warp
from manyclass.methods.base.sgd.penalised import HINGE
from manyclass.protocol.trial import estimators

STANDARD = {"scale": "standard"}


def test_a_point_is_the_margin(fake):
    penalised, in_ball, neither = bounding.trials(CONFIG)
    give(fake, penalised, 40.0)
    give(fake, neither, 38.0)
    for percent, verdict in ((40.5, "reproduced"), (42.0, "not reproduced")):
        give(fake, in_ball, percent)
        assert verdicts(bounding.claims(fake)) == {verdict}


def test_both_have_one_loss_one_sampler_and_one_weight_of_ranks():
    penalised, in_ball, neither = bounding.trials(STANDARD)
    made = [estimators.load(trial.method)(**trial.fixed) for trial in (penalised, in_ball, neither)]
    assert {each.rank_weight for each in made} == {"harmonic"}
    assert {each.adaptation for each in made} == {"fixed"}
    assert {each.intercept for each in made} == {0.0}
    assert all(isinstance(each.sampler, Warp) for each in made)
    assert made[2].penalty == 0 and set(neither.search) == {"step"}
    assert made[1].margin == HINGE.margin
    assert (penalised.passes, penalised.patience) == (in_ball.passes, in_ball.patience)


def test_two_bounds_that_do_nothing_are_not_compared(fake):
    for trial in bounding.trials(CONFIG):
        give(fake, trial, 40.0)
    (made,) = bounding.claims(fake)
    assert made.verdict == "undecided" and made.n == 0 and "not tested" in made.text


def test_the_table_says_what_was_chosen(fake):
    frame = bounding.table(fake).set_index("regularisation")
    assert list(frame.index) == ["penalty", "ball", "neither"]
    known = frame[["step", "penalty", "radius"]].notna()
    assert known.to_numpy().tolist() == [[True, True, False], [True, False, True], [True, False, False]]
