"""Table 8 on records made by hand."""

import itertools
import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from fake_results import CONFIG, MadeUp, fail, path, rewrite, with_winner
from scipy import stats

from manyclass.exhibits.gupta2014 import table6, table8
from manyclass.exhibits.gupta2014 import trials as gupta


def give(store, dataset, row, accuracies, size=1000):
    """Give every seed's winner this test accuracy."""

    def measured(record, seed):
        test = record.test | {"accuracy": accuracies[seed]}
        return replace(with_winner(record, test=test), n_parameters=size)

    rewrite(store, gupta.row_trial(CONFIG, dataset, row), measured)


def verdicts(store, statement):
    return {claim.text: claim.verdict for claim in table8.claims(store) if claim.statement == statement}


def print_numbers(store):
    """Fill the records with the document's own table 8."""
    for (row, printed), (n, dataset) in itertools.product(table8.PRINTED.items(), enumerate(gupta.SETS)):
        size = 4000 if row == "one_vs_rest/as_printed" else 1000
        give(store, dataset, row, [printed[n] / 100 + e for e in (0, 1e-5, -1e-5, 0)], size)
    for n, dataset in enumerate(gupta.SETS):
        alike = table8.PRINTED["one_vs_rest/as_printed"][n] / 100
        give(store, dataset, "one_vs_rest", [alike, alike + 1e-5, alike - 1e-5, alike])
        give(store, dataset, "one_vs_rest/balance1", [0.02, 0.02, 0.02001, 0.02])
        give(store, dataset, "wsabie_pp/q0", [0.06, 0.06, 0.06001, 0.06])
        give(store, dataset, "wsabie_pp/burn_in", [0.13, 0.13, 0.13001, 0.13])


TOGETHER = "table6-together"
DOUBLED = "table8-wsabie-doubled"  # of which the document prints less than its words say: see docs/errata.md


def test_the_printed_numbers_reproduce_every_claim_but_that_of_other_words(fake):
    print_numbers(fake)
    found = table8.claims(fake)
    assert {claim.verdict for claim in found if claim.statement != DOUBLED} == {"reproduced"}
    assert [claim.verdict for claim in found if claim.statement == DOUBLED] == ["not reproduced"] * 2
    assert {claim.statement for claim in found} == {*table8.STATEMENTS}


def test_printed_numbers_lie_where_they_are_claimed_to(fake):
    for claim in table8.claims(fake):
        if np.isfinite(claim.printed_value) and claim.statement != DOUBLED:
            assert claim.range_low < claim.printed_value <= claim.range_high


def test_the_same_words_have_one_range():
    (low, high), *others = {each[3:5] for each in (*table8.RATIOS, *table6.RATIOS) if each[0] in (DOUBLED, TOGETHER)}
    assert not others and low < 7.1 / 3.7 < high


@pytest.mark.parametrize(("times", "verdict"), [(1.9, "reproduced"), (1.6, "not reproduced")])
def test_wsabie_is_almost_doubled_or_not(fake, times, verdict):
    for dataset in gupta.SETS[:2]:
        give(fake, dataset, "wsabie", [0.05, 0.051, 0.05, 0.052])
        give(fake, dataset, "wsabie_pp", [0.05 * times, 0.0511 * times, 0.05 * times, 0.052 * times])
    assert [*verdicts(fake, DOUBLED).values()] == [verdict] * 2


@pytest.mark.parametrize(
    ("statement", "row"),
    [("table8-second", row) for row in table8.OTHERS]
    + [("constant-second", row) for row in (*table8.OTHERS, "one_vs_rest/balance1")],
)
def test_the_second_is_ahead_of_all_that_follow(fake, statement, row):
    print_numbers(fake)
    give(fake, "web21k", row, [0.084, 0.0841, 0.084, 0.0842])
    found = verdicts(fake, statement)
    behind = [text for text, verdict in found.items() if verdict == "not reproduced"]
    assert [text.partition(" is more accurate than ")[2] for text in behind] == [gupta.NAMES[row]]
    assert behind[0].startswith("web21k: ") and [*found.values()].count("reproduced") == len(found) - 1


