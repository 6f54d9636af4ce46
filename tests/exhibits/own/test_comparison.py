"""Which candidates the cells of a row are of, and what a given split shows once."""

import json
from dataclasses import replace

import numpy as np
import pytest
from fake_results import rewrite, with_winner

from manyclass.exhibits import base
from manyclass.exhibits.own import comparison
from manyclass.protocol.files import atomic

DATASET, METHOD = "letters", "ours"


def row(store, method=METHOD):
    table = comparison.table(store)
    return table[(table["data set"] == DATASET) & (table["method"] == method)].iloc[0]


def trial(store):
    return comparison.own_trial(store.config, DATASET, METHOD)


def test_all_cells_of_a_row_are_of_the_draws_own_winners(fake):
    winners = [record.best for record in fake.records(trial(fake))]
    for column, metric in (("accuracy", "accuracy"), ("top-5", "top5"), ("mean over classes", "mean_class_accuracy")):
        cell = row(fake)[column]
        assert cell.mean == pytest.approx(100 * np.mean([each.test[metric] for each in winners]))
        assert cell.n == len(winners) and cell.half > 0
    best = max(winners, key=lambda each: each.valid[-1])
    assert row(fake)["best run"] == pytest.approx(100 * best.test["accuracy"])


def test_a_winner_at_an_end_marks_the_row(fake):
    assert base.EDGE not in str(row(fake)["accuracy"])
    rewrite(fake, trial(fake), lambda record, seed: with_winner(record, edges=["C"]) if seed == 1 else record)
    assert base.EDGE in str(row(fake)["accuracy"])
    assert base.EDGE not in str(row(fake, "nearest_means")["accuracy"])


def test_what_repeats_itself_on_a_given_split_has_no_interval(fake):
    for seed in fake.seeds:
        given = fake.card(DATASET, seed) | {"split": "given"}
        with atomic(fake.folder / "data" / DATASET / str(seed) / "card.json") as card:
            card.write_text(json.dumps(given))
    rewrite(fake, trial(fake), lambda record, seed: replace(record, repeats=0) if seed else record)
    shown = row(fake)
    assert shown["split"] == "given"
    assert shown["accuracy"].mean == pytest.approx(100 * fake.record(trial(fake), 0).test["accuracy"])
    assert "±" not in str(shown["accuracy"]) and "±" not in str(row(fake, "class prior")["accuracy"])
    assert "±" in str(row(fake, "one_vs_rest")["accuracy"])
