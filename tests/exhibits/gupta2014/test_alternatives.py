"""What Wsabie++ does without, on records made by hand."""

import pytest
from fake_results import CLASSES, CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import alternatives
from manyclass.exhibits.gupta2014 import trials as gupta

CASES = [(variant, dataset) for variant in alternatives.ALTERNATIVES for dataset in alternatives.SETS]


@pytest.mark.parametrize(("points", "verdict"), [(0.3, "reproduced"), (0.7, "not reproduced"), (-0.7, "reproduced")])
@pytest.mark.parametrize(("variant", "dataset"), CASES)
def test_to_gain_nothing_is_to_gain_less_than_half_a_point(fake, variant, dataset, points, verdict):
    trial, against = (each(CONFIG, dataset, variant) for each in (alternatives.trial, alternatives.compared_with))
    rewrite(fake, against, lambda r, seed: with_winner(r, test={"accuracy": 0.2 + 0.01 * seed}))
    rewrite(
        fake,
        trial,
        lambda r, seed: with_winner(r, test={"accuracy": 0.2 + 0.01 * seed + points / 100 + 1e-5 * seed}),
    )
    name = alternatives.ALTERNATIVES[variant].name
    (found,) = [claim for claim in alternatives.claims(fake) if claim.text.startswith(f"{dataset}, {name}:")]
    assert (found.statement, found.verdict) == (alternatives.ALTERNATIVES[variant].statement, verdict)


def test_all_start_from_wsabie_pp_and_a_ball_is_compared_with_the_same_sweep_without():
    for variant, dataset in CASES:
        row = gupta.row_trial(CONFIG, dataset, alternatives.METHOD)
        trial, against = (each(CONFIG, dataset, variant) for each in (alternatives.trial, alternatives.compared_with))
        assert trial.depends_on == row
        if variant != alternatives.BALL:
            assert against == row
            continue
        assert (against.depends_on, against.fixed) == (row, trial.fixed)
        assert trial.search[1] == against.search


@pytest.mark.parametrize("dataset", alternatives.SETS)
@pytest.mark.parametrize(("less", "verdict"), [(0, "reproduced"), (1, "not reproduced")])
def test_the_largest_number_of_negatives_is_chosen(fake, less, verdict, dataset):
    """And not one that is next to it."""
    trial = alternatives.trial(CONFIG, dataset, alternatives.NEGATIVES)
    rewrite(fake, trial, lambda r, seed: with_winner(r, params={"max_tries": CLASSES - 1 - less}))
    (found,) = [claim for claim in alternatives.claims(fake) if f"{dataset}: the number" in claim.text]
    assert found.verdict == verdict


def test_every_alternative_is_swept():
    swept = {trial.variant: trial.search for trial in alternatives.trials(CONFIG)}
    assert set(swept["by-element"]) == {"step", "margin"}
    assert [set(group) for group in swept["ball"]] == [{"radius"}, {"step", "margin"}]
    assert [set(group) for group in swept[alternatives.NEGATIVES]] == [{"max_tries"}, {"step", "margin"}]
