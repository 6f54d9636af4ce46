"""Conjugates of the top-k hinge loss by linear programmes, against what can be had by hand."""

import numpy as np
import pytest

from manyclass.exhibits.lapin2015 import conjugate

EVERY = range(conjugate.CLASSES)


def test_the_programme_is_the_supremum():
    """With k = 1 at a corner: the hinge of the largest margin, whose conjugate is -1 at a wrong class."""
    corner = np.eye(conjugate.CLASSES)
    assert conjugate.conjugate(corner[1], 1, EVERY, held=False) == pytest.approx(-1)
    assert conjugate.conjugate(corner[0], 1, EVERY, held=False) == pytest.approx(0)
    assert conjugate.conjugate(1.01 * corner[1], 1, EVERY, held=False) == np.inf
    assert conjugate.conjugate(corner[1], 2, EVERY, held=False) == np.inf


@pytest.mark.parametrize("k", conjugate.KS)
def test_half_of_the_points_are_in_the_simplex(k):
    for own in (False, True):
        B, inside = conjugate.points(k, own)
        assert len(B) == conjugate.POINTS and inside.sum() == conjugate.POINTS // 2
        assert (B[:, conjugate.OWN] > 0).all() == own


def test_the_printed_loss_is_compatible_for_one_guess_alone():
    """For k = 2 at b = (.4, .1) a free own entry makes ⟨b, a⟩ - φ as large as one likes, one held at 0 does not."""
    b = np.array([0, 0.4, 0.1, 0, 0])
    assert conjugate.conjugate(b, 2, EVERY, held=False) == np.inf
    assert np.isfinite(conjugate.conjugate(b, 2, EVERY, held=True))
    counts = {k: conjugate.counted(k) for k in conjugate.KS}
    assert counts[1][conjugate.ALL] == 0 and counts[2][conjugate.ALL] > 0 and counts[3][conjugate.ALL] > 0
    assert all(each["equation 4"] == each[conjugate.OTHERS] == 0 for each in counts.values())
