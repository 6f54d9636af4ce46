"""Partition matrices by hand."""

import numpy as np
import pytest

from manyclass.exhibits.deng2011 import fig1


def test_rows_of_a_partition_are_ordered_by_their_classes():
    P = np.array([[0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0]], bool)
    assert fig1.ordered(P).tolist() == [P[2].tolist(), P[1].tolist(), P[0].tolist()]


def test_alikeness_by_hand():
    """Columns {0}, {0, 1}, {}, {1}: neighbours 1/2 and 1/2 (the empty one left out), all pairs 1/2, 0, 1/2."""
    P = np.array([[1, 1, 0, 0], [0, 1, 0, 1]], bool)
    assert fig1.alikeness(P) == pytest.approx((1 / 2, 1 / 3))
