"""States of trainings as arrays by name: what is taken apart is put together again, or refused."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_array_equal

from manyclass.methods.base.state import arrays_of, below, columns, from_columns, rebuilt

ARRAYS = st.one_of(
    *(
        arrays(dtype, array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
        for dtype in (np.float32, np.float64, np.int32, np.uint64, np.bool_)
    )
)
NUMBERS = st.one_of(st.integers(-(2**62), 2**62), st.floats(), st.booleans(), st.floats(width=32).map(np.float32))


class Pair(NamedTuple):
    """Two branches."""

    first: object
    second: object


@dataclass
class Changing:
    """Two branches, of which a training may replace one."""

    first: object
    second: object


def branches(trees):
    two = st.tuples(trees, trees)
    named = st.dictionaries(st.sampled_from("abc"), trees, max_size=3)
    return st.one_of(two, two.map(lambda both: Pair(*both)), two.map(lambda both: Changing(*both)), named)


TREES = st.recursive(st.one_of(ARRAYS, NUMBERS), branches, max_leaves=8)


def zeros(tree):
    """A tree of the same form in which every number is 0."""
    return rebuilt(tree, {path: np.zeros_like(array) for path, array in arrays_of(tree).items()})


def alike(one, other):
    assert type(one) is type(other)
    ours, theirs = arrays_of(one), arrays_of(other)
    assert [*ours] == [*theirs]
    for path, array in ours.items():
        assert array.dtype == theirs[path].dtype
        assert_array_equal(array, theirs[path])


@given(TREES)
def test_a_tree_is_put_together_from_its_arrays(tree):
    alike(rebuilt(zeros(tree), arrays_of(tree)), tree)


@given(TREES)
def test_a_branch_is_what_lies_below_it(tree):
    assert {*below("branch", arrays_of({"branch": (tree,), "other": tree}))} == {*arrays_of((tree,))}


def test_arrays_are_those_of_the_tree_and_numbers_keep_their_type():
    tree = Pair(np.arange(3.0), (np.float32(0.1), 7, True))
    found = arrays_of(tree)
    assert found["first"] is tree.first
    assert [type(number) for number in rebuilt(zeros(tree), found).second] == [np.float32, int, bool]


def test_arrays_lie_in_memory_as_those_they_stand_for():
    like = {"w": np.zeros((3, 4), np.float32, order="F")}
    new = rebuilt(like, {"w": np.ones((3, 4), np.float32)})
    assert new["w"].flags.f_contiguous and not new["w"].flags.c_contiguous


@pytest.mark.parametrize(
    ("arrays", "says"),
    [
        ({}, "it has no array 'w'"),
        ({"w": np.zeros((3, 4))}, r"array 'w' is float64 \(3, 4\), and not float32 \(3, 4\)"),
        ({"w": np.zeros((3, 5), np.float32)}, r"array 'w' is float32 \(3, 5\), and not float32 \(3, 4\)"),
        ({"w": np.zeros((0, 4), np.float32)}, r"array 'w' is float32 \(0, 4\)"),
        ({"w": np.zeros(12, np.float32)}, r"array 'w' is float32 \(12,\)"),
    ],
)
def test_what_does_not_fit_is_named(arrays, says):
    with pytest.raises(ValueError, match=f"^not a state of this training: {says}"):
        rebuilt({"w": np.zeros((3, 4), np.float32)}, arrays)


def test_arrays_without_elements_stand_for_any_length_of_the_same_rows():
    like = {"w": np.zeros((0, 4), np.float32)}
    assert rebuilt(like, {"w": np.ones((2, 4), np.float32)})["w"].shape == (2, 4)
    with pytest.raises(ValueError, match="array 'w'"):
        rebuilt(like, {"w": np.ones((2, 5), np.float32)})


class Counted(NamedTuple):
    """A whole number and a real one."""

    number: int
    share: float


@given(st.lists(st.tuples(st.integers(0, 2**40), st.floats(allow_nan=False))))
def test_named_tuples_go_into_columns_and_back(numbers):
    given = [Counted(*each) for each in numbers]
    table = columns(given, Counted)
    assert table.number.dtype == np.int64 and table.share.dtype == np.float64
    back = from_columns(table)
    assert back == given and all(type(each.number) is int for each in back)
