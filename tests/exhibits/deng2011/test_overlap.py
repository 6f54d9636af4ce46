"""Overlapping against disjoint children on records made by hand."""

from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.deng2011 import overlap, tradeoff
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def give(store, trial, accuracy):
    """Speed and accuracy by the cap: the looser, the slower and, from what is given, the more accurate."""

    def change(candidate, seed):
        cap = candidate.params["max_ambiguity"] * trial.fixed["children"]
        costs = candidate.diagnostics["costs"] | {"test": 10 * cap + seed / 10}
        score = {"accuracy": accuracy + 0.05 * np.log(cap) + seed / 1000}
        return replace(candidate, test=score, diagnostics={"costs": costs})

    change_candidates(store, trial, change)


def test_accuracies_are_compared_at_the_same_speed(fake):
    for lead, verdict in ((0.02, REPRODUCED), (-0.02, NOT_REPRODUCED)):
        for tree in overlap.grown(CONFIG):
            shared, disjoint = overlap.pair(*tree).values()
            give(fake, shared, 0.4 + lead)
            give(fake, disjoint, 0.4)
        found = overlap.claims(fake)
        assert [claim.verdict for claim in found] == [verdict] * 15
        assert all(abs(claim.mean - 100 * lead) < 0.1 for claim in found)


def test_draws_in_which_disjoint_children_are_out_of_reach_are_counted(fake):
    """Twice as fast as the fastest of the overlapping trees, and more, in two of four draws."""

    def faster(candidate, seed):
        costs = candidate.diagnostics["costs"]
        return replace(candidate, diagnostics={"costs": costs | {"test": costs["test"] / (10 if seed > 1 else 1)}})

    tree = overlap.grown(CONFIG)[0]
    for trial in overlap.pair(*tree).values():
        give(fake, trial, 0.4)
    change_candidates(fake, overlap.trial(*tree), faster)
    found = overlap.claims(fake)[:3]
    assert all(claim.measured.endswith("(2 of 4 draws, 2 not reached)") for claim in found)


def test_the_overlapping_trees_are_those_of_the_trade_off():
    both = set(overlap.trials(CONFIG)) & set(tradeoff.trials(CONFIG))
    assert len(both) == 4
    assert all(trial.fixed.get("overlap", True) for trial in both)
