"""How step and margin go together."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.gupta2014 import step_margin
from manyclass.exhibits.gupta2014 import trials as gupta


def grow(fake, row, power):
    """Let the best step grow as this power of the margin, and another be tried, too."""
    places = {margin: place for place, margin in enumerate(step_margin.margins(row))}

    def give(candidate, seed):
        best = 3.0 ** (power * places[candidate.params["margin"]])
        params = candidate.params | {"step": best if candidate.params["step"] == 0.03 else 77.0}
        valid = [0.9 if params["step"] == best else 0.1]
        return replace(candidate, params=params, valid=valid, valid_metrics={}, test={"accuracy": 0.5})

    change_candidates(fake, step_margin.trial(CONFIG, row), give)


@pytest.mark.parametrize(("power", "verdict"), [(1, "reproduced"), (0, "undecided"), (-1, "not reproduced")])
def test_step_and_margin_are_tied_when_the_best_steps_grow(fake, power, verdict):
    row = "one_vs_rest/as_printed"
    grow(fake, row, power)
    steps = step_margin.best_steps(fake, row)
    np.testing.assert_allclose(steps, np.repeat(3.0 ** (power * np.arange(5))[:, None], steps.shape[1], axis=1))
    found = next(each for each in step_margin.claims(fake) if each.text.startswith(f"{gupta.NAMES[row]}:"))
    assert found.verdict == verdict


def test_correlations_are_of_whole_draws():
    steps = np.array([[1.0, 1.0, 3.0, 1.0], [1.0, 3.0, 2.0, np.nan], [1.0, 9.0, 1.0, 9.0]])
    np.testing.assert_allclose(step_margin.correlations(steps), [0.0, 1.0, -1.0, np.nan])


@pytest.mark.parametrize("row", step_margin.METHODS)
def test_at_each_margin_the_step_has_a_sweep_and_all_else_is_as_chosen(row):
    trial = step_margin.trial(CONFIG, row)
    assert set(trial.search) == {"step"} and trial.depends_on == gupta.row_trial(CONFIG, step_margin.SET, row)
    assert trial.method == trial.depends_on.method and trial.fixed == trial.depends_on.fixed
    ladder, held = gupta.step_and_margin(row)["margin"], trial.series["margin"]
    assert held[1:-1] == list(ladder.start) and held[0] < held[1] and held[-2] < held[-1]
    assert len(held) == (7 if row in gupta.ONE_NEGATIVE else 5)
    swept = gupta.row_trial(CONFIG, step_margin.SET, row).search
    assert swept is None or swept[0]["margin"] == ladder
