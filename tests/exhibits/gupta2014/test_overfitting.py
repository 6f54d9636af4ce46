"""Validation against test, on records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, fail, path, rewrite, with_winner

from manyclass.exhibits.gupta2014 import overfitting
from manyclass.exhibits.gupta2014 import trials as gupta

ROW = "wsabie"


def give(store, points):
    """Let each set's winners be so many points better on validation than on test, and a little by draw."""
    for dataset, more in zip(gupta.SETS, points):

        def change(record, seed, more=more):
            return with_winner(record, valid=[0.2 + more / 100 + 1e-4 * seed], test={"accuracy": 0.2})

        rewrite(store, gupta.row_trial(CONFIG, dataset, ROW), change)


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        ((0.3, 0.3, 0.3, 0.3), "reproduced"),
        ((3, -3, 3, -3), "reproduced"),
        ((0.8, 0.8, 0.8, 0.8), "not reproduced"),
        ((-0.8, -0.8, -0.8, -0.8), "not reproduced"),
    ],
)
def test_the_mean_over_the_sets_decides(fake, points, verdict):
    give(fake, points)
    found = {claim.text.partition(":")[0]: claim.verdict for claim in overfitting.claims(fake)}
    assert found[gupta.NAMES[ROW]] == verdict
    assert len(found) == len(overfitting.ROWS)
    valid, test = overfitting.accuracies(fake, ROW)
    np.testing.assert_allclose(valid - test, np.mean(points) + 0.01 * np.arange(4))


def test_a_draw_that_failed_on_one_set_is_none(fake):
    fail(path(fake, gupta.row_trial(CONFIG, "web21k", ROW), 1))
    valid, test = overfitting.accuracies(fake, ROW)
    assert np.isnan(valid).tolist() == np.isnan(test).tolist() == [False, True, False, False]
