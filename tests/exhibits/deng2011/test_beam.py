"""Several paths on records made by hand."""

import itertools
from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.deng2011 import beam, table1
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def give(store, trial, dots, accuracy, gain):
    def change(candidate, seed):
        paths = candidate.params.get("beam", 1)
        score = candidate.test | {"accuracy": accuracy + (gain + seed / 1e4) * np.log2(paths) + seed / 1e3}
        costs = candidate.diagnostics["costs"] | {"test": dots * paths}
        return replace(candidate, test=score, diagnostics={"costs": costs})

    change_candidates(store, trial, change)


def verdicts(store, gain):
    """A shallow tree of accuracy .5 that takes twice the products of the deep one of .46."""
    for method, way in itertools.product(beam.NAMES, beam.WAYS):
        (_, _, shallow, _), (_, _, deep, _), *_, (_, _, several, _) = beam.searched(CONFIG, method, way)
        give(store, shallow, 20.0, 0.5, gain)
        for trial in (deep, several):
            give(store, trial, 10.0, 0.46, gain)
    return [claim.verdict for claim in beam.claims(store)]


def test_claims_answer_to_what_paths_bring(fake):
    assert verdicts(fake, 0.05) == [REPRODUCED] * 8
    assert verdicts(fake, 0.02) == [REPRODUCED, NOT_REPRODUCED] * 4
    assert verdicts(fake, -0.02) == [NOT_REPRODUCED] * 8


def test_draws_in_which_no_number_of_paths_is_as_slow_are_counted(fake):
    """One path of the deep tree takes half the products of the shallow one, or here twice as many."""
    verdicts(fake, 0.05)
    (_, _, shallow, _), *_ = beam.searched(CONFIG, "label_tree", "sums")
    give(fake, shallow, 5.0, 0.5, 0.05)
    found = [claim for claim in beam.claims(fake) if claim.statement == "beam-at-matched-speed"]
    assert [claim.measured.endswith("(0 of 4 draws, 4 not reached)") for claim in found] == [True] * 2 + [False] * 2


def test_with_one_path_the_trees_are_those_of_table_1():
    greedy = {trial for trial in beam.trials(CONFIG) if not trial.series}
    assert len(greedy) == 4
    assert greedy < set(table1.trials(CONFIG))


def test_each_tree_with_one_path_stands_once_and_those_with_several_by_either_way(fake):
    rows = beam.table(fake)
    one = rows[rows["paths"] == 1]
    assert len(one) == 4 and one["by"].isna().all()
    assert (
        rows[rows["paths"] > 1].groupby(["method", "by"], sort=False)["paths"].apply(list).tolist() == [[2, 4, 8]] * 4
    )
