"""Who is dropped early, and after how long."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split
from manyclass.protocol.trial.candidate import Candidate, train_in_passes
from manyclass.protocol.trial.early_stopping import best_of, checkpoints
from manyclass.protocol.trial.sweep import FINALISTS, KEEP_ONE_IN, OneByOne, SideBySide, first_rung

N = 100


class Course:
    """A classifier that gets as many samples right after each pass as its course says."""

    def __init__(self, course):
        self.course, self.done, self.classes_ = course, 0, np.arange(2)

    def passes(self, X, Y):
        for _ in self.course:
            self.done += 1
            yield self

    def decision_function(self, X):
        right = X[:, 0] < self.course[self.done - 1]
        return np.column_stack([right, ~right]).astype(float)

    def predict(self, X):
        return self.decision_function(X).argmax(axis=1)


def split():
    X = np.arange(N, dtype=np.float32)[:, None]
    Y = csr_array((np.ones(N, np.int8), np.zeros(N, np.int32), np.arange(N + 1)), shape=(N, 2))
    part = Part(X, Y)
    return Split(part, part, part, None, ["right", "wrong"])


def candidates(courses, **late):
    made = []
    for number, course in enumerate(courses):
        params = {"number": number, **{name: values[number] for name, values in late.items()}}
        estimator = Course(course)
        made.append(Candidate(params, estimator, train_in_passes(estimator, split().train), params))
    return made


class Unranked(Course):
    """One that can say which class is first, and not which follow."""

    def decision_function(self, X):
        if self.done == len(self.course):
            raise ValueError("gives scores that are NaN")
        return super().decision_function(X)

    def predict(self, X):
        return Course.decision_function(self, X).argmax(axis=1)


def test_what_cannot_be_tested_is_a_failed_candidate_and_not_a_failed_sweep():
    one, other = candidates([[50, 60], [40, 50]])
    one.estimator = Unranked([50, 60])
    one.training = train_in_passes(one.estimator, split().train)
    OneByOne(split(), 2).train([one, other])
    assert "NaN" in one.error and one.test is None
    assert other.error is None and other.test["accuracy"] == 0.5


def test_candidates_are_dropped_after_a_third_of_the_passes_and_not_before():
    courses = [[10 + each] * 2 + [90 - each] * 4 for each in range(9)]  # the worst at a third are the best at the end
    trained = candidates(courses)
    SideBySide(split(), 6).train(trained)
    kept = [each.params["number"] for each in trained if not each.dropped]
    assert kept == [6, 7, 8] and len(kept) == FINALISTS
    assert all([c.passes for c in each.checkpoints] == ([2] if each.dropped else [2, 4, 6]) for each in trained)
    assert all((each.test is None) == each.dropped for each in trained)


def test_later_ones_are_compared_with_all_that_came_before():
    field = SideBySide(split(), 3)
    field.train(candidates([[50] * 3, [60] * 3, [70] * 3]))
    weak, strong = candidates([[40] * 3, [80] * 3])
    field.train([weak, strong])
    assert weak.dropped and not strong.dropped


def test_what_starts_late_is_not_compared():
    field = SideBySide(split(), 3, late=("burn_in",))
    field.train(candidates([[50] * 3, [60] * 3, [70] * 3], burn_in=[0, 0, 0]))
    weak, other = candidates([[40] * 3, [40] * 3], burn_in=[1, 0])
    field.train([weak, other])
    assert not weak.dropped and other.dropped


def test_without_passes_to_compare_after_nobody_is_dropped():
    trained = candidates([[each] for each in range(10, 20)])
    SideBySide(split(), 1).train(trained)
    assert not any(each.dropped for each in trained)


def test_where_training_stops_early_the_comparison_waits_for_a_checkpoint():
    assert [first_rung(364, patience) for patience in (0, 4)] == [122, 162] and 162 in checkpoints(364)
    assert [first_rung(1, patience) for patience in (0, 4)] == [1, 1]


PASSES = 12
COURSES = st.lists(st.lists(st.integers(0, N), min_size=PASSES, max_size=PASSES), min_size=1, max_size=12)


@given(COURSES, st.integers(1, 3), st.integers(0, PASSES))
def test_of_those_that_stop_early_none_is_other_than_alone_but_what_is_dropped(courses, patience, least):
    together, alone = candidates(courses), candidates(courses)
    SideBySide(split(), PASSES, patience=patience, least=least).train(together)
    OneByOne(split(), PASSES, patience, least).train(alone)
    rung = first_rung(PASSES, patience)
    best_at_first = [_best_at_first(course, by.n_passes, rung) for course, by in zip(courses, alone)]
    for mine, theirs, best in zip(together, alone, best_at_first):
        better = sum(other > best for other in best_at_first)
        behind = better >= max(FINALISTS, math.ceil(len(courses) / KEEP_ONE_IN))
        assert mine.dropped == (behind and theirs.n_passes > rung)
        if mine.dropped:
            assert mine.passes == rung and mine.test is None
            assert mine.estimator is mine.training is mine.kept is None
        else:
            assert mine.record() == theirs.record()  # tested as the model was that is kept
            assert mine.estimator is mine.training is theirs.estimator is theirs.training is None


def _best_at_first(course, made, rung):
    looks = candidates([course])[0]
    for stop in checkpoints(rung):
        if stop <= made:
            looks.train_to(stop, split())
    return looks.checkpoints[best_of(looks.checkpoints)].valid


class Warm(Course):
    """One that would go on along a parameter."""

    path = "number"

    def __init__(self, course, warm_start):
        super().__init__(course)
        self.warm_start, self.begun_at = warm_start, None

    def set_params(self, number):
        self.begun_at, self.done = self.done, 0
        return self


def along(numbers, warm_start=True):
    made = [Candidate({"number": number}, Warm([50], warm_start), None) for number in numbers]
    for candidate in made:
        candidate.training = train_in_passes(candidate.estimator, split().train)
    OneByOne(split(), 1).train(made)
    return made


def test_models_are_let_go_of_but_where_another_may_go_on_from_them():
    assert [each.estimator for each in along([1.0, 2.0], warm_start=False)] == [None, None]
    assert [each.estimator.begun_at for each in along([1.0, 2.0])] == [None, 1]


def test_no_path_leads_to_or_from_zero():
    for numbers, begun in (([1.0, 0, 2.0], [None, None, 1]), ([0, 1.0], [None, None])):
        made = along(numbers)
        assert [each.error for each in made] == [None] * len(made)
        assert [each.estimator.begun_at for each in made] == begun
