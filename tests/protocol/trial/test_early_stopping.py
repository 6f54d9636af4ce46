"""Early stopping: when a candidate is validated, when it stops, and which of its models is kept."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from manyclass.protocol.trial.candidate import Candidate
from manyclass.protocol.trial.early_stopping import (
    SPACING,
    THRESHOLD,
    checkpoints,
    ended_by_cap,
    is_flat,
    train_until_no_better,
)

SAMPLES = 200


class Scripted:
    """A classifier of two classes whose accuracy after each pass is given; ``n_iter_`` says which model it is."""

    classes_ = np.arange(2)

    def __init__(self, accuracies, breaks_at=None):
        self.accuracies, self.breaks_at, self.n_iter_ = accuracies, breaks_at, 0

    def train(self):
        for _ in self.accuracies:
            self.n_iter_ += 1
            if self.n_iter_ == self.breaks_at:
                raise FloatingPointError("too large a step")
            yield self

    def predict_topk(self, X, k):
        right = np.arange(len(X)) < round(self.accuracies[self.n_iter_ - 1] * len(X))
        return np.column_stack([right, ~right])[:, :k].astype(int)


def split():
    ones, starts = np.ones(SAMPLES, np.int32), np.arange(SAMPLES + 1)
    Y = csr_array((ones.astype(np.int8), ones, starts), shape=(SAMPLES, 2))
    part = SimpleNamespace(X=np.zeros((SAMPLES, 1), np.float32), Y=Y)
    return SimpleNamespace(train=part, valid=part, test=part, tree=None)


def stopped(accuracies, patience, least=0, **settings):
    model = Scripted(accuracies, **settings)
    candidate = Candidate({}, model, model.train())
    train_until_no_better(candidate, split(), len(accuracies), patience, least)
    return candidate


@given(st.integers(1, 3000))
def test_checkpoints_are_spaced_by_half_as_much_again(passes):
    stops = np.array(checkpoints(passes))
    assert stops[0] == 1 and stops[-1] == passes
    assert (np.diff(stops) >= 1).all()
    assert (stops[1:] <= np.maximum(stops[:-1] + 1, SPACING * stops[:-1] + 0.5)).all()
    assert (stops[1:-1] >= SPACING * stops[:-2] - 0.5).all()


def test_the_first_checkpoints():
    """As the docstring has them; half of an odd number is rounded to even."""
    assert checkpoints(72) == [1, 2, 3, 4, 6, 9, 14, 21, 32, 48, 72]
    assert ", ".join(map(str, checkpoints(14))) in checkpoints.__doc__


def by_the_book(accuracies, patience, least=0):
    """(passes of the model kept, passes made)."""
    best_pass, best, since = None, -1.0, 0
    for stop in checkpoints(len(accuracies)):
        if best_pass is None or round(accuracies[stop - 1] * SAMPLES) / SAMPLES > best + THRESHOLD:
            best_pass, best, since = stop, round(accuracies[stop - 1] * SAMPLES) / SAMPLES, 0
        else:
            since += 1
        if since >= patience and stop >= least:
            break
    return best_pass, stop


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.integers(1, 5), st.integers(0, 60))
def test_stops_after_so_many_checkpoints_without_an_increase_and_keeps_the_best(accuracies, patience, least):
    candidate = stopped(accuracies, patience, least)
    kept, made = by_the_book(accuracies, patience, least)
    assert (candidate.passes, candidate.estimator.n_iter_, candidate.n_passes) == (kept, kept, made)
    record = candidate.record()
    assert record.valid[-1] == pytest.approx(max(record.valid), abs=THRESHOLD)
    assert len(record.passes) == len(record.valid) == len(candidate.checkpoints)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.integers(1, 5))
def test_a_cap_ended_what_more_passes_would_have_gone_on(accuracies, patience):
    """As if it were asked at the cap whether to go on."""
    candidate = stopped(accuracies, patience)
    looks = [round(accuracies[stop - 1] * SAMPLES) / SAMPLES for stop in checkpoints(candidate.n_passes)]
    asked = candidate.passes, candidate.n_passes, len(accuracies), patience
    assert ended_by_cap(*asked) == (not is_flat(looks, patience))


def test_what_starts_badly_and_recovers_is_not_stopped_before_its_least_passes():
    late = [0.0] * 20 + [0.8] * 20
    assert stopped(late, patience=2).passes == 1
    assert stopped(late, patience=2, least=21).estimator.n_iter_ == 21


def test_an_increase_within_the_threshold_is_none():
    waver = [0.5, *[0.5 + 1 / SAMPLES] * 99]
    assert 1 / SAMPLES > THRESHOLD
    assert stopped(waver, 2).record().passes == [1, 2]
    assert stopped([0.5] * 100, 2).n_passes == 3


def test_a_failure_is_noted():
    candidate = stopped([0.1, 0.2, 0.3, 0.4, 0.5], 2, breaks_at=3)
    assert candidate.error == "FloatingPointError: too large a step"
    assert candidate.record().valid == [0.1, 0.2] and candidate.n_passes is None
