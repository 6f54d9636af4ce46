"""The pass over given violators, and runs of it, against the rule of last violators written down in plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.exhibits.gupta2014.frozen_ranking import FrozenRanking, count, follow, independent, run_chains
from manyclass.methods.base.sgd.linear import inner
from manyclass.protocol.seeds import derive


def frozen(n_right=1, n_wrong=2, seed=0, depth=1):
    return FrozenRanking(n_right, n_wrong, np.random.SeedSequence(seed), depth)


def allowed(last, violators):
    """What may be the last violator after a sample, and whether the sample is ignored, by section 6.2."""
    if last in violators:
        return {last}, True
    return violators or {-1}, False


@given(
    samples=st.lists(st.sets(st.integers(0, 3)), min_size=1, max_size=12),
    depth=st.integers(0, 2),
    seed=st.integers(0, 99),
)
def test_every_sample_is_treated_by_the_rule(samples, depth, seed):
    model, last = frozen(n_wrong=4, seed=seed, depth=depth), -1
    for violators in samples:
        counts = model.run([[v in violators for v in range(4)]])
        after, ignored = allowed(last if depth else -1, violators)
        assert counts[:2] == (bool(violators) and not ignored, ignored)
        last = model.last_violators[0]
        assert last in after


def test_violators_are_drawn_uniformly():
    drawn = []
    for seed in range(600):
        model = frozen(n_wrong=3, seed=seed)
        model.run([[True, False, True]])
        drawn.append(model.last_violators[0])
    counts = np.bincount(drawn, minlength=3)
    assert counts[1] == 0
    assert abs(counts[0] - 300) < 5 * np.sqrt(600 / 4)


def test_each_right_class_has_a_last_violator_of_its_own():
    model = frozen(n_right=3, n_wrong=3)
    right, violates = np.arange(300) % 3, np.eye(3, dtype=bool)[np.arange(300) % 3]
    counts = model.run(violates, right)
    assert model.last_violators.tolist() == [0, 1, 2]
    assert counts[:2] == (3, 297)  # each class violates always, and is counted the first time


def test_what_is_forgotten_is_counted_again():
    model = frozen(n_wrong=1)
    assert [model.run([[True]])[:2], model.run([[True]])[:2]] == [(1, 0), (0, 1)]
    model.forget()
    assert model.last_violators.tolist() == [-1]
    assert model.run([[True]])[:2] == (1, 0)


def test_of_several_right_classes_one_is_drawn():
    model = frozen(n_right=2)
    model.run(np.tile([True, False], (200, 1)), np.tile([0, 1], (200, 1)))
    assert model.last_violators.tolist() == [0, 0]
    assert model.run([[True, False]], [[0, 1]])[:2] == (0, 1)


def test_the_model_does_not_move():
    model = frozen(n_right=2, n_wrong=3)
    before = inner(model._model.discriminant.beta.copy(), np.inf)
    counts = model.run(np.random.default_rng(0).random((500, 3)) < 0.5, np.arange(500) % 2)
    assert counts.updated > 100
    for name, array in before._asdict().items():
        np.testing.assert_array_equal(getattr(model._model.discriminant, name), array)
    np.testing.assert_array_equal(model._model.embedding.V, np.eye(3))


@pytest.mark.parametrize(
    ("violates", "right", "says"),
    [
        ([[True]], 0, "violates has shape"),
        ([[True, False]], 2, "right must hold"),
        ([[True, False]], [0, 0], "right must hold"),
    ],
)
def test_what_does_not_fit_is_refused(violates, right, says):
    with pytest.raises(ValueError, match=says):
        frozen(n_right=2).run(violates, right)


@pytest.fixture
def seed():
    return derive("test", "last_violators")


def test_independent_violations_have_exact_shares():
    violates = independent(3, 5, of=10)
    assert violates.shape == (100, 2)
    assert violates.mean(axis=0) == pytest.approx([0.3, 0.5])
    assert violates.all(axis=1).mean() == pytest.approx(0.15)


def test_a_course_records_every_sample(seed):
    violates = np.array([[1, 0], [1, 1], [0, 1], [0, 0], [0, 0]], bool)
    course = follow(violates, seed)
    assert course.tolist() == [[-1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, -1], [-1, 0, -1]]


def test_always_confused_is_counted_once(seed):
    assert count(np.ones((20, 1), bool), 5, seed).tolist() == [1] * 5
    assert count(np.ones((20, 1), bool), 5, seed, depth=0).tolist() == [20] * 5
    assert count(np.zeros((20, 1), bool), 5, seed).tolist() == [0] * 5


def test_runs_differ_and_are_the_same_again(seed):
    violates = independent(5)
    first = count(violates, 50, seed)
    assert len(set(first)) > 1
    np.testing.assert_array_equal(first, count(violates, 50, derive("test", "last_violators")))


def test_chains_forget_their_start(seed):
    """One violating class: its state is whether the last sample was violated, so half of the chains hold it."""
    run = run_chains(independent(5), 2000, seed)
    assert run.states.shape == (2000,)
    assert abs((run.states == 0).mean() - 0.5) < 5 * np.sqrt(0.25 / 2000)
    assert run.draws == 2000 * 10
    assert abs(run.updated / run.draws - 0.25) < 5 * np.sqrt(0.25 * 0.75 / run.draws)
    assert abs(run.ignored / run.draws - 0.25) < 5 * np.sqrt(0.25 * 0.75 / run.draws)
