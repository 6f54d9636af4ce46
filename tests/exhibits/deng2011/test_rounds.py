"""Rounds, passes and first partitions on records made by hand."""

from dataclasses import replace

from fake_results import CONFIG, change_candidates, rewrite, with_winner

from manyclass.exhibits.deng2011 import rounds, start, table1
from manyclass.exhibits.deng2011.trials import BENGIO, DENSE, SPARSE, tree_trial
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def give(store, trial, accuracy, drift=0.0):
    """Accuracy by the number of what is varied, and cost as high as it."""

    def change(candidate, seed):
        number = candidate.params[trial.variant.partition("-")[2]]
        costs = candidate.diagnostics["costs"] | {"training": 100.0 * number + seed}
        said = {"costs": costs, "ambiguity_drifts": [0.01, drift + seed / 1e4][: number - 1]}
        return replace(candidate, test={"accuracy": accuracy(number) + seed / 1000}, diagnostics=said)

    change_candidates(store, trial, change)


def verdicts(store):
    found = {}
    for claim in rounds.claims(store):
        found.setdefault(claim.statement, set()).add(claim.verdict)
    return found


def cost_of_bengio(store, cost):
    for shape in rounds.few(CONFIG):
        trial = tree_trial(BENGIO, shape)
        rewrite(
            store,
            trial,
            lambda record, seed: with_winner(
                record, diagnostics={"costs": record.best.diagnostics["costs"] | {"training": cost + seed}}
            ),
        )


def test_claims_follow_the_numbers(fake):
    for shape in rounds.few(CONFIG):
        give(fake, rounds.trial("rounds", shape), lambda number: min(0.1 * number, 0.5), drift=0.03)
        give(fake, rounds.trial("leaf_passes", shape), lambda number: 0.1 * number)
    cost_of_bengio(fake, 400)
    assert verdicts(fake) == dict.fromkeys(rounds.STATEMENTS, {REPRODUCED})
    for shape in rounds.few(CONFIG):
        give(fake, rounds.trial("rounds", shape), lambda number: 0.9 - 0.02 * number, drift=0.08)
        give(fake, rounds.trial("leaf_passes", shape), lambda number: 0.4 - 0.1 * number)
    cost_of_bengio(fake, 250)
    against = dict.fromkeys(rounds.STATEMENTS, {NOT_REPRODUCED})
    assert verdicts(fake) == against | {"cost-leaf-passes": {REPRODUCED, NOT_REPRODUCED}}


def give_accuracy(store, trial, accuracy, step):
    rewrite(store, trial, lambda record, seed: with_winner(record, test={"accuracy": accuracy + step * seed}))


def test_a_random_start_is_that_of_table_1_and_may_cost_a_point(fake):
    for loss, verdict in ((0.005, REPRODUCED), (0.02, NOT_REPRODUCED)):
        for tree in start.grown(CONFIG):
            random, means = (start.trial(first, *tree) for first in start.STARTS)
            assert random in table1.trials(CONFIG)
            give_accuracy(fake, random, 0.4 - loss, 1e-4)
            give_accuracy(fake, means, 0.4, 2e-4)
        found = start.claims(fake)
        assert [claim.on for claim in found] == [(DENSE,)] * 3 + [(SPARSE,)]
        assert [claim.verdict for claim in found] == [verdict] * 4
