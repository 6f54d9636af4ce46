"""Epochs until the gap is small, on made-up records."""

import pytest
from fake_results import change_candidates

from manyclass.exhibits.lapin2015 import convergence, trials


def test_epochs_needed_are_those_of_the_first_small_gap(fake):
    for params in convergence.CURVES.values():
        needed = convergence.epochs_needed(fake, **params)
        for epochs, (at, _, gap) in zip(needed, convergence.courses(fake, **params), strict=True):
            assert epochs == at[gap <= convergence.GAP][0]
            assert (gap[at < epochs] > convergence.GAP).all()


@pytest.mark.parametrize("loss", convergence.CHOSEN)
def test_one_machine_that_is_not_trained_is_enough(fake, loss):
    def verdicts():
        listed = [each for each in convergence.claims(fake) if each.statement == f"{loss}-converges"]
        return {each.verdict for each in listed if "every C chosen" in each.text}

    def stop(candidate, seed):
        if seed == 2 and candidate.params["k"] == 5:
            candidate.diagnostics["solution"]["gap"] = 0.0011
        return candidate

    assert verdicts() == {"reproduced"}
    change_candidates(fake, trials.as_printed(fake.config, trials.SETS[0], loss), stop)
    assert verdicts() == {"not reproduced"}
