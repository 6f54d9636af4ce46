"""Figure 3 on records made by hand."""

from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import fig3
from manyclass.exhibits.perronnin2012.trials import FOUR, MEASURES, fisher_sizes, svm_trial


def test_claims_ask_whether_the_spread_falls(fake):
    *_, largest = fisher_sizes(CONFIG)
    for measure in MEASURES:
        for features in fisher_sizes(CONFIG):
            for place, method in enumerate(FOUR):
                percent = 50 + place / 10 if features == largest else 10 + 2 * place
                give(fake, svm_trial(CONFIG, method, features), percent, measure)
    claims = fig3.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(fig3.STATEMENTS)
    for measure in MEASURES:
        give(fake, svm_trial(CONFIG, "WAR", largest), 90, measure)
    assert verdicts(fig3.claims(fake), "spread") == {"not reproduced"}


def test_the_spread_is_one_of_points_and_not_of_shares(fake):
    smallest, *_, largest = fisher_sizes(CONFIG)
    for measure in MEASURES:
        for place, method in enumerate(FOUR):
            give(fake, svm_trial(CONFIG, method, smallest), 10 + place / 2, measure)  # a seventh of the mean
            give(fake, svm_trial(CONFIG, method, largest), 50 + place, measure)
    assert len(fisher_sizes(CONFIG)) == 2
    assert verdicts(fig3.claims(fake), "spread") == {"not reproduced"}
