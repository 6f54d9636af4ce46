"""The functions that the simulated exhibits call, against counts made in plain Python."""

import numpy as np
import pytest

from manyclass.protocol import last_violators
from manyclass.protocol.seeds import derive


@pytest.fixture
def seed():
    return derive("test", "last_violators")


def test_independent_violations_have_exact_shares():
    found = last_violators.independent(3, 5, of=10)
    assert found.shape == (100, 2)
    assert found.mean(axis=0) == pytest.approx([0.3, 0.5])
    assert found.all(axis=1).mean() == pytest.approx(0.15)


def test_a_course_records_every_sample(seed):
    violates = np.array([[1, 0], [1, 1], [0, 1], [0, 0], [0, 0]], bool)
    course = last_violators.follow(violates, seed)
    assert course.tolist() == [[-1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, -1], [-1, 0, -1]]


def test_always_confused_is_counted_once(seed):
    assert last_violators.count(np.ones((20, 1), bool), 5, seed).tolist() == [1] * 5
    assert last_violators.count(np.ones((20, 1), bool), 5, seed, depth=0).tolist() == [20] * 5
    assert last_violators.count(np.zeros((20, 1), bool), 5, seed).tolist() == [0] * 5


def test_runs_differ_and_are_the_same_again(seed):
    violates = last_violators.independent(5)
    first = last_violators.count(violates, 50, seed)
    assert len(set(first)) > 1
    np.testing.assert_array_equal(first, last_violators.count(violates, 50, derive("test", "last_violators")))


def test_chains_forget_their_start(seed):
    """One violating class: its state is whether the last sample was violated, so half of the chains hold it."""
    found = last_violators.settle(last_violators.independent(5), 2000, seed)
    assert found.states.shape == (2000,)
    assert abs((found.states == 0).mean() - 0.5) < 5 * np.sqrt(0.25 / 2000)
    assert found.draws == 2000 * 10
    assert abs(found.updated / found.draws - 0.25) < 5 * np.sqrt(0.25 * 0.75 / found.draws)
    assert abs(found.ignored / found.draws - 0.25) < 5 * np.sqrt(0.25 * 0.75 / found.draws)
