"""Stand-ins on planted results: which trials, and when they count as equal or no worse."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import change_candidates, rewrite, with_winner

from manyclass.exhibits import base, baselines
from manyclass.exhibits.perronnin2012 import standins

CONFIG = {"scale": "standard"}
KINDS = list(baselines.BATCH)


@pytest.mark.parametrize("dataset", standins.SETS)
@pytest.mark.parametrize("kind", KINDS)
def test_batch_solvers_take_less_than_a_minute_on_these_sets(dataset, kind):
    declared = baselines.trials(CONFIG, dataset)
    batch, stand_in = standins.pair(CONFIG, dataset, kind)
    assert declared[baselines.BATCH[kind].row] == batch
    assert stand_in not in declared.values()
    assert {batch, stand_in} <= set(standins.trials(CONFIG))


def plant(fake, kind, by_set):
    """Give the stand-in of a kind accuracies so many points above those of the batch solver, set by set."""
    for dataset, points in zip(standins.sets(fake.config), by_set):
        for trial, more in zip(standins.pair(fake.config, dataset, kind), (0, points)):

            def change(candidate, seed, more=more):
                accuracy = 0.5 + 0.001 * seed + 0.01 * more
                return replace(candidate, test=candidate.test and candidate.test | {"accuracy": accuracy})

            change_candidates(fake, trial, change)


@pytest.mark.parametrize(
    ("by_set", "equal", "no_worse"),
    [
        ((0.5, -0.5), ["reproduced"] * 2, ["reproduced"] * 2),
        ((9.0, 0.0), ["not reproduced", "reproduced"], ["reproduced"] * 2),
        ((9.0, -9.0), ["not reproduced"] * 2, ["reproduced", "not reproduced"]),
    ],
)
def test_a_point_on_each_set_is_the_margin(fake, by_set, equal, no_worse):
    plant(fake, KINDS[0], by_set)
    of_kind = [claim for claim in standins.claims(fake) if claim.text.startswith(KINDS[0])]
    assert [claim.on[0] for claim in of_kind[::2]] == list(standins.sets(fake.config))
    assert [claim.verdict for claim in of_kind if claim.statement == "standins-equal"] == equal
    assert [claim.verdict for claim in of_kind if claim.statement == "standins-no-worse"] == no_worse


def test_the_table_has_the_difference(fake):
    plant(fake, KINDS[1], (2.0, -1.0))
    frame = standins.table(fake).set_index(["data set", "stand-in"])
    rows = frame.xs(baselines.STAND_INS[KINDS[1]].row, level="stand-in")
    np.testing.assert_allclose([cell.mean for cell in rows["difference, points"]], [2, -1], atol=1e-9)


def test_what_still_rises_at_the_cap_is_marked_and_judged_nowhere(fake, monkeypatch):
    """In one draw, and as at smoke scale no training comes to its end, with a larger cap."""
    monkeypatch.setitem(baselines.PASSES, "smoke", 100)
    dataset, kind = standins.SETS[0], KINDS[0]
    stand_in = standins.pair(fake.config, dataset, kind)[1]

    def made():
        frame = standins.table(fake).set_index(["data set", "stand-in"])
        mark = frame.loc[(dataset, baselines.STAND_INS[kind].row), "its accuracy, %"].mark
        return mark, [claim.n for claim in standins.claims(fake) if claim.text.startswith(f"{kind}, {dataset}")]

    assert made() == ("", [4, 4])
    rising = {"passes": [1, 30, 90], "valid": [0.1, 0.2, 0.9], "n_passes": 100}
    rewrite(fake, stand_in, lambda record, seed: with_winner(record, **rising) if seed == 1 else record)
    assert made() == (base.RISING, [0, 0])
