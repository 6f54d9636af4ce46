"""The probabilistic label trees of napkinXC, where it is installed."""

import numpy as np
import pytest
from method_samples import samples
from numpy.testing import assert_array_equal
from sklearn.utils.estimator_checks import parametrize_with_checks

from manyclass.peers.napkinxc_plt import ProbabilisticLabelTree


@parametrize_with_checks([ProbabilisticLabelTree()])
def test_scikit_learn(estimator, check):
    pytest.importorskip("napkinxc")
    check(estimator)


def test_a_wide_beam_finds_what_the_exact_search_does():
    pytest.importorskip("napkinxc")
    X, y = samples(n=600, d=20, n_classes=20)
    model = ProbabilisticLabelTree(4, random_state=0).fit(X, y)
    exact = model.predict_topk(X, 3)
    assert_array_equal(model.set_params(beam=20).predict_topk(X, 3), exact)


def test_every_class_is_named_once_even_where_the_beam_is_narrow():
    pytest.importorskip("napkinxc")
    X, y = samples(n=600, d=20, n_classes=20)
    model = ProbabilisticLabelTree(4, beam=1, random_state=0).fit(X, y)
    assert_array_equal(np.sort(model.predict_topk(X, 20), axis=1), np.tile(np.arange(20), (len(X), 1)))
