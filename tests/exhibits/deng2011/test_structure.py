"""Splits and weights apart, on records made by hand."""

from dataclasses import replace

import pytest
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.deng2011 import overlap, structure, table1
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

JOINT, INDEPENDENT, FILTERED = (("confusion", learning) for learning in structure.LEARNING)
LEARNT, DISJOINT = ("learnt", "with the splits"), ("learnt, disjoint", "with the splits")


def give(store, trial, point, accuracy, step):
    """Let every candidate at the point have this accuracy, a little different in every draw."""

    def change(candidate, seed):
        if not point.items() <= candidate.params.items():
            return candidate
        return replace(candidate, test=candidate.test | {"accuracy": accuracy + step * seed})

    change_candidates(store, trial, change)


def verdicts(store, accuracies):
    """Verdicts by statement, those of each test in turn, where rows have these accuracies, or .3."""
    for shape in structure.few(CONFIG):
        for number, (name, (trial, point)) in enumerate(structure.listed(shape).items()):
            give(store, trial, point, accuracies.get(name, 0.3), 1e-4 * number)
    found = {}
    for claim in structure.claims(store):
        found.setdefault(claim.statement, []).append(claim.verdict)
    assert [*found] == [*structure.STATEMENTS] and len(structure.few(CONFIG)) == 1
    return {name: made[0] if len(made) == 1 else tuple(made) for name, made in found.items()}


def test_each_order_is_of_its_own_two_rows(fake):
    found = verdicts(fake, {JOINT: 0.4, DISJOINT: 0.5, FILTERED: 0.35})
    assert {found[name] for name in structure.ORDERS} == {REPRODUCED}
    found = verdicts(fake, {INDEPENDENT: 0.4, JOINT: 0.2, DISJOINT: 0.2, LEARNT: 0.5})
    assert {found[name] for name in structure.ORDERS} == {NOT_REPRODUCED}
    assert verdicts(fake, {("means", "filtered"): 0.6, DISJOINT: 0.5})["learnt-splits"] == NOT_REPRODUCED


def test_filtered_samples_are_to_be_near_joint_training_and_above_training_on_all(fake):
    """Where nodes trained on all samples are as good as joint training, to be near it says nothing of the filter."""

    def made_up_for(filtered, independent):
        return verdicts(fake, {JOINT: 0.4, FILTERED: filtered, INDEPENDENT: independent})["filtered-samples"]

    assert made_up_for(0.395, 0.2) == (REPRODUCED, REPRODUCED)
    assert made_up_for(0.38, 0.2) == (NOT_REPRODUCED, REPRODUCED)
    assert made_up_for(0.41, 0.45) == (REPRODUCED, NOT_REPRODUCED)


def test_the_disjoint_tree_is_that_of_the_tightest_cap_alone(fake):
    shape = structure.few(CONFIG)[0]
    declared, point = structure.listed(shape)[DISJOINT]
    assert declared == overlap.trial("bimodal_classes", shape) and point == {"max_ambiguity": round(1 / shape[0], 6)}
    give(fake, declared, point, 0.77, 0)
    row = structure.table(fake).set_index(["splits", "weights"]).loc[DISJOINT]
    assert row["accuracy, %"].mean == pytest.approx(77)


def test_both_documents_own_trees_are_those_of_table_1():
    disjoint = {overlap.trial("bimodal_classes", shape) for shape in structure.few(CONFIG)}
    mine, theirs = set(structure.trials(CONFIG)) - disjoint, set(table1.trials(CONFIG))
    assert len(mine & theirs) == 2 * len(structure.few(CONFIG))
    assert {(trial.fixed["splits"], trial.fixed["learning"]) for trial in mine - theirs} == {
        (splits, learning)
        for splits in structure.SPLITS
        for learning in structure.LEARNING
        if (splits, learning) != ("confusion", "joint")
    }


@pytest.mark.parametrize("scale", ["smoke", "standard"])
def test_trees_of_confusions_have_the_splits_of_the_one_that_is_learnt_jointly(scale):
    for shape in structure.few({"scale": scale}):
        joint, *others = (structure.trial(shape, "confusion", learning) for learning in structure.LEARNING)
        for trial in others:
            assert trial.depends_on == joint and {*trial.search} == {"step"}
            assert trial.fixed == joint.fixed | {"splits": "confusion", "learning": trial.fixed["learning"]}
        random = structure.trial(shape, "random", structure.JOINT)
        assert random.depends_on is None and random.search is None  # there are no one-vs-all classifiers
