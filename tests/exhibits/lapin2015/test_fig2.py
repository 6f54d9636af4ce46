"""The corners of the top-k simplex, and what is said of projections onto it."""

import numpy as np
import pytest
from scipy.optimize import minimize

from manyclass.exhibits.lapin2015 import fig2


@pytest.mark.parametrize("k", fig2.KS)
def test_the_corners_are_in_the_set_and_no_larger_multiple_is(k):
    for corner in fig2.corners(k):
        assert corner.sum() == pytest.approx(1) and corner.max() <= corner.sum() / k + 1e-12
    assert fig2._inside(fig2.corners(k), k).all()
    assert not fig2._inside(1.1 * fig2.corners(k), k).any()


def test_all_holds_of_true_projections(fake):
    assert {claim.verdict for claim in fig2.claims(fake)} == {"reproduced"}


def test_for_one_guess_another_set_than_the_standard_simplex_is_found(fake, monkeypatch):
    """Those onto the set of k = 2 are in that of k = 1, and are not its nearest points."""
    projections = fig2.projections
    monkeypatch.setattr(fig2, "projections", lambda B, k: projections(B, max(k, 2)))
    verdicts = {claim.text: claim.verdict for claim in fig2.claims(fake) if claim.statement == "simplex-nested"}
    standard = {text: verdict for text, verdict in verdicts.items() if "standard simplex" in text}
    assert len(verdicts) == 2 and set(standard.values()) == {"not reproduced"}


@pytest.mark.parametrize("rho", [0.0, 1.0])
@pytest.mark.parametrize("k", [1, 2, 4])
def test_the_search_finds_what_a_general_solver_finds(k, rho):
    """Of five variables, more than the exhibit has."""
    limits = ({"type": "ineq", "fun": lambda x: 1 - x.sum()}, {"type": "ineq", "fun": lambda x: x.sum() / k - x})
    points = np.random.default_rng(k).normal(0.3, 1, (12, 5))
    for b, ours in zip(points, fig2.exhaustive.project(points, k, rho)):
        theirs = minimize(
            lambda x, b=b: 0.5 * ((x @ x) + rho * x.sum() ** 2) - b @ x,
            np.full(5, 0.1),
            bounds=[(0, None)] * 5,
            constraints=limits,
            tol=1e-12,
        )
        np.testing.assert_allclose(ours, theirs.x, atol=1e-5)


@pytest.mark.parametrize(
    ("wrong", "broken"),
    [
        (lambda x, rho: 0.9 * x, {"projection-exact"}),
        (lambda x, rho: x + 0.1 * rho, {"projection-exact", "bias-orthogonal", "bias-no-effect"}),
    ],
)
def test_a_wrong_search_is_found(fake, monkeypatch, wrong, broken):
    found = {(k, rho): fig2.searched(k, rho) for k in fig2.KS for rho in (0.0, 1.0)}
    monkeypatch.setattr(fig2, "searched", lambda k, rho: wrong(found[k, rho], rho))
    assert broken <= {claim.statement for claim in fig2.claims(fake) if claim.verdict == "not reproduced"}


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


def test_updates_onto_a_larger_set_are_found(fake, monkeypatch):
    """Those of k = 1 for every k, but zero where those of k are: no corner of the smaller set is downhill from them."""
    biased = fig2.biased
    monkeypatch.setattr(fig2, "biased", lambda points, k: biased(points, 1) * biased(points, k).any(axis=1)[:, None])
    assert all(fig2._largest_product(k, *_moved(k)) <= fig2.ROUNDING_OF_UPDATES for k in fig2.KS)
    failed = [claim for claim in fig2.claims(fake) if claim.verdict == "not reproduced"]
    assert [(claim.statement, "update" in claim.text) for claim in failed] == [("projection-exact", True)]


def _moved(k):
    """What points were moved by in the updates, as the test of these has it, and where they are."""
    points = fig2.projected(k, fig2.TESTED)[0]
    x = fig2.biased(points, k)
    return points - x.sum(axis=1, keepdims=True), x


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
