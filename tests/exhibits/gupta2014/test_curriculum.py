"""A curriculum, on predictions made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, SAMPLES, path, split

from manyclass.exhibits.gupta2014 import curriculum, ignored

PASSES = curriculum.looks(CONFIG)


@pytest.mark.parametrize(
    ("accuracy", "passes"),
    [([0, 0.2, 0.4], 1), ([0, 0.4, 0.4], 0.5), ([0, 0.1, 0.4], 2), ([0, 0.3, 0.2], 1 / 3), ([0, 0, 0], np.nan)],
)
def test_half_is_first_reached_between_two_looks(accuracy, passes):
    np.testing.assert_allclose(curriculum.first_half([0, 1, 4], accuracy), passes)


def give(store, skill):
    """Let each class have the accuracy ``skill(Q, passes, easy)``: its first half of the classes is easy."""
    for Q in curriculum.ORDERS.values():
        for passes in PASSES:
            trial = curriculum.trial(CONFIG, Q, passes)
            for seed in store.seeds:
                Y = split(curriculum.SET, seed).test.Y
                first = Y.indices[Y.indptr[:-1]]
                rng = np.random.default_rng(seed)
                chance = np.where(first < Y.shape[1] // 2, skill(Q, passes, True), skill(Q, passes, False))
                wrong = (first + 7) % Y.shape[1]
                ranked = np.where(rng.random(SAMPLES) < chance, first, wrong)[:, None].astype(np.int32)
                target = path(store, trial, seed).with_suffix(".npz")
                target.unlink()
                np.savez(target, ranked=ranked)


@pytest.mark.parametrize(("early", "verdict"), [({8: 0.8, 0: 0.3}, "reproduced"), ({8: 0.3, 0: 0.8}, "not reproduced")])
def test_easy_classes_are_timed_with_and_without_last_violators(fake, early, verdict):
    last = PASSES[-1]
    give(fake, lambda Q, passes, easy: 0.1 if not easy else 0.9 if passes == last else early[Q])
    (found,) = curriculum.claims(fake)
    assert (found.statement, found.verdict) == ("curriculum", verdict)
    measured = curriculum.measured(fake)
    assert (measured["easy", "Q = 8"][:, -1] > 0.8).all() and (measured["hard", "Q = 8"][:, -1] < 0.2).all()


def test_trainings_differ_in_nothing_but_last_violators_and_passes():
    for trial in curriculum.trials(CONFIG):
        assert trial.depends_on == ignored.trial(CONFIG)
        assert set(trial.fixed) == {"last_violators", "burn_in"}
        assert trial.search == {}
    assert len({trial.address for trial in curriculum.trials(CONFIG)}) == 2 * len(PASSES)