@pytest.mark.parametrize("statement", ["table8-first", "table8-gain"])
def test_a_verdict_flips_with_its_numbers_on_its_own_set(fake, statement):
    print_numbers(fake)
    give(fake, "web21k", "wsabie_pp", [0.083 - 0.002, 0.083 - 0.003, 0.083 - 0.002, 0.08])
    found = {text: verdict for text, verdict in verdicts(fake, statement).items() if text.endswith("One-vs-all SVMs")}
    assert len(found) == 4
    for text, verdict in found.items():
        assert verdict == ("not reproduced" if text.startswith("web21k") else "reproduced")


@pytest.mark.parametrize(
    ("row", "accuracy", "statement"),
    [
        ("wsabie_pp/q0", 0.1, "table8-last-violators"),
        ("wsabie_pp/burn_in", 0.05, "table8-burn-in"),
        ("one_vs_rest/as_printed", 0.05, "table8-second"),
        ("wsabie", 0.01, "table8-order"),
        ("one_vs_rest/balance1_as_printed", 0.06, "table8-balance"),
        ("ensemble_of/wsabie_pp", 0.1, "table8-ensemble-little"),
    ],
)
def test_every_order_and_ratio_can_fail(fake, row, accuracy, statement):
    print_numbers(fake)
    give(fake, "web21k", row, [accuracy] * 4)
    found = verdicts(fake, statement)
    assert "not reproduced" in {verdict for text, verdict in found.items() if text.startswith("web21k")}
    assert {verdict for text, verdict in found.items() if not text.startswith("web21k")} == {"reproduced"}


def test_the_model_must_be_smaller(fake):
    print_numbers(fake)
    give(fake, "web21k", "wsabie_pp", [0.085, 0.085, 0.085, 0.085], size=4000)
    found = verdicts(fake, "table8-smaller")
    assert [text.partition(":")[0] for text, verdict in found.items() if verdict != "reproduced"] == ["web21k"]


@pytest.mark.parametrize("row", ["wsabie_pp", "ensemble_of/wsabie_pp"])
def test_the_least_gain_is_that_in_percent_below_each_other_set(fake, row):
    """On web97k the gain is the smallest in points and the second largest in percent."""

    def least():
        every = verdicts(fake, "table8-least-on-web21k")
        return {text: verdict for text, verdict in every.items() if text.startswith(f"{gupta.NAMES[row]} gains")}

    print_numbers(fake)
    give(fake, "web97k", "one_vs_rest/as_printed", [0.0002] * 4)
    give(fake, "web97k", row, [0.0003] * 4)
    assert [*least().values()] == ["reproduced"] * 3
    give(fake, "imagenet16k", row, [0.095, 0.0951, 0.095, 0.0952])
    found = least()
    assert [" on imagenet16k " in text for text, verdict in found.items() if verdict == "not reproduced"] == [True]
    assert [*found.values()].count("reproduced") == 2


def test_one_vs_all_is_judged_without_a_constant_feature(fake):
    print_numbers(fake)
    give(fake, "web21k", "one_vs_rest", [0.01] * 4)
    other = {claim.statement for claim in table8.claims(fake) if claim.verdict != "reproduced"}
    assert other == {"constant-gain", "constant-second", DOUBLED}


def test_shows_the_mean_over_draws_and_the_best_run_beside_the_print(fake):
    frame = table8.table(fake).set_index("method")
    records = fake.records(gupta.row_trial(CONFIG, "web21k", "wsabie"))
    best = max(records, key=lambda record: record.valid)
    assert frame.loc["wsabie", "web21k: printed"] == 4.5
    assert frame.loc["wsabie", "web21k: best run"] == pytest.approx(100 * best.test["accuracy"])
    cell = frame.loc["ensemble_of/wsabie", "web21k: mean over draws"]
    tests = [100 * r.test["accuracy"] for r in fake.records(gupta.row_trial(CONFIG, "web21k", "ensemble_of/wsabie"))]
    low, high = stats.t.interval(0.95, 3, np.mean(tests), stats.sem(tests))
    assert (cell.mean - cell.half, cell.mean + cell.half) == pytest.approx((low, high))


