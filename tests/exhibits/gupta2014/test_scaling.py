"""Rows of table 8 over the number of classes, on records made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, MadeUp, rewrite, with_winner

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import rising, scaling
from manyclass.exhibits.gupta2014 import trials as gupta

LARGE = CONFIG | {"scale": "large"}
ACCURACIES = {"wsabie_pp": 0.3, "wsabie_pp/q0": 0.25, "one_vs_rest": 0.2, "wsabie": 0.1}
CHANCE = (0, 1e-4, -1e-4, 0)


@pytest.fixture
def large(fake):
    """The store of a run at large scale in which every set has the same accuracies."""
    store = MadeUp(fake.folder, fake.shared, LARGE)
    store.make("gupta2014/scaling")
    for dataset in scaling.datasets(LARGE):
        for row, accuracy in ACCURACIES.items():
            give(store, dataset, row, accuracy)
    return store


def give(store, dataset, row, accuracy):
    """Give every seed's winner about this test accuracy."""

    def measured(record, seed):
        test = record.test | {"accuracy": accuracy + CHANCE[seed]}
        return replace(with_winner(record, test=test), n_parameters=1000)

    rewrite(store, gupta.row_trial(LARGE, dataset, row), measured)


def verdicts(store, statement):
    return [claim.verdict for claim in scaling.claims(store) if claim.statement == statement]


def test_it_is_made_at_large_scale_alone():
    assert [scale for scale in ("smoke", "standard", "large", "full") if scaling.applies({"scale": scale})] == ["large"]


def test_all_rows_of_table_8_stand_on_every_set():
    for dataset in scaling.datasets(LARGE):
        assert {*gupta.names(LARGE).values()} < {*scaling.rows(LARGE, dataset)}


def test_the_same_order_on_every_set_carries_over(large):
    made = scaling.claims(large)
    assert {claim.statement for claim in made} == {*scaling.STATEMENTS}
    assert {claim.verdict for claim in made} == {"reproduced"}
    assert {claim.on for claim in made[:-1]} == {(name,) for name in scaling.datasets(LARGE)}


def test_a_lead_that_is_lost_with_more_classes_is_told_on_that_set(large):
    own = scaling.datasets(LARGE)[-1]
    give(large, own, "wsabie_pp", 0.15)
    assert verdicts(large, "scaling-first") == ["reproduced"] * 3 + ["not reproduced"]
    assert verdicts(large, "scaling-ratio") == ["not reproduced"]
    found = scaling.ratio(large, own, gupta.row_trial(LARGE, own, "wsabie_pp"))
    np.testing.assert_allclose(found, 0.75, rtol=2e-3)


def test_no_claim_is_made_on_a_row_that_still_rises(large):
    own = scaling.datasets(LARGE)[-1]
    trial = gupta.row_trial(LARGE, own, "wsabie_pp")

    def course(last):
        def rewritten(record, seed):
            return with_winner(record, passes=[4, 7, 10], valid=[0.1, 0.9, last], n_passes=10)

        rewrite(large, trial, rewritten)
        return rising.cell(large, trial).mark.count(base.RISING), verdicts(large, "scaling-first")[-1]

    assert course(0.915) == (0, "reproduced")
    assert course(0.92) == (1, "undecided")
    assert verdicts(large, "scaling-ratio") == ["undecided"]
    assert verdicts(large, "scaling-second") == ["reproduced"] * 4


def test_the_table_has_accuracy_and_ratio_for_each_number_of_classes(large):
    rows = scaling.table(large).set_index("method")
    first = rows.loc[gupta.NAMES["wsabie_pp"]]
    assert first["15,589 classes, %"].mean == pytest.approx(30.0, abs=0.01)
    assert first["250 classes: ratio"].mean == pytest.approx(1.5, abs=0.01)
    assert rows.loc[gupta.NAMES["one_vs_rest"], "4,000 classes: ratio"].mean == pytest.approx(1.0)
