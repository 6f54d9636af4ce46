"""A penalty on a small set, on records made by hand."""

from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import small
from manyclass.protocol.data.make import parameters

STANDARD = {"scale": "standard"}


def test_the_printed_numbers_reproduce_the_claim_and_turned_round_they_do_not(fake):
    explicit, implicit = small.trials(CONFIG)
    for percents, verdict in (((62.1, 60.2), "reproduced"), ((60.2, 62.1), "not reproduced")):
        for trial, percent in zip((explicit, implicit), percents):
            give(fake, trial, percent)
        assert verdicts(small.claims(fake)) == {verdict}


def test_the_set_is_of_the_size_of_the_document_s():
    """PASCAL VOC 2007: 20 classes, 2,501 images to train on, 2,510 to validate, 4,952 to test."""
    (name,) = {trial.dataset for trial in small.trials(STANDARD)}
    drawn = parameters(name, "standard")
    assert (drawn.classes, drawn.train, drawn.valid, drawn.test) == (20, 2501, 2510, 4952)


def test_only_one_of_them_has_a_penalty():
    explicit, implicit = small.trials(STANDARD)
    assert "penalty" in explicit.search[0] and "penalty" not in {**implicit.search, **implicit.fixed}
    assert explicit.search[1]["balance"] == implicit.search["balance"]