def test_baselines_are_marked_as_such_and_printed_nowhere(fake):
    frame = table8.table(fake).set_index("name")
    assert list(frame.index).count("Nearest means") == 1
    rows = frame[[name.endswith("(baseline)") for name in frame.index]]
    assert "LDA" in set(rows["method"])
    for dataset in gupta.SETS:
        assert rows[f"{dataset}: printed"].isna().all()
        shown = rows.loc[rows[f"{dataset}: mean over draws"].notna(), "method"]
        assert set(shown) == {*table8.rows(CONFIG, dataset)} - {*gupta.NAMES}


@pytest.mark.parametrize("row", (table8.ONE_VS_ALL, *table8.OTHERS))
def test_the_first_is_ahead_of_every_model_but_its_own_ensemble(fake, row):
    print_numbers(fake)
    give(fake, "web21k", row, [0.09, 0.091, 0.09, 0.092])
    found = verdicts(fake, "table8-first")
    assert len(found) == 24
    behind = [text for text, verdict in found.items() if verdict == "not reproduced"]
    assert behind == [f"web21k: Wsabie++ is more accurate than {gupta.NAMES[row]}"]


def test_floor_and_ceiling_are_means_over_draws(fake):
    frame = table8.table(fake).set_index("method")
    for name in table8.CONTROLS:
        expected = 100 * fake.controls("web21k", name).mean()
        assert frame.loc[name, "web21k: mean over draws"].mean == pytest.approx(expected)


def test_a_failed_trial_is_marked_and_an_undecided_claim(fake):
    print_numbers(fake)
    for seed in range(4):
        fail(path(fake, gupta.row_trial(CONFIG, "web21k", "auc_ranking"), seed))
    frame = table8.table(fake).set_index("method")
    assert frame.loc["auc_ranking", "web21k: best run"] == "failed: ValueError: no luck"
    assert frame.loc["auc_ranking", "web97k: best run"] != "failed: ValueError: no luck"
    affected = [claim for claim in table8.claims(fake) if "web21k" in claim.on and "AUC" in claim.text]
    assert len(affected) == 5  # a neighbour on either side, the first, and the second with a constant and without
    assert {claim.verdict for claim in affected} == {"undecided"}
    assert all("0 of 4 draws" in claim.measured for claim in affected)


def test_a_missing_draw_is_counted(fake):
    fail(path(fake, gupta.row_trial(CONFIG, "web21k", "nearest_means"), 0))
    frame = table8.table(fake).set_index("method")
    assert str(frame.loc["nearest_means", "web21k: mean over draws"]).endswith("(3 of 4 draws)")


def test_printed_order_has_no_ties():
    for position in range(len(gupta.SETS)):
        assert len({printed[position] for printed in table8.PRINTED.values()}) == len(table8.PRINTED)


def test_at_large_scale_is_claimed_what_one_set_and_rows_with_all_draws_can_tell(fake):
    large = MadeUp(fake.folder, fake.shared, CONFIG | {"scale": "large"})
    large.make("gupta2014/table8")
    made = {each.statement: each for each in table8.claims(large)}
    orders = {"table8-first", "table8-second", "constant-second", "table8-last-violators", "table8-order"}
    ratios = {"table8-gain", "constant-gain", "table8-balance", "table8-wsabie-doubled"}
    assert set(made) == orders | ratios | {"table8-smaller"}
    assert "Wsabie ensemble" not in json.dumps(asdict(made["table8-order"]))
    rows = table8.table(large).set_index("method")
    assert [name for name in rows if name.endswith("best run")] == ["imagenet16k: best run"]
    ensemble = rows.loc["ensemble_of/wsabie", "imagenet16k: mean over draws"]
    assert (ensemble.n, ensemble.of) == (1, 4)
    assert not {"wsabie_pp/burn_in", "one_vs_rest/balance1"} & {*rows.index}
