"""Table 8 on records made by hand."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, fail, path, rewrite, with_winner

from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.report.tables import Spread


def give(store, dataset, row, accuracies, size=1000):
    """Give every seed's winner this test accuracy."""

    def measured(record, seed):
        test = record.test | {"accuracy": accuracies[seed]}
        return replace(with_winner(record, test=test), n_parameters=size)

    rewrite(store, gupta.row_trial(CONFIG, dataset, row), measured)


def verdicts(store):
    return {claim.text: claim.verdict for claim in table8.claims(store)}


def print_numbers(store):
    """Fill the records with the document's own table 8."""
    for (row, printed), (n, dataset) in itertools.product(table8.PRINTED.items(), enumerate(gupta.SETS)):
        size = 4000 if row == "one_vs_rest" else 1000
        give(store, dataset, row, [printed[n] / 100 + e for e in (0, 1e-5, -1e-5, 0)], size)
    for dataset in gupta.SETS:
        give(store, dataset, "wsabie_pp/q0", [0.06, 0.06, 0.06001, 0.06])


def test_the_printed_numbers_reproduce_every_claim(fake):
    print_numbers(fake)
    found = verdicts(fake)
    assert len(found) == 4 * (28 + 5) + 2 + 1
    assert set(found.values()) == {"reproduced"}


def test_a_verdict_flips_with_its_numbers(fake):
    print_numbers(fake)
    give(fake, "web21k", "wsabie_pp", [0.083 - 0.002, 0.083 - 0.003, 0.083 - 0.002, 0.08])
    found = verdicts(fake)
    assert found["web21k: Wsabie++ is more accurate than One-vs-all SVMs"] == "not reproduced"
    assert found["web21k: Wsabie++ is 2–26 % more accurate than tuned one-vs-all"] == "not reproduced"
    assert found["web97k: Wsabie++ is more accurate than One-vs-all SVMs"] == "reproduced"
    give(fake, "web21k", "wsabie_pp/q0", [0.1, 0.1, 0.1, 0.1])
    text = "web21k: ignoring last violators, with burn-in, is more accurate than Q = 0"
    assert verdicts(fake)[text] == "not reproduced"


def test_the_model_must_be_smaller(fake):
    print_numbers(fake)
    give(fake, "web21k", "wsabie_pp", [0.085, 0.085, 0.085, 0.085], size=4000)
    text = "web21k: the Wsabie++ model is 2–4 times smaller than one-vs-all (up to 5.3 by table 9)"
    assert verdicts(fake)[text] == "not reproduced"


def test_shows_both_selections_beside_the_print(fake):
    frame = table8.table(fake).set_index("method")
    records = fake.records(gupta.row_trial(CONFIG, "web21k", "wsabie"))
    best = max(records, key=lambda record: record.valid)
    assert frame.loc["wsabie", "web21k: printed"] == 4.5
    assert frame.loc["wsabie", "web21k: best run"] == pytest.approx(100 * best.test["accuracy"])
    spread = frame.loc["ensemble_of/wsabie", "web21k: over seeds"]
    tests = [100 * r.test["accuracy"] for r in fake.records(gupta.row_trial(CONFIG, "web21k", "ensemble_of/wsabie"))]
    assert isinstance(spread, Spread)
    assert (spread.mean, spread.sd) == pytest.approx((np.mean(tests), np.std(tests, ddof=1)))
    assert frame.loc["bayes_optimal", "web21k: best run"] > frame.loc["class_prior", "web21k: best run"]


def test_a_failed_trial_is_marked_and_an_inconclusive_claim(fake):
    print_numbers(fake)
    for seed in range(4):
        fail(path(fake, gupta.row_trial(CONFIG, "web21k", "auc_ranking"), seed))
    frame = table8.table(fake).set_index("method")
    assert frame.loc["auc_ranking", "web21k: best run"] == "failed: ValueError: no luck"
    assert frame.loc["auc_ranking", "web97k: best run"] != "failed: ValueError: no luck"
    affected = [claim for claim in table8.claims(fake) if "web21k" in claim.text and "AUC" in claim.text]
    assert len(affected) == 7
    assert {claim.verdict for claim in affected} == {"inconclusive"}
    assert all("0 of 4 seeds" in claim.measured for claim in affected)


def test_a_missing_seed_is_counted(fake):
    fail(path(fake, gupta.row_trial(CONFIG, "web21k", "nearest_means"), 0))
    frame = table8.table(fake).set_index("method")
    assert str(frame.loc["nearest_means", "web21k: over seeds"]).endswith("(3 of 4 seeds)")


def test_printed_order_has_no_ties():
    for position in range(len(gupta.SETS)):
        assert len({printed[position] for printed in table8.PRINTED.values()}) == len(table8.PRINTED)
