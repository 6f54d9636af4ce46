"""Updates on made-up records: which classes move, and what turns the verdicts."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, verdicts

from manyclass.exhibits.lecture import updates
from manyclass.exhibits.lecture.trials import NAMES


@pytest.mark.parametrize(("extra", "verdict"), [(0.0, "reproduced"), (0.5, "not reproduced")])
def test_moved_classes_are_compared_with_the_violators(fake, extra, verdict):
    def counted(candidate, seed):
        updated, violators = np.array([0.5, 0.4]), np.array([7.0, 4.0])
        return replace(
            candidate,
            updated=updated.tolist(),
            n_tries=np.cumsum(updated * violators).tolist(),
            n_classes_updated=(violators + 1 + extra).tolist(),
            valid=candidate.valid[:2],
        )

    change_candidates(fake, updates.trial(CONFIG, NAMES, "max"), counted)
    assert verdicts(updates.claims(fake), "at most |E| + 1") == {verdict}


@pytest.mark.parametrize("dense", updates.UPDATES)
def test_every_choice_of_weights_is_held_against_the_logistic_step(fake, dense):
    n_classes = fake.card(NAMES)["classes"]

    def counted(candidate, seed):
        moved = (0.3 if candidate.params.get("violators") == dense else 0.1) * n_classes
        return replace(candidate, n_classes_updated=[n_classes] * (len(candidate.valid) - 1) + [moved])

    change_candidates(fake, updates.trial(CONFIG, NAMES, "max"), counted)
    full = updates.trial(CONFIG, NAMES, updates.LOGISTIC)
    change_candidates(fake, full, lambda candidate, seed: replace(candidate, n_classes_updated=[n_classes]))
    for update, name in updates.UPDATES.items():
        verdict = "not reproduced" if update == dense else "reproduced"
        found = verdicts(updates.claims(fake), f"{name}: a step of the last pass")
        assert found == (set() if update == "max" else {verdict})  # the largest violator's is sparse by definition


@pytest.mark.parametrize(("share", "verdict"), [(1.0, "reproduced"), (0.9, "not reproduced")])
def test_logistic_steps_are_compared_with_all_classes(fake, share, verdict):
    moved = [share * fake.card(NAMES)["classes"]] * 2
    trial = updates.trial(CONFIG, NAMES, updates.LOGISTIC)
    change_candidates(fake, trial, lambda candidate, seed: replace(candidate, n_classes_updated=moved))
    assert verdicts(updates.claims(fake), "a logistic step moves all") == {verdict}
