"""How far sweeps are expected to go, where it can be counted by hand."""

from dataclasses import replace

import pytest

from manyclass.methods.auc_ranking import AUCRanking
from manyclass.protocol.cost.expected_sweep import expected, swept
from manyclass.protocol.trial.spec import Trial

LADDER = {"start": [1, 10, 100], "factor": 10}
SIZE = 8, 30  # features, classes


def trial(method="auc_ranking", **declared):
    return Trial("set", method, **declared)


def test_a_grid_whose_middle_is_best_is_tried_once_and_later_seeds_look_around_it():
    grid = trial(search={"step": LADDER, "margin": LADDER}, passes=20)
    first = expected(grid, *SIZE, seeds=1)
    assert (first.candidates, first.passes) == (9, 9 * 7 + 3 * 13)
    five = expected(grid, *SIZE, seeds=5)
    assert (five.candidates, five.passes) == (9 + 4 * 5, first.passes + 4 * (5 * 7 + 3 * 13))


def test_where_training_stops_early_weaker_ones_are_dropped_at_a_checkpoint_and_the_others_make_all_at_most():
    grid = trial(search={"step": LADDER, "margin": LADDER}, passes=20, patience=2)
    found = expected(grid, *SIZE, seeds=1)
    assert found.passes == 9 * 9 + 3 * 11  # checkpoints are 1, 2, 3, 4, 6, 9, 14, 20
    assert found.copies == 9  # all train side by side
    assert expected(replace(grid, halving=False), *SIZE, seeds=1)[1:] == (9 * 20, 1, 1, 9)


def test_without_halving_every_candidate_goes_to_the_end_and_none_stays_in_memory_but_for_others_to_go_on_from():
    whole = trial(search={"step": [1, 2], "margin": LADDER}, passes=20, halving=False)
    assert expected(whole, *SIZE, seeds=1) == (6, 120, 1, 0, 6)
    along = trial("topk_svm", search={"C": LADDER}, fixed={"warm_start": True}, passes=20, halving=False)
    assert expected(along, *SIZE, seeds=1) == (3, 60, 3, 0, 3)
    assert expected(replace(along, series={"k": [1, 2]}), *SIZE, seeds=1) == (6, 120, 6, 0, 6)


def test_side_by_side_those_in_training_are_in_memory_and_the_best_of_all_are_tested():
    groups = [{"step": [1, 2, 3, 4]}, {"margin": [1, 2, 3, 4, 5]}]
    found = expected(trial(search=groups, passes=20), *SIZE, seeds=1)
    assert (found.candidates, found.alive, found.copies, found.tested) == (8, 4, 0, 7)


def test_what_is_held_is_not_swept_and_each_point_of_a_series_has_its_sweep():
    held = trial(search={"step": LADDER, "margin": LADDER}, fixed={"margin": 1}, halving=False, passes=2)
    assert expected(held, *SIZE, seeds=1).candidates == 3
    varied = trial(search={"step": LADDER}, series={"margin": [1, 2, 3, 4]}, halving=False, passes=2)
    assert expected(varied, *SIZE, seeds=1) == (12, 24, 1, 0, 12)


def test_a_trial_that_starts_from_one_of_its_method_takes_the_winner_over():
    before = trial(search={"step": LADDER, "margin": LADDER})
    after = trial(variant="after", depends_on=before, search={"margin": LADDER})
    assert expected(after, *SIZE, seeds=1).candidates == 3
    assert expected(trial(variant="same", depends_on=trial(), search={}), *SIZE, seeds=1).candidates == 1


def test_what_the_trial_before_has_held_or_swept_is_taken_over_unless_it_is_swept_anew():
    before = trial(variant="before", search={"radius": LADDER}, fixed={"step": 0.1})
    assert swept(trial(depends_on=before)) == [{"margin": AUCRanking.search["margin"]}]
    assert swept(trial(depends_on=before, search={"step": LADDER})) == [{"step": LADDER}]
    assert swept(trial(depends_on=trial("lda", search={"step": LADDER}))) == [dict(AUCRanking.search)]


def test_bounds_of_ladders_are_those_of_the_set():
    shares = {"dimensions": {"start": [0.5, 1.0], "factor": 2, "high": 1, "of": "rank"}}
    assert expected(trial("wsabie", search=shares), 8, 30, seeds=1).candidates == 2  # 4, and 8, the bound
    assert expected(trial("wsabie", search=shares), 1, 30, seeds=1).candidates == 1


def test_at_smoke_scale_ladders_start_from_their_middle():
    brief = trial(search={"step": LADDER}, passes=3)
    assert expected(brief, *SIZE, seeds=1, brief=True).candidates == 3


def test_sweeps_that_begin_anew_are_as_long_on_every_draw():
    alone, five = (expected(trial(search={"step": LADDER}, anew=True), *SIZE, seeds=n).candidates for n in (1, 5))
    assert five == 5 * alone


@pytest.mark.parametrize("refine, candidates", [(False, 3), (True, 5)])
def test_half_steps_are_counted(refine, candidates):
    assert expected(trial(search={"step": LADDER}, refine=refine), *SIZE, seeds=1).candidates == candidates
