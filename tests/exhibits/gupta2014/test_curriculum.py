"""A curriculum, on predictions made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, SAMPLES, path, split

from manyclass.exhibits.gupta2014 import curriculum, ignored

PASSES = ignored.looks(CONFIG)


def test_both_trainings_are_timed_to_half_of_the_lower_end(fake):
    def growing(end):
        return np.tile(end * np.array(PASSES) / PASSES[-1], (4, 1))

    found = {("easy", name): growing(0.8) for name in curriculum.TRAININGS} | {("easy", "Q = 0"): growing(0.4)}
    passes = curriculum.to_half(fake, found, "easy")
    np.testing.assert_allclose(passes["Q = 0"], PASSES[-1] / 2)
    np.testing.assert_allclose(passes["Q = 8"], PASSES[-1] / 4)
    found["easy", "Q = 0"] = growing(0.0)
    assert np.isnan(list(curriculum.to_half(fake, found, "easy").values())).all()


def give(store, skill):
    """Let each class have the accuracy ``skill(Q, passes, easy)``: its first half of the classes is easy."""
    for name, (Q, _) in curriculum.TRAININGS.items():
        for passes in PASSES:
            trial = curriculum.trial(CONFIG, name, passes)
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


@pytest.mark.parametrize(
    ("sooner", "verdict"), [({(8, True), (0, False)}, "reproduced"), ({(0, True), (8, False)}, "not reproduced")]
)
def test_the_lag_of_hard_classes_is_that_with_less_that_without_last_violators(fake, sooner, verdict):
    last = PASSES[-1]

    def skill(Q, passes, easy):
        end = 0.9 if easy else 0.15
        return end if passes == last else end * (0.9 if (Q, easy) in sooner else 0.2)

    give(fake, skill)
    found = curriculum.claims(fake)
    assert [(claim.statement, claim.verdict) for claim in found] == [("curriculum", verdict)] * 2
    measured = curriculum.measured(fake)
    assert (measured["easy", "Q = 8"][:, -1] > 0.8).all() and (measured["hard", "Q = 8"][:, -1] < 0.2).all()


def test_trainings_differ_in_last_violators_their_step_and_margin_and_in_passes():
    for name, (Q, tuned_at) in curriculum.TRAININGS.items():
        for passes in PASSES:
            trial = curriculum.trial(CONFIG, name, passes)
            assert trial.depends_on == ignored.trial(CONFIG, curriculum.SET, tuned_at)
            assert trial.fixed == {"last_violators": Q, "burn_in": 0}
            assert (trial.search, trial.passes) == ({}, passes)
    assert len({trial.address for trial in curriculum.trials(CONFIG)}) == 3 * len(PASSES)
