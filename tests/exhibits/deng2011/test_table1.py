"""Table 1 on records made by hand, and the printed numbers."""

import fake_results
import numpy as np
import pytest
from fake_results import CONFIG, path, rewrite, with_winner

from manyclass.exhibits.deng2011 import table1, table1_time, table2, trials
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED
from manyclass.protocol.trial.estimators import load

RNG = np.random.default_rng(0)


def test_two_accuracies_are_not_the_products_of_the_losses():
    """By more than rounding; with early leaves a product would be below the accuracy, not above it."""
    names = [(tree, method) for tree in table1.TREES for method in ("Deng", "Bengio")]
    accuracies = [accuracy for both in table1.THOUSAND for accuracy, *_ in both]
    losses = [np.array(loss) for both in table2.PRINTED for loss, _ in both]
    apart = {}
    for name, accuracy, loss in zip(names, accuracies, losses):
        low, high = (100 * np.prod(1 - (loss + rounding) / 100) for rounding in (0.05, -0.05))
        if not low - 0.05 < accuracy < high + 0.05:
            apart[name] = 100 * np.prod(1 - loss / 100)
    assert apart == {
        ("T32,2", "Bengio"): pytest.approx(8.24, abs=0.01),
        ("T6,4", "Bengio"): pytest.approx(6.12, abs=0.01),
    }


def test_claims_answer_to_accuracy_cost_and_speed(fake):
    deng, bengio = trials.pair((8, 2))

    def verdicts():
        return [claim.verdict for claim in table1.claims(fake) if claim.text.startswith(f"{trials.DENSE}, T8,2")]

    def give(trial, accuracy, training, dots):
        def change(record, seed):
            costs = record.best.diagnostics["costs"] | {"training": training + seed / 10, "test": dots + seed / 10}
            return with_winner(record, test={"accuracy": accuracy + seed / 1000}, diagnostics={"costs": costs})

        rewrite(fake, trial, change)

    give(bengio, 0.4, 300, 60)
    give(deng, 0.5, 200, 60)
    assert verdicts() == [REPRODUCED] * 3
    give(deng, 0.3, 400, 90)
    assert verdicts() == [NOT_REPRODUCED] * 3


def test_the_public_tree_is_declared_where_it_is_installed(fake, monkeypatch):
    def column(exhibit, name):
        rows = exhibit.table(fake)
        return rows[rows["method"] == "napkinXC"][name].map(str).tolist()

    monkeypatch.setattr(trials, "find_spec", lambda name: None)
    without = table1.trials(CONFIG)
    assert column(table1, "accuracy, %") == column(table1_time, "training, s") == ["not installed"] * 5
    monkeypatch.setattr(trials, "find_spec", lambda name: name)
    more = [trial for trial in table1.trials(CONFIG) if trial not in without]
    assert [(trial.dataset, trial.fixed["children"]) for trial in more] == [
        (dataset, shape[0]) for dataset, shape, *_ in table1.trees(CONFIG)
    ]
    assert load(more[0].method, more[0].factory).__name__ == "HierarchicalSoftmax"
    for trial in more:
        for seed in fake.seeds:
            made, _ = fake_results.record(trial, seed, fake_results.split(trial.dataset), RNG)
            made.write(path(fake, trial, seed))
    assert all("±" in cell for cell in column(table1, "accuracy, %"))
    assert all(float(cell) > 0 for cell in column(table1_time, "training, s"))
