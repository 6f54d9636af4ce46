"""Of which model the pairs of classes are counted."""

from collections import Counter

import numpy as np
import pytest
from fake_results import fail, path, rewrite, with_winner

from manyclass.exhibits import base
from manyclass.exhibits.own import comparison, confused

DATASET = "letters"


def rows(store):
    table = confused.table(store)
    return table[table["data set"] == DATASET]


def test_it_is_the_method_that_the_comparison_calls_the_best(fake):
    """And not the one whose best run happens to do best on validation, of many or of lucky candidates."""
    table = comparison.table(fake)
    table = table[(table["data set"] == DATASET) & table["standing"].notna()]
    best = max(table.itertuples(), key=lambda each: each.accuracy.mean).method
    lucky = comparison.own_trial(fake.config, DATASET, next(name for name in table["method"] if name != best))
    rewrite(fake, lucky, lambda record, seed: with_winner(record, valid=[1.0]))
    assert set(rows(fake)["method"]) == {best}


def test_pairs_are_those_of_its_best_run(fake):
    method = rows(fake)["method"].iloc[0]
    trial = comparison.own_trial(fake.config, DATASET, method)
    run = base.best(fake, trial)
    data, predicted = fake.data(DATASET, run.seed), fake.predicted(trial, run.seed)
    true = data.test.Y.indices[data.test.Y.indptr[:-1]]
    counts = Counter((g, h) for g, h in zip(true.tolist(), predicted.tolist()) if g != h)
    shown = {(row["true class"], row["predicted"]): row for _, row in rows(fake).iterrows()}
    assert [row["samples"] for row in shown.values()] == [n for _, n in counts.most_common(10)]
    for (g, h), row in shown.items():
        pair = data.names.index(g), data.names.index(h)
        assert row["samples"] == counts[pair]
        assert row["share, %"] == pytest.approx(100 * counts[pair] / np.sum(true == pair[0]))


def test_where_no_method_succeeded_that_is_said(fake):
    for trial in comparison.by_method(fake.config, DATASET).values():
        fake.records(trial)
        for seed in fake.seeds:
            fail(path(fake, trial, seed))
    assert list(rows(fake)["method"]) == ["no method succeeded"]
