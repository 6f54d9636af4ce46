"""Cost-sensitive margins on made-up records: what turns the verdicts."""

from dataclasses import replace

import pytest
from fake_results import CONFIG, change_candidates, rewrite, verdicts

from manyclass.exhibits.lecture import costsensitive
from manyclass.exhibits.lecture.trials import TREE
from manyclass.methods.base.ladder import groups
from manyclass.methods.cost_sensitive_svm import CostSensitiveSVM
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.candidate import Candidate, Checkpoint
from manyclass.protocol.trial.climb import Climb


@pytest.mark.parametrize(("by_tree", "verdict"), [(1.8, "reproduced"), (2.2, "not reproduced")])
def test_costs_are_judged_by_the_distance_they_lower(fake, by_tree, verdict):
    def distances(candidate, seed):
        tree = candidate.params["costs"] == "tree"
        metrics = {"tree_distance": (by_tree if tree else 2) + 0.01 * seed, "accuracy": 0.4 + 0.002 * tree + seed / 1e4}
        return replace(candidate, test=candidate.test | metrics)

    def no_distances(candidate, seed):
        return replace(candidate, test=candidate.test | {"tree_distance": 2 + 0.01 * seed, "accuracy": 0.4})

    change_candidates(fake, costsensitive.trial(CONFIG, TREE), distances)
    change_candidates(fake, costsensitive.trial(CONFIG, costsensitive.FLAT), no_distances)
    claims = costsensitive.claims(fake)
    assert verdicts(claims, "lower the mean tree distance") == {verdict}
    assert verdicts(claims, "falls by a larger share") == {verdict}
    assert verdicts(claims, "less than 1.5 points") == {"reproduced"}
    assert verdicts(claims, "know nothing of the tree") == {"reproduced"}


def test_a_step_and_a_radius_that_help_together_alone_are_found():
    """By themselves, from the middle of both ladders, each is no better than what is there."""
    axes = [{name: Axis(values, {}) for name, values in group.items()} for group in groups(CostSensitiveSVM.search)]
    (middle,) = ({name: axis.middle for name, axis in group.items()} for group in axes)
    best = middle | {"step": 100_000.0, "radius": 80.0}

    def train(points):
        valid = [0.9 if point == best else 0.5 if point == middle else 0.1 for point in points]
        return [
            Candidate(each, None, None, each, checkpoints=[Checkpoint(1, 0.0, v)], test={})
            for each, v in zip(points, valid)
        ]

    climbed = Climb(axes, train, ("accuracy",), 100)
    climbed.run(refine=False)
    assert climbed.best("accuracy").params == best


def test_the_candidate_of_each_kind_of_costs_is_its_own_best_on_validation(fake):
    def tuned(record, seed):
        candidates = [
            replace(
                candidate,
                params=candidate.params | {"step": step, "radius": 20.0},
                valid=[*candidate.valid[:-1], 0.5 if step == best[candidate.params["costs"]] else 0.4],
                valid_metrics={"tree_distance": 1.0 if step == nearest[candidate.params["costs"]] else 2.0},
                test=candidate.test
                | {"accuracy": 0.7 if step == best[candidate.params["costs"]] else 0.9, "tree_distance": step / 100},
                edges=["step"] if step == 100 else [],
            )
            for candidate in record.candidates
            for step in (10.0, 100.0)
        ]
        return replace(record, candidates=candidates)

    best, nearest = {"equal": 10.0, "tree": 100.0}, {"equal": 10.0, "tree": 10.0}
    rewrite(fake, costsensitive.trial(CONFIG, TREE), tuned)
    equal, tree = (costsensitive.table(fake).iloc[row] for row in (0, 1))
    assert equal["accuracy, %"].mean == tree["accuracy, %"].mean == pytest.approx(70)
    assert (equal["(η0, ρ) by accuracy"], tree["(η0, ρ) by accuracy"]) == ("(10, 20)", "(100, 20)")
    assert tree["mean tree distance"].mean == pytest.approx(0.1) and tree["(η0, ρ) by distance"] == "(10, 20)"
    assert tree["accuracy, %"].mark and not tree["mean tree distance"].mark


def test_dashes_at_0_stand_above_the_axis_and_sets_have_their_names(fake):
    for ax in costsensitive.figure(fake).axes:
        assert ax.get_ylim()[0] < 0 < ax.get_ylim()[1]
        labels = [label.get_text().replace("\n", "") for label in ax.get_xticklabels()]
        assert labels == list(costsensitive.sets(CONFIG))
