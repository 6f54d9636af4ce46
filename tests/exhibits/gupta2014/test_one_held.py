"""Step or margin held: what is swept, and when it is as good as the whole sweep."""

import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits import statements
from manyclass.exhibits.gupta2014 import one_held
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import estimators

SET = "web21k"


@pytest.mark.parametrize("held", one_held.SWEPT)
@pytest.mark.parametrize("row", one_held.METHODS)
def test_one_is_held_in_the_middle_and_the_other_swept_as_in_table_8(row, held):
    trial, whole = one_held.trial(CONFIG, SET, row, held), gupta.row_trial(CONFIG, SET, row)
    ladders = groups(estimators.load(gupta.method_of(row)).search)[0]
    assert trial.fixed == {held: ladders[held].start[1]}
    assert trial.search == {one_held.SWEPT[held]: ladders[one_held.SWEPT[held]]}
    assert (trial.depends_on, trial.passes, trial.halving) == (whole, whole.passes, whole.halving)
    assert {held, one_held.SWEPT[held]} == {"step", "margin"}


def give(store, points, steps, valid=0.9):
    """Let Wsabie's whole sweep choose these steps, draw by draw, and a held step be so many points ahead on test."""

    def whole(record, seed):
        return with_winner(
            record, test={"accuracy": 0.2 + 0.01 * seed}, params=record.best.params | {"step": steps[seed]}
        )

    rewrite(store, gupta.row_trial(CONFIG, SET, "wsabie"), whole)
    measured = {seed: {"accuracy": 0.2 + 0.01 * seed + points / 100 + 1e-5 * seed} for seed in store.seeds}
    held = one_held.trial(CONFIG, SET, "wsabie", "step")
    rewrite(store, held, lambda record, seed: with_winner(record, test=measured[seed], valid=[valid]))
    return [each for each in one_held.claims(store) if each.text.startswith(f"{SET}, Wsabie, ")]


@pytest.mark.parametrize(("points", "verdict"), [(0.4, "reproduced"), (-0.7, "not reproduced")])
def test_similar_is_within_half_a_point_of_the_whole_sweep(fake, points, verdict):
    (found,) = give(fake, points, [0.003, 0.01, 0.003, 0.003])
    assert (found.verdict, found.on, found.n) == (verdict, (SET,), 4)
    assert "step held" in found.text


def test_only_what_costs_less_validation_accuracy_is_held(fake):
    (found,) = give(fake, 0.4, [0.003, 0.01, 0.003, 0.003], valid=0.0)
    assert one_held.better_held(fake) == "margin"
    assert "margin held" in found.text
    assert len(one_held.claims(fake)) == len(one_held.METHODS) * len(gupta.SETS)


@pytest.mark.parametrize(("points", "verdict"), [(0.0, "reproduced"), (0.7, "not reproduced")])
def test_where_the_whole_sweep_chose_the_value_held_the_difference_counts(fake, points, verdict):
    assert one_held.middle("wsabie", "step") == 0.003
    (found,) = give(fake, points, [0.003] * 4)
    assert (found.verdict, found.n) == (verdict, 4)
    assert len(one_held.claims(fake)) == len(one_held.METHODS) * len(gupta.SETS)


def test_it_is_calibrated_where_its_outcomes_were_known_when_the_rule_was_said():
    calibrated = {each.id: each.calibrated(gupta.SETS) for each in statements.listed("gupta2014").values()}
    assert calibrated["one-can-be-fixed"] == ["imagenet16k"]
    of_another = {name for name, sets in calibrated.items() if "imagenet22k" in sets}
    assert of_another == {"table8-order", "exact-neighbours-best", "table8-wsabie-doubled"}
