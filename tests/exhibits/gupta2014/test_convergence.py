"""Convergence on records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import convergence
from manyclass.exhibits.gupta2014 import trials as gupta


@pytest.mark.parametrize(("early", "verdict"), [(0.8, "reproduced"), (0.7, "not reproduced")])
def test_early_is_the_share_reached_after_a_fifth_of_the_passes(fake, early, verdict):
    def curve(record, seed):
        end = 0.1 + 0.01 * seed
        return with_winner(record, valid=[0.0, early * end + 1e-5 * seed, *[end / 2] * 7, end])  # the second of ten

    rewrite(fake, convergence.curve_trial(CONFIG, "wsabie"), curve)
    text = "Wsabie: about 80 % (at least 75 %) of the final validation accuracy is reached in the first fifth"
    assert {claim.text: claim.verdict for claim in convergence.claims(fake)}[text] == verdict


@pytest.mark.parametrize(("errors", "verdict"), [(1.0, "reproduced"), (3.0, "not reproduced")])
def test_validation_and_test_are_compared_by_the_counting_error(fake, errors, verdict):
    size = fake.card(convergence.SET)["test"]

    def set_apart(record, seed):
        valid = 0.2 + errors * np.sqrt(2 * 0.2 * 0.8 / size)
        return with_winner(record, test={"accuracy": 0.2 + 1e-5 * seed}, valid=[valid])

    rewrite(fake, convergence.curve_trial(CONFIG, "auc_ranking"), set_apart)
    text = "AUC sampling: accuracies on validation and test part are statistically similar"
    assert [claim.verdict for claim in convergence.claims(fake) if claim.text.startswith(text)] == [verdict]


def test_curves_start_from_their_own_rows_winners():
    for row in convergence.CURVES:
        trial = convergence.curve_trial(CONFIG, row)
        assert trial.depends_on == gupta.row_trial(CONFIG, convergence.SET, row)
        assert (trial.grid, trial.passes) == ({}, 2 * trial.depends_on.passes)
    assert len({convergence.curve_trial(CONFIG, row) for row in convergence.CURVES}) == len(convergence.CURVES)
