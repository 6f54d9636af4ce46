"""Scaling: its trials, and claims on trees whose costs are known."""

import pytest
from fake_results import rewrite, with_winner

from manyclass.exhibits.deng2011 import scaling
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

FEW, MANY = scaling.DEPTHS["smoke"]
LAWS = {"cost-log-k", "cost-log-k-kept", "test-cost-log-k"}


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_each_number_of_classes_has_its_own_set_and_a_full_tree(scale):
    for trial in scaling.trials({"scale": scale}):
        depth = trial.fixed["depth"]
        assert trial.dataset == f"class_counts-{4**depth}"
        assert trial.fixed["children"] == 4


def test_the_balanced_tree_differs_in_its_cap_alone():
    loose, balanced = (scaling.trial(tree, MANY).fixed for tree in ("Deng", scaling.BALANCED))
    assert balanced == loose | {"max_ambiguity": 0.25}


def give(store, tree, growth):
    """Costs of a tree of equal parts at the fewest classes, and ``growth`` times these at the most."""
    for depth, times in ((FEW, 1.0), (MANY, growth)):

        def change(record, seed, depth=depth, times=times):
            products = 4 * FEW * times * (1 + seed / 1e4 * (depth == MANY))
            counted = {"test": products, "training": 4 * products, "kept": 5 * products}
            return with_winner(record, diagnostics={"costs": record.best.diagnostics["costs"] | counted})

        rewrite(store, scaling.trial(tree, depth), change)


def verdicts(store):
    found = {}
    for claim in scaling.claims(store):
        found.setdefault(claim.statement, set()).add(claim.verdict)
    return found


def test_the_laws_hold_of_a_tree_of_equal_parts_and_are_asked_of_the_balanced_tree_alone(fake):
    """Q products at each of H levels: they grow exactly like log K."""
    give(fake, scaling.BALANCED, MANY / FEW)
    give(fake, "Deng", 1.2 * MANY / FEW)
    give(fake, "Bengio", MANY / FEW)
    found = verdicts(fake)
    assert {name: found[name] for name in LAWS} == dict.fromkeys(LAWS, {REPRODUCED})
    assert found["tree-cost-log-k"] == {REPRODUCED}
    give(fake, scaling.BALANCED, 1.2 * MANY / FEW)
    give(fake, "Deng", 0.9 * MANY / FEW)
    give(fake, "Bengio", 1.2 * MANY / FEW)
    found = verdicts(fake)
    assert {name: found[name] for name in LAWS} == dict.fromkeys(LAWS, {NOT_REPRODUCED})
    assert found["tree-cost-log-k"] == {NOT_REPRODUCED}


@pytest.mark.parametrize(
    ("one_vs_all", "expected"),  # beside a tree that takes as much at any number of classes, 100 operations a sample
    [
        ((40, 900), [REPRODUCED, REPRODUCED]),
        ((10, 90), [NOT_REPRODUCED] * 2),
        ((120, 200), [NOT_REPRODUCED, REPRODUCED]),
    ],
)
def test_one_vs_all_is_to_grow_with_the_classes_and_to_be_most_of_the_cost(fake, one_vs_all, expected):
    for depth, operations in zip((FEW, MANY), one_vs_all):

        def change(record, seed, operations=operations):
            counted = {"training": 100.0 + seed / 10, "structure": float(operations)}
            return with_winner(record, diagnostics={"costs": record.best.diagnostics["costs"] | counted})

        rewrite(fake, scaling.trial("Bengio", depth), change)
    found = [claim.verdict for claim in scaling.claims(fake) if claim.statement == "structure-cost-k"]
    assert found == expected


@pytest.mark.parametrize(("loose", "verdict"), [(1.1, REPRODUCED), (0.9, NOT_REPRODUCED)])
def test_the_two_caps_are_compared_with_each_other(fake, loose, verdict):
    """Both grow by more than log K, or by less."""
    for balanced in (0.8, 1.3):
        give(fake, scaling.BALANCED, balanced * MANY / FEW)
        give(fake, "Deng", loose * balanced * MANY / FEW)
        assert verdicts(fake)["loose-cap-growth"] == {verdict}


def test_a_mark_stands_at_the_curves_of_its_tree(fake, monkeypatch):
    monkeypatch.setattr(scaling, "_mark", lambda results, tree: f" {tree[-1]}")
    labels = [line.get_label() for line in scaling.figure(fake).axes[0].lines]
    assert [label for label in labels if label.startswith(scaling.BALANCED)] == [
        f"{scaling.BALANCED} Q",
        f"{scaling.BALANCED}, not given up Q",
    ]
    assert "Deng, not given up g" in labels and "Bengio, with one-vs-all o" in labels
