"""Conjugates of the top-k hinge loss by linear programmes, against what can be had by hand."""

import numpy as np
import pytest
from method_samples import samples

from manyclass.exhibits.lapin2015 import conjugate, primal

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


def test_the_least_primal_objectives_are_those_of_the_errata():
    X, y = samples(n=16, d=3, n_classes=4, seed=2)
    least = [primal.least(X, y, 4, 2, 10.0, own) for own in (True, False)]
    assert least == pytest.approx([70.15, 55.37], abs=0.01)


@pytest.mark.parametrize("k", conjugate.KS)
def test_the_dual_is_that_of_the_loss_over_the_others(k, monkeypatch):
    primal_as_printed, dual = conjugate.pair(k)
    monkeypatch.setattr(conjugate, "least", lambda *given, own: primal.least(*given, own=False))
    others, _ = conjugate.pair.__wrapped__(k)
    assert others == pytest.approx(dual, rel=2e-5)
    assert (primal_as_printed > 1.01 * others) == (k > 1)


def test_a_pair_that_closes_is_told_from_one_that_does_not(monkeypatch):
    def closed():
        return [each.verdict for each in conjugate.claims(None) if each.statement == "printed-pair-closes"]

    assert closed() == ["reproduced", "not reproduced", "not reproduced"]
    monkeypatch.setattr(conjugate, "pair", lambda k: (10.0, 9.999 if k > 1 else 9.98))
    assert closed() == ["not reproduced", "reproduced", "reproduced"]
