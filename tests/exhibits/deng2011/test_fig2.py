"""The paths and the names that figure 2 picks."""

import numpy as np

from manyclass.exhibits.deng2011 import fig2


def test_paths_shown_are_long_and_right_and_of_two_classes():
    classes = [np.arange(4), np.array([0, 1]), np.array([2, 3]), *np.arange(4)[:, None], np.array([], int)]
    paths = np.array([[0, 7, -1], [0, 1, 4], [0, 1, 3], [0, 1, 3], [0, 2, 5], [0, 2, -1]])
    assert fig2.chosen(paths, classes, np.array([0, 0, 0, 0, 2, 2])) == [2, 4]
    assert fig2.chosen(paths[:1], classes, np.array([0])) == [0, 0]


def test_names_shown_include_the_right_class():
    assert 63 in (some := fig2._some(np.arange(100), 63))
    assert len(some) == fig2.SHOWN
    assert some == sorted(some)
    assert fig2._some(np.array([3, 8]), 8) == [3, 8]
