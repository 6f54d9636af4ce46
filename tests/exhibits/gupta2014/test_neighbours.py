"""Nearest neighbours beside Wsabie++."""

import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import neighbours
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.trial import estimators


@pytest.mark.parametrize(("ahead", "verdict"), [(0.01, "reproduced"), (-0.01, "not reproduced")])
def test_compared_draw_by_draw_on_each_set(fake, ahead, verdict):
    both = neighbours.trial(CONFIG, "web97k"), gupta.row_trial(CONFIG, "web97k", neighbours.ROW)
    for trial, more in zip(both, (ahead, 0)):
        rewrite(fake, trial, lambda r, seed, more=more: with_winner(r, test={"accuracy": 0.2 + 0.1 * seed + more}))
    found = {claim.on: claim.verdict for claim in neighbours.claims(fake)}
    assert found["web97k",] == verdict
    assert len(found) == len(gupta.SETS)


def test_what_is_swept_are_parameters_of_the_classifier():
    cls = estimators.load("nearest_neighbours", neighbours.FACTORY)
    assert {name for group in neighbours.SEARCH for name in group} == {*cls().get_params()}
