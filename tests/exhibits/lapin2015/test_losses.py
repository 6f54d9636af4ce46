"""Bounds between losses and their convexity, counted."""

import numpy as np
import pytest

from manyclass.exhibits.lapin2015 import losses


@pytest.mark.parametrize("k", [1, 2, 4])
def test_the_kth_hinge_is_that_of_the_definition(k):
    rng = np.random.default_rng(k)
    S, y = rng.standard_normal((40, 6)), rng.integers(6, size=40)
    for scores, own, value in zip(S, y, losses.kth_hinge(S, y, k)):
        h = sorted((1 + s - scores[own] for j, s in enumerate(scores) if j != own), reverse=True)
        assert value == pytest.approx(max(0.0, h[k - 1]))


def test_what_bends_the_wrong_way_is_found(monkeypatch):
    """The hinge of the largest entry is convex, that of the second is not; and a loss turned over never is."""
    assert losses.not_convex(1) == {"alpha": 0, "k-th": 0}
    assert losses.not_convex(5)["k-th"] > 0
    alpha = losses.losses
    monkeypatch.setattr(losses, "losses", lambda *given: -alpha(*given))
    assert losses.not_convex(5)["alpha"] > 0


@pytest.mark.parametrize("k", losses.KS)
def test_where_alpha_and_beta_differ(k, monkeypatch):
    """A loss that is never below β, or always, is found: both happen among the samples, but for k = 1."""
    assert losses.gap_exceptions(k) == 0
    of_k = losses.measured(k)
    for alpha in (of_k["beta"], of_k["beta"] - 1):
        monkeypatch.setattr(losses, "measured", lambda k, alpha=alpha: of_k | {"alpha": alpha})
        assert losses.gap_exceptions(k) > 0 or (k == 1 and alpha is of_k["beta"])


def test_a_missing_slack_is_counted(monkeypatch):
    assert losses.slack_missing(5) == 0
    of_k = losses.measured(5)
    monkeypatch.setattr(losses, "measured", lambda k: of_k | {"alpha": of_k["multiclass"]})
    assert losses.slack_missing(5) > 0


@pytest.mark.parametrize("k", losses.KS)
def test_what_is_below_the_multiclass_hinge(k, monkeypatch):
    """By hand: α is the mean of the k largest entries, the multiclass hinge is the largest one."""
    S, y = losses.scores()
    h = losses.entries(S, y)
    np.testing.assert_allclose(losses.measured(k)["multiclass"], np.maximum(0, h[:, 0]))
    np.testing.assert_allclose(losses.measured(k)["alpha"], np.maximum(0, h[:, :k].mean(axis=1)), atol=1e-12)
    of = {each.text: each.verdict for each in losses.claims(None) if each.statement == "alpha-below-multiclass"}
    assert set(of.values()) == {"reproduced"} and len(of) == 2
    alpha = losses.losses
    monkeypatch.setattr(losses, "losses", lambda S, y, k, loss: alpha(S, y, k, loss) + (k > 1) * 100)
    verdicts = {each.verdict for each in losses.claims(None) if each.statement == "alpha-below-multiclass"}
    assert verdicts == {"not reproduced"}


def test_where_no_entry_is_positive_alpha_is_no_smaller_though_scores_differ():
    """The printed exception is that the k largest scores are the same; here they differ and both losses are 0."""
    S, y = np.array([[5.0, 1.0, 2.0, 3.0]]), np.array([0])
    h = losses.entries(S, y)
    assert h.max() < 0 and len(set(h[0, :2])) == 2
    assert losses.losses(S, y, 2, "alpha") == losses.losses(S, y, 1, "alpha") == 0


def test_the_bound_is_attained_with_an_error_and_without(monkeypatch):
    assert {point for k in losses.KS for point in losses.attained(k)} == {(1.0, 1.0), (0.0, 0.0)}
    alpha = losses.losses
    monkeypatch.setattr(losses, "losses", lambda *given: 2 * alpha(*given))
    assert {each.verdict for each in losses.claims(None) if each.statement == "alpha-tight"} == {"not reproduced"}
