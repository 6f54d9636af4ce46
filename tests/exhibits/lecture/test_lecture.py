"""The lecture's exhibits on records made by hand: what turns their verdicts."""

import json

import numpy as np
import pytest
from fake_results import CONFIG

from manyclass.exhibits.lecture import costsensitive, sgd, updates
from manyclass.exhibits.lecture import ova_failure as ova
from manyclass.exhibits.lecture import trials as lecture


def rewrite(store, trial, change):
    """Change every candidate of every seed of a trial."""
    for seed in range(CONFIG["seeds"]):
        path = store.folder / "trial" / trial.address / f"{seed}.json"
        record = json.loads(path.read_text())
        for candidate in record["candidates"]:
            change(candidate, seed)
        record["test"] = record["candidates"][record["winner"]]["test"]
        path.write_text(json.dumps(record))


def verdicts(found, part):
    return {claim.verdict for claim in found if part in claim.text}


@pytest.mark.parametrize(("by_tree", "verdict"), [(1.8, "reproduced"), (2.2, "not reproduced")])
def test_costs_are_judged_by_the_distance_they_lower(fake, by_tree, verdict):
    def distances(candidate, seed):
        tree = candidate["params"]["costs"] == "tree"
        candidate["test"] |= {"tree_distance": (by_tree if tree else 2) + 0.01 * seed, "accuracy": 0.4 + 0.002 * tree}

    def no_distances(candidate, seed):
        candidate["test"] |= {"tree_distance": 2 + 0.01 * seed, "accuracy": 0.4}

    rewrite(fake, costsensitive.trial(CONFIG, lecture.TREE), distances)
    rewrite(fake, costsensitive.trial(CONFIG, costsensitive.FLAT), no_distances)
    found = costsensitive.claims(fake)
    assert verdicts(found, "lower the mean tree distance") == {verdict}
    assert verdicts(found, "falls by more") == {verdict}
    assert verdicts(found, "less than 1.5 points") == {"reproduced"}
    assert verdicts(found, "know nothing of the tree") == {"reproduced"}


def test_the_candidate_of_each_kind_of_costs_is_its_own_best_on_validation(fake):
    def mark(candidate, seed):
        good = candidate["params"]["margin"] == costsensitive.MARGINS[-1]
        candidate["valid"][-1] = 0.5 + 0.3 * good
        candidate["test"]["accuracy"] = 0.7 if good else 0.9

    rewrite(fake, costsensitive.trial(CONFIG, lecture.TREE), mark)
    row = costsensitive.table(fake).iloc[0]
    assert row["accuracy, %"].mean == pytest.approx(70)
    assert row["chosen (η0, γ)"].endswith(f"{costsensitive.MARGINS[-1]:g})")


@pytest.mark.parametrize(("extra", "verdict"), [(0.0, "reproduced"), (0.5, "not reproduced")])
def test_touched_classes_are_held_against_the_violators(fake, extra, verdict):
    def counted(candidate, seed):
        updated, violators = np.array([0.5, 0.4]), np.array([7.0, 4.0])
        candidate |= {"updated": updated.tolist(), "tried": np.cumsum(updated * violators).tolist()}
        candidate |= {"touched": (violators + 1 + extra).tolist(), "valid": candidate["valid"][:2]}

    rewrite(fake, updates.trial(CONFIG, lecture.NAMES, "max"), counted)
    assert verdicts(updates.claims(fake), "at most |E| + 1") == {verdict}


@pytest.mark.parametrize(("share", "verdict"), [(1.0, "reproduced"), (0.9, "not reproduced")])
def test_logistic_steps_are_held_against_all_classes(fake, share, verdict):
    n_classes = fake.card(lecture.NAMES)["classes"]
    rewrite(
        fake,
        updates.trial(CONFIG, lecture.NAMES, updates.LOGISTIC),
        lambda candidate, seed: candidate.update(touched=[share * n_classes] * 2),
    )
    assert verdicts(updates.claims(fake), "a logistic step moves all") == {verdict}


def test_curves_are_those_of_order_and_average(fake):
    def curve(candidate, seed):
        own = candidate["params"]
        high = (0 if own["replacement"] else 10) + (5 if own["average_from"] == 1 else 0)
        candidate["valid"] = [(20 + high + 0.1 * seed) / 100, (30 + high + 0.1 * seed) / 100]

    rewrite(fake, sgd.batches_trial(CONFIG), curve)
    found = sgd.claims(fake)
    assert verdicts(found, "without replacement are more accurate") == {"reproduced"}
    assert verdicts(found, "since T0 = 1 is more accurate") == {"reproduced"}
    assert verdicts(found, "since T0 = 3 is more accurate") == {"not reproduced"}


def test_balls_are_compared_with_none(fake):
    def by_radius(candidate, seed):
        own = candidate["params"]
        candidate["test"]["accuracy"] = 0.2 + 0.01 * seed + 0.3 * (own["radius"] != sgd.NONE)

    rewrite(fake, sgd.balls_trial(CONFIG), by_radius)
    found = sgd.claims(fake)
    assert verdicts(found, "the best ball is more accurate than none") == {"reproduced"}
    assert verdicts(found, "η0 makes no difference") == {"reproduced"}


def test_the_middle_class_is_read_off_the_lines(fake):
    """Test samples are at the origin, so that intercepts decide: the middle class is found or not."""
    for middle, found in ((0.5, 100), (-0.5, 0)):
        lines = [[0.0, 0.0, 0.0], [0.0, 0.0, middle], [0.0, 0.0, -1.0]]
        rewrite(fake, ova.trial(CONFIG, ova.ALONE), lambda each, seed, lines=lines: each.update(lines=lines))
        shown = ova.table(fake).set_index(["classifier", "λ"])
        row = shown.loc[(ova.ALONE, ova.DRAWN)]
        assert row["middle class found, %"].mean == found
        assert row["its own predictor positive, %"].mean == found
        verdict = "not reproduced" if found else "reproduced"
        assert verdicts(ova.claims(fake), "finds less than half of it") == {verdict}
