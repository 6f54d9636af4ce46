"""Splits and weights apart, on records made by hand."""

from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.deng2011 import structure, table1
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def give(store, trial, accuracy, step):
    rewrite(store, trial, lambda record, seed: with_winner(record, test={"accuracy": accuracy + step * seed}))


def verdicts(store, accuracies):
    for shape in structure.few(CONFIG):
        for number, (name, trial) in enumerate(structure.listed(shape).items()):
            give(store, trial, accuracies.get(name, 0.3), 1e-4 * number)
    found = structure.claims(store)
    assert [claim.statement for claim in found] == len(structure.few(CONFIG)) * [*structure.STATEMENTS]
    return [claim.verdict for claim in found[:4]]


def test_each_claim_is_on_its_own_two_rows(fake):
    joint, independent = ("confusion", "joint"), ("confusion", "independent")
    learnt = ("learnt", "with the splits")
    assert verdicts(fake, {joint: 0.4, learnt: 0.5, ("confusion", "filtered"): 0.35}) == [REPRODUCED] * 4
    assert verdicts(fake, {independent: 0.4, joint: 0.2, learnt: 0.2}) == [NOT_REPRODUCED] * 4
    assert verdicts(fake, {("means", "filtered"): 0.6, joint: 0.4, learnt: 0.5})[3] == NOT_REPRODUCED


def test_both_documents_own_trees_are_those_of_table_1():
    mine, theirs = set(structure.trials(CONFIG)), set(table1.trials(CONFIG))
    assert len(mine & theirs) == 2 * len(structure.few(CONFIG))
    assert {(trial.fixed["splits"], trial.fixed["learning"]) for trial in mine - theirs} == {
        (splits, learning)
        for splits in structure.SPLITS
        for learning in structure.LEARNING
        if (splits, learning) != ("confusion", "joint")
    }
