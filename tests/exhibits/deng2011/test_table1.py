"""Table 1 on records made by hand, and the printed numbers."""

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits import baselines, registry, statements
from manyclass.exhibits.deng2011 import table1, table1_time, table2, trials
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED
from manyclass.protocol.data.size import size


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


def give(store, trial, accuracy, training, dots):
    """Put other numbers in the place of a tree's, a little different in every draw."""

    def change(record, seed):
        costs = record.best.diagnostics["costs"] | {"training": training + seed / 10, "test": dots + seed / 10}
        costs["kept"] = 2 * costs["training"]
        return with_winner(record, test={"accuracy": accuracy + seed / 1000}, diagnostics={"costs": costs})

    rewrite(store, trial, change)


def verdicts(store, tree):
    return {
        claim.statement: claim.verdict
        for claim in table1.claims(store)
        if claim.text.startswith(f"{trials.DENSE}, {tree}")
    }


def test_claims_answer_to_accuracy_cost_and_speed(fake):
    deng, bengio = trials.pair((8, 2))
    asked = "accuracy-t32-2", "accuracy-all", "training-cost", "cost-kept", "speedup"
    give(fake, bengio, 0.4, 300, 60)
    give(fake, deng, 0.5, 120, 60)
    assert verdicts(fake, "T8,2") == dict.fromkeys(asked, REPRODUCED)
    give(fake, deng, 0.3, 400, 90)
    assert verdicts(fake, "T8,2") == dict.fromkeys(asked, NOT_REPRODUCED)
    give(fake, deng, 0.38, 200, 60)
    assert verdicts(fake, "T8,2") == dict.fromkeys(asked, REPRODUCED) | {
        "accuracy-t32-2": NOT_REPRODUCED,
        "cost-kept": NOT_REPRODUCED,
    }


def test_where_the_document_has_its_trees_faster_as_fast_is_not_enough(fake):
    """Printed alike are the two trees of two levels."""
    faster = [tree for tree, (ours, theirs) in zip(table1.TREES, table1.THOUSAND) if ours[2] > theirs[2]]
    assert [*table1.FASTER] == faster
    for shape, tree in zip(trials.shapes(CONFIG), table1.TREES):
        deng, bengio = trials.pair(shape)
        found = {}
        for dots in (59, 61):
            give(fake, bengio, 0.4, 300, 60)
            give(fake, deng, 0.5, 120, dots)
            found[dots] = verdicts(fake, trials.tree_name(shape))
            assert found[dots]["speedup"] == REPRODUCED
        expected = [REPRODUCED, NOT_REPRODUCED] if tree in table1.FASTER else [None, None]
        assert [of_dots.get("speedup-better") for of_dots in found.values()] == expected


def test_on_the_deepest_tree_a_lead_is_no_comparable_accuracy(fake):
    """The document prints 5.62 against 5.88, and calls what it finds comparable or better."""
    deng, bengio = trials.pair((3, 4))
    give(fake, bengio, 0.4, 300, 60)
    give(fake, deng, 0.8, 120, 60)
    found = verdicts(fake, "T3,4")
    assert (found["accuracy-t6-4"], found["accuracy-all"]) == (NOT_REPRODUCED, REPRODUCED)
    give(fake, deng, 0.385, 120, 60)
    found = verdicts(fake, "T3,4")
    assert (found["accuracy-t6-4"], found["accuracy-all"]) == (REPRODUCED, REPRODUCED)


def test_a_deep_tree_that_is_no_faster_is_found(fake):
    for shape, dots in {(8, 2): 60, (4, 3): 30, (3, 4): 40}.items():  # deeper than one, not than the other
        for trial in trials.pair(shape):
            give(fake, trial, 0.4, 300, dots)
    on_dense = (claim for claim in table1.claims(fake) if claim.on == (trials.DENSE,))
    found = [claim for claim in on_dense if claim.statement in ("deep-trees-faster", "bengio-deep-slow")]
    assert [claim.verdict for claim in found] == [REPRODUCED, NOT_REPRODUCED, REPRODUCED, NOT_REPRODUCED]
    assert found[2].printed_value == pytest.approx(9.32 / 15.2)


def test_baselines_stand_below_the_trees_of_their_set(fake):
    """LDA, one flat one-vs-rest and one softmax a set."""
    rows = table1.table(fake)
    below = rows[rows["tree"] == "–"]
    assert list(below["data set"].unique()) == [*table1.PRINTED]
    for _, of_set in below.groupby("data set"):
        assert sum("one-vs-rest" in name for name in of_set["method"]) == 1
        assert "LDA" in [*of_set["method"]]
        assert sum(name in ("Logistic regression", "Softmax regression") for name in of_set["method"]) == 1
    assert all("±" in str(cell) for cell in below["accuracy, %"])
    times = table1_time.table(fake)
    assert times[times["tree"] == "–"]["method"].tolist() == below["method"].tolist()


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_every_statement_on_accuracy_is_counted_on_a_set_that_was_not_made_for_it(scale):
    """But for the one on the most classes, of which there is no other."""
    listed = [(dataset, tree) for dataset, _, tree, _ in table1.trees({"scale": scale})]
    assert {tree for dataset, tree in listed if dataset == trials.OTHER} == {*table1.TREES}
    on_accuracy = [each for each in statements.listed("deng2011").values() if each.id.startswith("accuracy-")]
    assert on_accuracy
    assert not any(each.calibrated([trials.OTHER]) for each in on_accuracy)
    for dataset, shape, *_ in table1.trees({"scale": scale}):
        children, depth = shape
        assert 0.6 < children**depth / size(dataset, scale).classes < 1.45


def test_what_is_not_installed_is_said_once(monkeypatch):
    monkeypatch.setattr(baselines, "find_spec", lambda name: None)
    assert not [trial for trial in table1.trials(CONFIG) if "napkinxc" in trial.method]
    assert registry.caption("deng2011/table1", CONFIG).count("is not installed") == 1
    monkeypatch.setattr(baselines, "find_spec", lambda name: name)
    methods = {trial.method for trial in table1.trials(CONFIG) if "napkinxc" in trial.method}
    assert methods == {"napkinxc_plt", "napkinxc_hsm", "napkinxc_parabel"}
    assert "is not installed" not in registry.caption("deng2011/table1", CONFIG)
