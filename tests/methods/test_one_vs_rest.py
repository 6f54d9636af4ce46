"""One-vs-rest: how many negatives are drawn, and what binary problems it solves."""

import numpy as np
import pytest
from method_samples import brief, indicator, samples
from numpy.testing import assert_array_equal

from manyclass.methods.one_vs_rest import OneVsRestSVM


@pytest.mark.parametrize("balance", [1, 3, 7])
def test_a_whole_balance_is_met_by_every_positive(balance):
    X, y = samples()
    for counts in brief(OneVsRestSVM, balance=balance).fit(X, y).history_:
        assert counts.tries == balance * len(X)
        assert counts.updated <= counts.tries + len(X)
        assert counts.ignored == 0


def test_a_fraction_is_met_on_average():
    X, y = samples()
    drawn = np.array([counts.tries for counts in brief(OneVsRestSVM, balance=2.25, max_iter=50).fit(X, y).history_])
    draws = 50 * len(X)
    deviation = np.sqrt(draws * 0.25 * 0.75)
    assert abs(drawn.sum() - 2.25 * draws) < 4 * deviation
    assert ((2 * len(X) <= drawn) & (drawn <= 3 * len(X))).all()


@pytest.mark.parametrize(("n_classes", "balance"), [(8, 7), (70, 64)])
def test_the_default_balance(n_classes, balance):
    X, y = samples(n_classes=n_classes)
    default, given = (brief(OneVsRestSVM, balance=b).fit(X, y) for b in (None, balance))
    assert_array_equal(default.coef_, given.coef_)


def test_pushes_balance_where_everything_violates():
    """With all steps alike, β_g is λ times the sum of its positives less that of its negatives."""
    n_classes = 4
    X, Y = np.eye(n_classes, dtype=np.float32), indicator([{g} for g in range(n_classes)], n_classes)
    estimator = brief(OneVsRestSVM, balance=3, margin=1e6, radius=np.inf, initial="zeros", step=0.25, max_iter=5)
    estimator.adaptation = "fixed"
    pushes = estimator.fit(X, Y).coef_ / 0.25
    positives, negatives = np.diag(pushes).sum(), pushes.sum() - np.diag(pushes).sum()
    assert positives == 5 * n_classes
    assert negatives == -3 * 5 * n_classes


def test_a_rare_class_has_more_negatives_for_a_positive():
    """A wrong class is as likely as any other, whatever its size."""
    sizes = np.array([2, 8, 30])
    n, passes, balance = sizes.sum(), 200, 2
    X, y = np.eye(n, dtype=np.float32), np.repeat(np.arange(3), sizes)
    estimator = brief(OneVsRestSVM, balance=balance, margin=1e6, radius=np.inf, initial="zeros", step=1.0)
    pushes = estimator.set_params(adaptation="fixed", max_iter=passes).fit(X, y).coef_
    negatives = -np.where(pushes < 0, pushes, 0).sum(axis=1)
    np.testing.assert_allclose(negatives, passes * balance * (n - sizes) / 2, rtol=0.05)
    rare, _, frequent = negatives / sizes
    assert rare > 10 * frequent


def test_two_classes_are_mirror_images_where_everything_violates():
    X, y = samples(n_classes=2)
    estimator = brief(OneVsRestSVM, balance=1, margin=1e6, radius=np.inf, initial="zeros").fit(X, y)
    np.testing.assert_allclose(estimator.coef_[0], -estimator.coef_[1], rtol=1e-4)
