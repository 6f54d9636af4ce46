"""Splits and weights apart, on records made by hand."""

from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.deng2011 import structure, table1
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

JOINT, INDEPENDENT, FILTERED = (("confusion", learning) for learning in structure.LEARNING)
AT_RANDOM, LEARNT = ("random", "joint"), ("learnt", "with the splits")


def give(store, trial, accuracy, dots, step):
    def change(record, seed):
        costs = record.best.diagnostics["costs"] | {"test": dots + step * seed}
        return with_winner(record, test={"accuracy": accuracy + step * seed}, diagnostics={"costs": costs})

    rewrite(store, trial, change)


def verdicts(store, accuracies, dots=None):
    """Verdicts by statement where rows have these accuracies, or .3, and these dot products, or 50."""
    for shape in structure.few(CONFIG):
        for number, (name, trial) in enumerate(structure.listed(shape).items()):
            give(store, trial, accuracies.get(name, 0.3), (dots or {}).get(name, 50), 1e-4 * number)
    found = structure.claims(store)
    assert [claim.statement for claim in found] == len(structure.few(CONFIG)) * [*structure.STATEMENTS]
    return {claim.statement: claim.verdict for claim in found}


def test_each_order_is_of_its_own_two_rows(fake):
    found = verdicts(fake, {JOINT: 0.4, LEARNT: 0.5, FILTERED: 0.35})
    assert {found[name] for name in structure.ORDERS} == {REPRODUCED}
    found = verdicts(fake, {INDEPENDENT: 0.4, JOINT: 0.2, LEARNT: 0.2})
    assert {found[name] for name in structure.ORDERS} == {NOT_REPRODUCED}
    assert verdicts(fake, {("means", "filtered"): 0.6, LEARNT: 0.5})["learnt-splits"] == NOT_REPRODUCED


def test_filtered_samples_make_up_for_joint_training_whatever_independent_nodes_reach(fake):
    for independent in (0.2, 0.5):
        assert verdicts(fake, {JOINT: 0.4, FILTERED: 0.395, INDEPENDENT: independent})["filtered-samples"] == REPRODUCED
        found = verdicts(fake, {JOINT: 0.4, FILTERED: 0.38, INDEPENDENT: independent})
        assert found["filtered-samples"] == NOT_REPRODUCED


def test_splits_that_take_more_products_are_slower(fake):
    for dots, verdict in ((40, REPRODUCED), (60, NOT_REPRODUCED)):
        assert verdicts(fake, {}, {JOINT: dots, AT_RANDOM: 50})["splits-matter-efficiency"] == verdict


def test_both_documents_own_trees_are_those_of_table_1():
    mine, theirs = set(structure.trials(CONFIG)), set(table1.trials(CONFIG))
    assert len(mine & theirs) == 2 * len(structure.few(CONFIG))
    assert {(trial.fixed["splits"], trial.fixed["learning"]) for trial in mine - theirs} == {
        (splits, learning)
        for splits in structure.SPLITS
        for learning in structure.LEARNING
        if (splits, learning) != ("confusion", "joint")
    }
