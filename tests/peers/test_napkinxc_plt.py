"""The probabilistic label trees of napkinXC, where it is installed."""

import numpy as np
import pytest
from method_samples import indicator, samples
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


def test_one_label_a_sample_as_indicator_is_the_same():
    pytest.importorskip("napkinxc")
    X, y = samples(n=600, d=20, n_classes=20)
    Y = indicator([{g} for g in y.tolist()], 20)
    assert (
        ProbabilisticLabelTree(4, random_state=0).fit(X, Y).files_
        == ProbabilisticLabelTree(4, random_state=0).fit(X, y).files_
    )


def test_all_right_classes_of_a_sample_are_learnt():
    pytest.importorskip("napkinxc")
    X, y = samples(n=600, d=20, n_classes=20)
    both = [{g, (g + 7) % 20} for g in y.tolist()]
    (model,) = ProbabilisticLabelTree(4, random_state=0).passes(X, indicator(both, 20))
    found = [set(row) == right for row, right in zip(model.predict_topk(X, 2).tolist(), both)]
    assert np.mean(found) > 0.8
