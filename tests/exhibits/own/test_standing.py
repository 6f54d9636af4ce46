"""What is told apart from the best, by what, and what is not."""

import json
from dataclasses import replace

import numpy as np
import pytest
from fake_results import comparing, path, rewrite, with_winner
from scipy import stats

from manyclass.exhibits.own import comparison
from manyclass.exhibits.own.standing import BEHIND, BEST, TIED, UNTESTED, overlap, standings, varies_over
from manyclass.protocol.data.card import DRAWN, GIVEN, RESPLIT, TEST_GIVEN
from manyclass.protocol.files import atomic
from manyclass.protocol.metrics.confusion import correct

DATASET, WITHIN = "letters", 1.0
ACCURACIES = {  # by method, on four draws
    "nearest_means": (0.30, 0.31, 0.32, 0.33),
    "one_vs_rest": (0.60, 0.66, 0.58, 0.63),
    "wsabie_pp": (0.61, 0.62, 0.63, 0.64),
    "ours": (0.605, 0.615, 0.625, 0.635),
}


@pytest.fixture
def trials(fake):
    by_method = comparison.by_method(fake.config, DATASET)
    for method, trial in by_method.items():
        give(fake, trial, ACCURACIES[method])
    return by_method


def give(store, trial, accuracies):
    """Give the winners of a trial these test accuracies, draw by draw."""
    rewrite(
        store,
        trial,
        lambda record, seed: with_winner(record, test=record.best.test | {"accuracy": accuracies[seed]}),
    )


def declare(store, drawn):
    """Let the cards of all draws say this of the split."""
    for seed in store.seeds:
        described = store.card(DATASET, seed) | {"split": drawn}
        with atomic(store.folder / "data" / DATASET / str(seed) / "card.json") as card:
            card.write_text(json.dumps(described))


def by_hand(store, method, best="wsabie_pp", correction=0.0):
    """Uncorrected p of the t test on differences to the best."""
    difference = 100 * (np.array(ACCURACIES[method]) - ACCURACIES[best])
    n, least = len(difference), (100 / store.card(DATASET)["test"]) ** 2 / 12
    error = np.sqrt((1 / n + correction) * max(difference.var(ddof=1), least))
    return 2 * stats.t.sf(abs(difference.mean()) / error, n - 1)


@pytest.mark.parametrize("drawn", [DRAWN, RESPLIT])
def test_draws_are_compared_one_by_one_and_splits_with_the_correction(fake, trials, drawn):
    declare(fake, drawn)
    card = fake.card(DATASET)
    wide = card["test"] / card["train"] if drawn == RESPLIT else 0
    assert overlap(card) == wide
    found = standings(fake, DATASET, trials, WITHIN)
    p = {method: by_hand(fake, method, correction=wide) for method in ACCURACIES if method != "wsabie_pp"}
    largest, middle, least = sorted(p, key=p.get, reverse=True)
    assert found[least].p == pytest.approx(3 * p[least])
    assert found[middle].p == pytest.approx(max(3 * p[least], 2 * p[middle]))
    assert found[largest].p == pytest.approx(max(found[middle].p, p[largest]))
    assert {name: each.name for name, each in found.items()} == {
        "nearest_means": BEHIND,
        "one_vs_rest": TIED,
        "wsabie_pp": TIED,
        "ours": BEHIND,
    }
    assert found["ours"].practical.equal > 0.99  # surely lower, and surely by less than anyone would notice
    assert found["nearest_means"].practical.worse > 0.99


def test_a_refit_is_trained_on_validation_too(fake):
    """So that fewer samples are tested for each that is trained on: intervals and tests are widened for that ratio."""
    comparing(fake, refit="train+valid")
    trials = comparison.by_method(fake.config, DATASET)
    for method, trial in trials.items():
        give(fake, trial, ACCURACIES[method])
    declare(fake, RESPLIT)
    card, values = fake.card(DATASET), 100 * np.array(ACCURACIES["one_vs_rest"])
    wide = card["test"] / (card["train"] + card["valid"])
    half = stats.t.isf(0.025, 3) * np.sqrt((1 / 4 + wide) * values.var(ddof=1))
    assert comparison.accuracy(fake, trials["one_vs_rest"]).half == pytest.approx(half)
    two = {name: trials[name] for name in ("one_vs_rest", "wsabie_pp")}
    assert standings(fake, DATASET, two, WITHIN)["one_vs_rest"].p == pytest.approx(
        by_hand(fake, "one_vs_rest", correction=wide)
    )


def test_the_best_alone_is_the_best(fake, trials):
    few = {name: trials[name] for name in ("nearest_means", "wsabie_pp")}
    assert [each.name for each in standings(fake, DATASET, few, WITHIN).values()] == [BEHIND, BEST]


def test_one_draw_tells_nothing_apart(fake, trials):
    fake.config["seeds"] = 1
    assert {each.name for each in standings(fake, DATASET, trials, WITHIN).values()} == {UNTESTED}


def test_a_failed_draw_is_left_out_and_the_best_has_as_many_as_any(fake, trials):
    highest = trials["wsabie_pp"]
    failed = replace(fake.record(highest, 0), status="failed", winner=None)
    for seed in (0, 1, 2):
        replace(failed, seed=seed).write(path(fake, highest, seed))
    found = standings(fake, DATASET, trials, WITHIN)
    assert found["wsabie_pp"].name == UNTESTED
    assert found["nearest_means"].name == BEHIND


@pytest.mark.parametrize("drawn", [GIVEN, TEST_GIVEN])
def test_a_given_test_part_is_compared_sample_by_sample(fake, drawn):
    trials = comparison.by_method(fake.config, DATASET)
    for method in ("nearest_means", "ours"):  # one run each
        rewrite(fake, trials[method], lambda record, seed: replace(record, repeats=0) if seed else record)
    declare(fake, drawn)
    found = standings(fake, DATASET, {name: trials[name] for name in ("nearest_means", "ours")}, WITHIN)
    Y = fake.data(DATASET, 0).test.Y
    low, high = (correct(fake.predicted(trials[name], 0), Y).astype(float) for name in ("nearest_means", "ours"))
    assert found["ours"].name == BEST
    assert found["nearest_means"].p == pytest.approx(stats.ttest_rel(low, high).pvalue)


def test_equal_predictions_are_tied(fake):
    trials = comparison.by_method(fake.config, DATASET)
    declare(fake, GIVEN)
    twins = {"first": trials["ours"], "second": trials["ours"]}
    found = standings(fake, DATASET, twins, WITHIN)
    assert [each.name for each in found.values()] == [TIED, TIED]
    assert found["second"].p == 1
    assert 0.99 < found["second"].practical.equal < 1


@pytest.mark.parametrize(
    ("drawn", "values", "says"),
    [
        (RESPLIT, [1, 2, 3], "3 splits"),
        (DRAWN, [1, np.nan, 3], "2 draws"),
        (GIVEN, [1, 2], "2 runs"),
        (GIVEN, [1], "1 run: no interval"),
        (TEST_GIVEN, [1, 2], "2 splits of the rest"),
    ],
)
def test_what_an_interval_is_over(drawn, values, says):
    assert varies_over({"split": drawn}, np.array(values, float)) == says
