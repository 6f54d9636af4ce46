"""AUC sampling and WARP: what is tried, and what a step does where everything is known."""

import numpy as np
import pytest
from method_samples import brief, samples, several
from numpy.testing import assert_allclose

from manyclass.methods.auc_ranking import AUCRanking
from manyclass.methods.base.sgd.steps import rank_weights
from manyclass.methods.warp_ranking import WarpRanking


def test_auc_tries_one_class_a_sample():
    X, y = samples()
    for counts in brief(AUCRanking).fit(X, several(y, 8)).history_:
        assert counts.tries == len(X)
        assert counts.updated <= len(X)


def test_warp_tries_until_one_violates():
    X, y = samples()
    for counts in brief(WarpRanking).fit(X, y).history_:
        assert len(X) <= counts.tries <= 8 * len(X)
        assert counts.updated <= len(X)


@pytest.mark.parametrize("cls", [AUCRanking, WarpRanking])
def test_class_vectors_sum_to_zero_where_everything_violates(cls):
    """Every first try violates, so each step adds to one class what it takes from another."""
    X, y = samples()
    estimator = brief(cls, margin=1e6, radius=np.inf, initial="zeros")
    estimator.adaptation = "fixed"
    for counts in estimator.fit(X, y).history_:
        assert counts.tries == counts.updated == len(X)
    assert_allclose(estimator.coef_.sum(axis=0), 0, atol=1e-5 * abs(estimator.coef_).max())


def test_two_classes_are_mirror_images():
    """Two classes leave rank 1 and weight 1, and one class gets what the other gives."""
    X, y = samples(n_classes=2)
    estimator = brief(WarpRanking, radius=np.inf, initial="zeros", step=0.5).fit(X, y)
    assert_allclose(estimator.coef_[0], -estimator.coef_[1], rtol=1e-4, atol=1e-5)
    assert estimator.history_[0].updated > 0


def test_no_step_once_all_are_right_by_the_margin():
    X = np.float32([[1, 0], [0, 1]] * 20)
    y = np.arange(40) % 2
    apart = brief(WarpRanking, radius=np.inf, initial="zeros", step=1.0, margin=1.0, max_iter=5).fit(X, y)
    assert apart.history_[-1].updated == 0
    assert ((X @ apart.coef_.T)[np.arange(40), y] >= 1 + (X @ apart.coef_.T)[np.arange(40), 1 - y]).all()


def test_rank_weights_are_harmonic_numbers():
    assert_allclose(rank_weights(5, "harmonic"), [0, 1, 3 / 2, 11 / 6, 25 / 12], rtol=1e-6)
    assert_allclose(rank_weights(5, "one"), 1)


def test_where_everything_violates_every_step_has_the_weight_of_the_last_rank():
    """From zeros, class vectors are then that weight times those of steps without one."""
    X, y = samples()
    weighted, plain = (
        brief(WarpRanking, margin=1e6, radius=np.inf, initial="zeros", rank_weight=weight).fit(X, y)
        for weight in ("harmonic", "one")
    )
    assert_allclose(weighted.coef_, rank_weights(8, "harmonic")[7] * plain.coef_, rtol=1e-4, atol=1e-5)
    assert weighted.history_ == plain.history_
