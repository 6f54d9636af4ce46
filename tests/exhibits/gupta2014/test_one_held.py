"""Step or margin held: what is swept, and when it is as good as the whole sweep."""

import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import one_held
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import estimators


@pytest.mark.parametrize("held", one_held.SWEPT)
@pytest.mark.parametrize("row", one_held.METHODS)
def test_one_is_held_in_the_middle_and_the_other_swept_as_in_table_8(row, held):
    trial, whole = one_held.trial(CONFIG, row, held), gupta.row_trial(CONFIG, one_held.SET, row)
    ladders = groups(estimators.load(row).search)[0]
    assert trial.fixed == {held: ladders[held].start[1]}
    assert trial.search == {one_held.SWEPT[held]: ladders[one_held.SWEPT[held]]}
    assert (trial.depends_on, trial.passes, trial.halving) == (whole, whole.passes, whole.halving)
    assert {held, one_held.SWEPT[held]} == {"step", "margin"}


@pytest.mark.parametrize(("points", "verdict"), [(0.4, "reproduced"), (-0.7, "not reproduced")])
def test_similar_is_within_half_a_point_of_the_whole_sweep(fake, points, verdict):
    whole, held = gupta.row_trial(CONFIG, one_held.SET, "wsabie"), one_held.trial(CONFIG, "wsabie", "step")
    rewrite(fake, whole, lambda record, seed: with_winner(record, test={"accuracy": 0.2 + 0.01 * seed}))
    measured = {seed: {"accuracy": 0.2 + 0.01 * seed + points / 100 + 1e-5 * seed} for seed in fake.seeds}
    rewrite(fake, held, lambda record, seed: with_winner(record, test=measured[seed]))
    found = [claim.verdict for claim in one_held.claims(fake) if claim.text.startswith("Wsabie, step held")]
    assert found == [verdict]
    assert len(one_held.claims(fake)) == 2 * len(one_held.METHODS)
