"""What Wsabie++ does without, on records made by hand."""

import pytest
from fake_results import CLASSES, CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import alternatives
from manyclass.exhibits.gupta2014 import trials as gupta

CASES = [(variant, dataset) for variant, each in alternatives.ALTERNATIVES.items() for dataset in each.sets]


@pytest.mark.parametrize(
    ("points", "verdict"), [(0.3, "reproduced"), (0.7, "not reproduced"), (-0.7, "not reproduced")]
)
@pytest.mark.parametrize(("variant", "dataset"), CASES)
def test_similar_is_within_half_a_point_of_the_row_it_starts_from(fake, variant, dataset, points, verdict):
    of_table8 = gupta.row_trial(CONFIG, dataset, alternatives.ALTERNATIVES[variant].row)
    trial = alternatives.trial(CONFIG, dataset, variant)
    assert trial.depends_on == of_table8
    rewrite(fake, of_table8, lambda r, seed: with_winner(r, test={"accuracy": 0.2 + 0.01 * seed}))
    rewrite(
        fake,
        trial,
        lambda r, seed: with_winner(r, test={"accuracy": 0.2 + 0.01 * seed + points / 100 + 1e-5 * seed}),
    )
    name = alternatives.ALTERNATIVES[variant].name
    (found,) = [claim for claim in alternatives.claims(fake) if claim.text.startswith(f"{dataset}, {name}:")]
    assert (found.statement, found.verdict) == (alternatives.ALTERNATIVES[variant].statement, verdict)


@pytest.mark.parametrize(("share", "verdict"), [(1, "reproduced"), (0.8, "reproduced"), (0.3, "not reproduced")])
def test_the_largest_number_of_negatives_is_chosen(fake, share, verdict):
    trial = alternatives.trial(CONFIG, "imagenet16k", alternatives.NEGATIVES)
    number = round(share * (CLASSES - 1))
    rewrite(fake, trial, lambda r, seed: with_winner(r, params={"max_tries": number - (seed == 3)}))
    (found,) = [claim for claim in alternatives.claims(fake) if "negatives chosen" in claim.text]
    assert found.verdict == verdict


def test_every_alternative_is_swept():
    swept = {trial.variant: trial.search for trial in alternatives.trials(CONFIG)}
    assert set(swept["by-element"]) == {"step", "margin"}
    assert [set(group) for group in swept["ball"]] == [{"radius"}, {"step", "margin"}]
    assert set(swept[alternatives.NEGATIVES]) == {"max_tries"}
