"""Ladders: what they climb by, where they end, and what cannot be climbed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.methods.base.ladder import Ladder, counts

COUNTS = counts(features=48, classes=1000)


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        ({"start": [0.1], "factor": 1}, "factor of a ladder must be a number above 1, not 1"),
        ({"start": [0.1], "factor": 0.3}, "must be a number above 1, not 0.3"),
        ({"start": [0.1], "factor": "3"}, "must be a number above 1, not '3'"),
        ({"start": [2], "low": 5, "high": 1}, "low must be below high: 5 and 1 are the wrong way round"),
        ({"start": [2], "high": 1}, "the start value 2 lies outside the bounds"),
        ({"start": []}, "at least one start value"),
        ({"start": [3, 1]}, "start values must rise: 3, 1"),
        ({"start": [1, 1]}, "start values must rise"),
        ({"start": [0.0, 1.0]}, "must be above 0, not 0"),
        ({"start": [0.5], "whole": True}, "start must hold whole numbers"),
        ({"start": ["a"]}, "start values must be numbers, not 'a'"),
        ({"start": [True]}, "start values must be numbers, not True"),
        ({"start": [math.nan]}, "start values must be numbers, not nan"),
        ({"start": "123"}, "start must be a list of numbers"),
        ({"start": [1], "high": "samples"}, "a number or one of features, classes, rivals, rank, arity, not 'samples'"),
        ({"start": [1], "of": "samples"}, "of must be one of features, classes, rivals"),
        (
            {"start": [0.25], "of": "features", "high": "rank"},
            "shares of the features are shares too, numbers, not 'rank'",
        ),
        ({"start": [1], "whole": True, "high": 10.5}, "high must be a whole number, as the values are, not 10.5"),
        ({"start": [1], "reach": -1}, "reach must be a whole number from 0 to 100, not -1"),
        ({"start": [1], "reach": 101}, "reach must be a whole number from 0 to 100, not 101"),
        ({"start": [1], "whole": "yes"}, "whole must be true or false, not 'yes'"),
        ({"start": [10**400]}, "start values must be numbers, not 1000"),
        ({"start": [1], "low": math.nan}, "low must be a number or one of"),
        ({"start": [1], "high": math.inf}, "high must be a number or one of"),
        ({"start": [1], "stop": 3}, "unknown key 'stop' of a ladder; choose from start, factor"),
        ({"factor": 3}, "start is missing"),
    ],
)
def test_what_cannot_be_climbed_is_said_in_a_line(given_, says):
    with pytest.raises(ValueError, match="^[^\n]*$") as error:
        Ladder.parse(given_)
    assert says in str(error.value)


@given(
    start=st.lists(st.floats(1e-3, 1e3), min_size=1, max_size=4, unique=True),
    factor=st.floats(1.1, 10),
    direction=st.sampled_from([-1, 1]),
)
def test_without_bounds_each_value_is_a_factor_from_the_last(start, factor, direction):
    ladder = Ladder(sorted(start), factor=factor).resolved(COUNTS)
    value = ladder.start[0 if direction < 0 else -1]
    following = ladder.following(value, direction)
    assert following / value == pytest.approx(factor**direction, rel=1e-4)


@given(factor=st.floats(1.1, 8), low=st.integers(0, 5), span=st.integers(1, 200), direction=st.sampled_from([-1, 1]))
def test_whole_numbers_move_by_one_at_least_and_end_at_the_bound(factor, low, span, direction):
    ladder = Ladder([low, low + span], factor=factor, low=low, high=low + span, whole=True)
    value, visited = (low if direction > 0 else low + span), []
    while value is not None:
        visited.append(value)
        value = ladder.following(value, direction)
    assert visited[-1] == (low + span if direction > 0 else low)
    assert all(isinstance(each, int) and direction * (b - a) >= 1 for each, a, b in zip(visited, visited, visited[1:]))


def test_shares_are_of_the_data_set_it_runs_on():
    ladder = Ladder([0.125, 0.25, 0.5], factor=2, high=2, of="features").resolved(COUNTS)
    assert (ladder.start, ladder.low, ladder.high) == ((6, 12, 24), 1, 96)
    assert [ladder.following(24, 1), ladder.following(48, 1), ladder.following(96, 1)] == [48, 96, None]
    assert Ladder([0.01, 0.02], of="features").resolved(COUNTS).start == (1,)
    assert Ladder([0.01, 0.02], low=0, of="features").resolved(COUNTS).low == 1


def test_bounds_may_be_counts():
    ladder = Ladder([8, 4000], factor=2, low=1, high="rivals").resolved(COUNTS)
    assert ladder.start == (8, 999) and ladder.following(999, 1) is None and ladder.following(1, -1) is None


@given(st.builds(Ladder, st.just([1.0, 3.0]), factor=st.floats(1.5, 4), reach=st.integers(0, 9)))
def test_what_is_written_is_read(ladder):
    assert Ladder.parse(ladder.as_given()) == ladder


@pytest.mark.parametrize(("features", "classes", "rank"), [(48, 1000, 48), (20_000, 77, 77), (5, 5, 5)])
def test_the_rank_is_the_smaller_of_features_and_classes(features, classes, rank):
    ladder = Ladder([0.5, 1.0], factor=2, high=1, of="rank").resolved(counts(features, classes))
    assert (ladder.start[-1], ladder.high, ladder.following(rank, 1)) == (rank, rank, None)


@pytest.mark.parametrize(("classes", "arity"), [(2, 2), (9, 3), (10, 4), (512, 23), (1000, 32)])
def test_a_tree_of_two_levels_has_room_for_all_classes(classes, arity):
    assert counts(features=4, classes=classes)["arity"] == arity
    assert arity**2 >= classes
