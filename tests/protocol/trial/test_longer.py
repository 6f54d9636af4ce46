"""Winners that the sweep's cap has ended are trained longer: the same as with the larger cap from the beginning."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from interrupted import write_noisy
from trials import command, modules_of, own

from manyclass.protocol.trial.early_stopping import ended_by_cap
from manyclass.protocol.trial.run import specs_from
from manyclass.protocol.trial.winner import best
from manyclass.protocol.trial.worker import work

CAP, MORE, PATIENCE = 6, 40, 4
SLOW = '{"step": [0.1, 0.3, 1.0]}'  # still rising at the cap


@pytest.fixture(scope="module")
def noisy(tmp_path_factory) -> Path:
    return write_noisy(tmp_path_factory.mktemp("noisy") / "blobs" / "0")


def spec_of(data, out, *words, method="multiclass_svm", search=SLOW):
    budget = ("--passes", str(CAP), "--patience", str(PATIENCE), "--no-halving")
    given = command([data], method, [0], [out / "0.json"], "--search", search, *budget, *words)[3:]
    return specs_from(given)[0]


def both(data, out, **how):
    """Record and arrays of a trial whose winner may go on, and of the same where it may not."""
    return work(spec_of(data, out / "longer", "--winner-passes", str(MORE), **how)), work(spec_of(data, out, **how))


def test_the_winner_is_what_it_would_be_with_the_larger_cap(noisy, tmp_path):
    (longer, arrays), (before, _) = both(noisy, tmp_path)
    assert longer.best.n_passes > CAP == before.best.n_passes
    held = {"fixed": longer.best.params, "search": {}, "passes": MORE}
    alone, theirs = work(replace(spec_of(noisy, tmp_path), **held))
    assert json.loads(alone.untimed())["candidates"] == json.loads(longer.untimed())["candidates"][longer.winner :][:1]
    assert {name: array.tobytes() for name, array in arrays.items()} == {
        name: array.tobytes() for name, array in theirs.items()
    }
    assert longer.best.valid[: len(before.best.valid)] == before.best.valid[: len(longer.best.valid)]


@pytest.mark.parametrize("seed", [1, 2])  # with which it goes on to get better
def test_a_refit_makes_as_many_passes_as_the_winner_was_kept_after(noisy, tmp_path, seed):
    spec = replace(spec_of(noisy, tmp_path, "--winner-passes", str(MORE), "--refit"), seed=seed, patience=12)
    record, _ = work(spec)
    assert record.refit.passes == record.best.passes[-1] > CAP


def test_the_others_are_what_they_were(noisy, tmp_path):
    (longer, _), (before, _) = both(noisy, tmp_path)
    assert longer.winner == before.winner
    assert [each for each in longer.candidates if each is not longer.best] == [
        each for each in before.candidates if each is not before.best
    ]


def test_a_winner_that_was_flat_stays_as_it_is(noisy, tmp_path):
    (longer, arrays), (before, theirs) = both(noisy, tmp_path, search='{"step": [0.01, 0.03]}')
    assert before.best.passes == [1] and longer.untimed() == before.untimed()
    assert np.array_equal(arrays["ranked"], theirs["ranked"])


# Breaks off after the cap of the sweep with the better step, and the other takes its place.
BREAKS = f"""
from manyclass.methods.multiclass_svm import MulticlassSVM

class Own(MulticlassSVM):
    def _epoch(self, problem, state, first):
        if state.n_passes == {CAP} and self.step == 1.0:
            raise FloatingPointError("too large a step")
        return super()._epoch(problem, state, first)
"""


def test_one_that_breaks_off_then_has_failed_and_the_next_best_goes_on(noisy, tmp_path):
    words = own(tmp_path, BREAKS)[:2]
    with modules_of(tmp_path):
        before, _ = work(spec_of(noisy, tmp_path, *words, method="own"))
        longer, _ = work(spec_of(noisy, tmp_path, *words, "--winner-passes", str(MORE), method="own"))
    assert before.best.params == {"step": 1.0}
    assert longer.candidates[before.winner].error == "FloatingPointError: too large a step"
    assert longer.best.params != before.best.params and longer.best.n_passes > CAP


def test_each_point_of_a_series_has_a_winner_that_may_go_on(noisy, tmp_path):
    series = ("--series", '{"intercept": [0.0, 1.0]}')
    before, _ = work(spec_of(noisy, tmp_path, *series))
    longer, _ = work(spec_of(noisy, tmp_path / "longer", *series, "--winner-passes", str(MORE)))
    winners = [best(each for each in before.candidates if each.params["intercept"] == at) for at in (0.0, 1.0)]
    at_cap = [each.params for each in winners if ended_by_cap(each.passes[-1], each.n_passes, CAP, PATIENCE)]
    assert [each.params for each in longer.candidates if each.n_passes > CAP] == at_cap != []


def test_a_classifier_that_has_one_fit_has_no_longer_one(noisy, tmp_path):
    (longer, _), (before, _) = both(noisy, tmp_path, method="nearest_means", search="{}")
    assert longer.untimed() == before.untimed()
