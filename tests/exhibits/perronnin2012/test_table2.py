"""Table 2 on records made by hand."""

import pytest
from fake_results import CONFIG, fail, path, verdicts
from made_accuracies import NOISE, give
from scipy import stats

from manyclass.exhibits.perronnin2012 import cost, table2
from manyclass.exhibits.perronnin2012.trials import FEATURES, FOUR, MEASURES, svm_trial


def print_table2(store):
    """Give the methods the numbers of the printed table 2."""
    for (measure, kind), numbers in table2.PRINTED.items():
        for method, percent in zip(FOUR, numbers):
            give(store, svm_trial(CONFIG, method, FEATURES[kind]), percent, measure)


def test_the_printed_table_reproduces_every_claim(fake):
    print_table2(fake)
    claims = table2.claims(fake)
    of_others = [claim for claim in claims if claim.statement != "weighted-always-best"]
    assert verdicts(of_others) == {"reproduced"}
    assert {claim.statement for claim in claims} == set(table2.STATEMENTS)


def always_best(store):
    return {claim.text: claim.verdict for claim in table2.claims(store) if claim.statement == "weighted-always-best"}


def test_w_ovr_is_not_always_best_in_the_printed_table(fake):
    print_table2(fake)
    made = always_best(fake)
    assert len(made) == 4 * 4
    assert [text for text, verdict in made.items() if verdict != "reproduced"] == [
        *(f"FV, top-1: w-OVR is more accurate than {method}" for method in FOUR[1:]),
        "FV, top-5: w-OVR is more accurate than WAR",
    ]
    for measure in MEASURES:
        give(fake, svm_trial(CONFIG, "w-OVR", FEATURES["FV"]), 67.0, measure)
        give(fake, svm_trial(CONFIG, "WAR", FEATURES["FV"]), 64.5, measure)
    assert set(always_best(fake).values()) == {"reproduced"}
    give(fake, svm_trial(CONFIG, "WAR", FEATURES["FV"]), 63.5)
    against = [text for text, verdict in always_best(fake).items() if verdict != "reproduced"]
    assert against == ["FV, top-1: WAR is less than 3 points behind w-OVR"]


def of_statement(store, statement, part=""):
    return verdicts([claim for claim in table2.claims(store) if claim.statement == statement], part)


def test_alike_are_the_best_and_the_worst(fake):
    """Of which each may be within the margin of w-OVR and both not of each other."""
    print_table2(fake)
    give(fake, svm_trial(CONFIG, "MUL", FEATURES["FV"]), 46.5)
    give(fake, svm_trial(CONFIG, "RNK", FEATURES["FV"]), 45.0)
    assert of_statement(fake, "table2-alike-top1") == {"not reproduced"}
    assert of_statement(fake, "table2-alike-top5") == {"reproduced"}
    give(fake, svm_trial(CONFIG, "MUL", FEATURES["FV"]), 63.5, "top-5")
    assert of_statement(fake, "table2-alike-top5") == {"not reproduced"}


def test_the_gap_is_one_of_points_and_not_of_shares(fake):
    print_table2(fake)
    for place, method in enumerate(FOUR):
        give(fake, svm_trial(CONFIG, method, FEATURES["BOV"]), 10 + place / 3)  # a tenth of the mean
        give(fake, svm_trial(CONFIG, method, FEATURES["FV"]), 50 + place)
    assert of_statement(fake, "table2-gap-shrinks", "top-1") == {"not reproduced"}
    assert of_statement(fake, "table2-gap-shrinks", "top-5") == {"reproduced"}


@pytest.mark.parametrize("kind", FEATURES)
def test_the_multiclass_svm_may_stand_better_at_top5(fake, kind):
    print_table2(fake)
    give(fake, svm_trial(CONFIG, "MUL", FEATURES[kind]), table2.printed("top-5", kind)["RNK"] + 5, "top-5")
    made = [claim for claim in table2.claims(fake) if claim.statement == "multiclass-first-ranking-five"]
    assert {claim.text[:2]: claim.verdict for claim in made} == {
        each[:2]: "not reproduced" if each == kind else "reproduced" for each in FEATURES
    }
    assert [claim.printed_value for claim in made] == pytest.approx([1.9 + 2.8, 0.1 + 1.0])


def test_the_table_shows_what_was_measured(fake):
    print_table2(fake)
    half = stats.t.ppf(0.975, len(NOISE) - 1) * stats.sem(NOISE)
    shown = table2.table(fake).set_index("method")
    printed, ours = shown["BOV, top-5: printed"], shown["BOV, top-5"]
    assert float(printed["RNK"]) == 41.2
    assert ours["RNK"].mean == pytest.approx(41.2) and ours["RNK"].half == pytest.approx(half)
    assert printed.iloc[-1] == pytest.approx(100 * (46.4 - 38.4) / ((46.4 + 38.4 + 41.2 + 44.2) / 4))
    assert ours.iloc[-1].mean == pytest.approx(printed.iloc[-1], rel=1e-3)
    assert ours.iloc[-2].mean == pytest.approx(printed.iloc[-2]) == pytest.approx(46.4 - 38.4)
    assert len(shown) > len(FOUR) + 2  # with baselines


def test_the_table_turned_round_reproduces_no_order(fake):
    for measure in MEASURES:
        printed = dict(zip(FOUR, table2.PRINTED[measure, "BOV"]))
        for percent, method in enumerate(sorted(FOUR, key=printed.get, reverse=True)):
            give(fake, svm_trial(CONFIG, method, FEATURES["BOV"]), 20.0 + percent, measure)
    orders = [claim for claim in table2.claims(fake) if "order" in claim.statement]
    assert len(orders) == 8  # three neighbours and a correlation each
    assert verdicts(orders) == {"not reproduced"}


@pytest.mark.parametrize("method", table2.RANKING)
@pytest.mark.parametrize(("measure", "kind"), table2.PRINTED)
def test_a_ranking_svm_that_is_ahead_by_more_than_the_margin_is_better(fake, method, measure, kind):
    print_table2(fake)
    percent = table2.printed(measure, kind)["w-OVR"] + table2.AHEAD + 0.5
    give(fake, svm_trial(CONFIG, method, FEATURES[kind]), percent, measure)
    made = {each.text: each.verdict for each in table2.claims(fake) if each.statement == "ranking-no-better"}
    against = [text for text, verdict in made.items() if verdict == "not reproduced"]
    assert len(made) == 8 and set(made.values()) == {"reproduced", "not reproduced"}
    assert [text.startswith(f"table 2, {kind}, {measure}: {method} is") for text in against] == [True]


def test_a_failure_is_marked_wherever_it_is_shown(fake):
    trial = svm_trial(CONFIG, "MUL", "fv16")
    for seed in fake.seeds:
        fail(path(fake, trial, seed))
    shown = table2.table(fake).set_index("method")["FV, top-1"]
    listed = cost.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv16", "MUL")]
    assert shown["MUL"] == listed["passes"] == "failed: ValueError: no luck"
    assert "undecided" in verdicts(table2.claims(fake), "FV, top-1")
