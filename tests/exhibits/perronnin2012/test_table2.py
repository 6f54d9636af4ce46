"""Table 2 on records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, fail, path, verdicts
from made_accuracies import NOISE, give

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
    assert len(claims) == 17
    assert verdicts(claims) == {"reproduced"}


def test_the_table_shows_what_was_measured(fake):
    print_table2(fake)
    row = table2.table(fake).set_index(["accuracy", "features"]).loc[("top-5", "BOV")]
    assert float(row["RNK: printed"]) == 41.2
    assert row["RNK"].mean == pytest.approx(41.2) and row["RNK"].sd == pytest.approx(np.std(NOISE, ddof=1))
    assert row["spread, %: printed"] == pytest.approx(100 * (46.4 - 38.4) / np.mean([46.4, 38.4, 41.2, 44.2]))
    assert row["spread, %"].mean == pytest.approx(row["spread, %: printed"], rel=1e-3)


def test_the_table_turned_round_reproduces_no_order(fake):
    for measure in MEASURES:
        printed = dict(zip(FOUR, table2.PRINTED[measure, "BOV"]))
        for percent, method in enumerate(sorted(FOUR, key=printed.get, reverse=True)):
            give(fake, svm_trial(CONFIG, method, FEATURES["BOV"]), 20.0 + percent, measure)
    claims = [claim for claim in table2.claims(fake) if "more accurate" in claim.text]
    assert len(claims) == 12
    assert verdicts(claims) == {"not reproduced"}


def test_a_failure_is_marked_wherever_it_is_shown(fake):
    trial = svm_trial(CONFIG, "MUL", "fv32")
    for seed in fake.seeds:
        fail(path(fake, trial, seed))
    shown = table2.table(fake).set_index(["accuracy", "features"]).loc[("top-1", "FV")]
    listed = cost.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv32", "MUL")]
    assert shown["MUL"] == listed["passes"] == "failed: ValueError: no luck"
    assert "inconclusive" in verdicts(table2.claims(fake), "FV, top-1")
