"""The corners of the top-k simplex."""

import pytest

from manyclass.exhibits.lapin2015 import fig2


@pytest.mark.parametrize("k", fig2.KS)
def test_the_corners_are_in_the_set_and_no_larger_multiple_is(k):
    for corner in fig2.corners(k):
        assert corner.sum() == pytest.approx(1) and corner.max() <= corner.sum() / k + 1e-12
