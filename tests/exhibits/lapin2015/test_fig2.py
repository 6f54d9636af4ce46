"""The corners of the top-k simplex, and what is said of projections onto it."""

import numpy as np
import pytest

from manyclass.exhibits.lapin2015 import fig2


@pytest.mark.parametrize("k", fig2.KS)
def test_the_corners_are_in_the_set_and_no_larger_multiple_is(k):
    for corner in fig2.corners(k):
        assert corner.sum() == pytest.approx(1) and corner.max() <= corner.sum() / k + 1e-12
    assert fig2._inside(fig2.corners(k), k).all()
    assert not fig2._inside(1.1 * fig2.corners(k), k).any()


def test_all_holds_of_true_projections(fake):
    assert {claim.verdict for claim in fig2.claims(fake)} == {"reproduced"}


@pytest.mark.parametrize(
    ("wrong", "broken"),
    [
        (lambda X: 0.9 * X, {"projection-exact"}),
        (np.zeros_like, {"projection-exact"}),
        (lambda X: X + 0.01, {"projection-exact", "projection-zero"}),
    ],
)
def test_wrong_updates_are_found(fake, monkeypatch, wrong, broken):
    biased = fig2.biased
    monkeypatch.setattr(fig2, "biased", lambda points, k: wrong(biased(points, k)))
    assert {claim.statement for claim in fig2.claims(fake) if claim.verdict == "not reproduced"} == broken


@pytest.mark.parametrize(
    ("wrong", "statements"),
    [
        (lambda X, k: X + 0.01, {"projection-exact", "projection-zero", "simplex-nested"}),
        (lambda X, k: 0.99 * X, {"projection-exact"}),
        (lambda X, k: np.zeros_like(X), {"projection-exact", "projection-zero"}),
    ],
)
def test_wrong_projections_are_found(fake, monkeypatch, wrong, statements):
    projections = fig2.projections
    monkeypatch.setattr(fig2, "projections", lambda B, k: wrong(projections(B, k), k))
    failed = {claim.statement for claim in fig2.claims(fake) if claim.verdict == "not reproduced"}
    assert statements <= failed
