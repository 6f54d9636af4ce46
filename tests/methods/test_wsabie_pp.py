"""Wsabie++: its discriminant, where it starts, last violators and burn-in."""

import warnings

import numpy as np
import pytest
from method_samples import brief, indicator, learnt, samples, several
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning

from manyclass.methods.wsabie_pp import WsabiePP

X, LABELS = samples()
Y = several(LABELS, 8)


def fitted(**params):
    return brief(WsabiePP, dimensions=5, max_iter=4, **params).fit(X, Y)


def test_scores_are_distances_in_the_embedded_space():
    estimator = fitted()
    W, beta = (array.astype(np.float64) for array in (estimator.embedding_, estimator.prototypes_))
    exact = -(((X @ W.T)[:, None] - beta) ** 2).sum(axis=2)
    assert_allclose(estimator.decision_function(X), exact, rtol=1e-4, atol=1e-4)


def test_starts_from_signs_and_the_origin():
    estimator = fitted(step=1e-30)
    assert_array_equal(np.unique(estimator.embedding_), [-1, 1])
    assert abs(estimator.prototypes_).max() < 1e-25


def test_neighbours_are_the_nearest_prototypes():
    estimator = fitted()
    far = ((estimator.prototypes_[:, None].astype(np.float64) - estimator.prototypes_) ** 2).sum(axis=2)
    np.fill_diagonal(far, np.inf)
    assert_array_equal(estimator.neighbours(3), far.argsort(axis=1)[:, :3])


def test_last_violators_are_wrong_classes():
    last = fitted().last_violators_
    assert last.shape == (8,) and last.dtype == np.int32
    assert not np.any(last == np.arange(8)) and last.min() >= -1 and (last >= 0).any()


pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


@pytest.mark.parametrize("burn_in", [1, 2, 100])
def test_without_last_violators_burn_in_is_nothing(burn_in):
    assert learnt(fitted(last_violators=0, burn_in=burn_in)) == learnt(fitted(last_violators=0))


@pytest.mark.parametrize("last_violators", [1, 3])
def test_all_passes_of_burn_in_ignore_nothing(last_violators):
    plain = fitted(last_violators=0)
    assert learnt(fitted(last_violators=last_violators, burn_in=4)) == learnt(plain)
    assert learnt(fitted(last_violators=last_violators, burn_in=40)) == learnt(plain)
    assert all(counts.ignored == 0 for counts in plain.history_)


def test_last_violators_are_ignored_after_the_burn_in_only():
    history = fitted(last_violators=1, burn_in=2).history_
    assert [counts.ignored > 0 for counts in history] == [False, False, True, True]
    assert history[:2] == fitted(last_violators=0).history_[:2]


def test_a_longer_chain_is_another_rule():
    models = [learnt(fitted(last_violators=depth)) for depth in (0, 1, 2)]
    assert len(set(models)) == 3


def test_a_chain_ends_where_classes_do():
    assert learnt(fitted(last_violators=8)) == learnt(fitted(last_violators=80))


@pytest.mark.parametrize(
    "rule",
    [
        {"rank_weight": "harmonic"},
        {"adaptation": "counting"},
        {"adaptation": "fixed", "step": 0.001},
        {"adaptation": "adagrad_by_element"},
        {"radius": 1.0},
        {"violator": "worst"},
        {"max_tries": 1},
    ],
)
def test_variants_are_other_rules(rule):
    assert learnt(fitted(**rule)) != learnt(fitted())


def test_as_many_tries_as_classes_are_those_of_warp():
    assert learnt(fitted(max_tries=8)) == learnt(fitted())


def test_a_worst_violator_is_looked_for_among_all_wrong_classes():
    history = fitted(violator="worst", last_violators=0).history_
    assert history[0].tries > 5 * len(X)


@pytest.mark.parametrize("rows", [X, csr_array(X)])
def test_counts_of_the_last_pass_by_right_class(rows):
    estimator = brief(WsabiePP, dimensions=5, max_iter=4, margin=1.0).fit(rows, LABELS)
    of_last = estimator.history_[-1]
    assert estimator.drawn_by_class_.sum() == len(X)
    assert estimator.updated_by_class_.sum() == of_last.updated > 0
    assert estimator.ignored_by_class_.sum() == of_last.ignored > 0
    assert (estimator.updated_by_class_ + estimator.ignored_by_class_ <= estimator.drawn_by_class_).all()
    assert abs(estimator.drawn_by_class_ - np.bincount(LABELS)).max() < 6 * np.sqrt(len(X) / 8)


def test_warns_when_last_violators_absorb_the_samples():
    still = {"last_violators": 8, "step": 1e-30, "margin": 1e6}
    with pytest.warns(ConvergenceWarning, match="last violators made .* of pass .* burn_in") as caught:
        estimator = fitted(**still)
    assert len(caught) == 1
    assert estimator.history_[-1].ignored > 0.8 * len(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        fitted(**still, burn_in=4)


def test_the_worst_violator_has_the_weight_of_rank_one_however_many_classes_are_right():
    X, y = samples(n=80, d=6, n_classes=4)
    Y = indicator([{g, (g + 1) % 4, (g + 2) % 4} for g in y.tolist()], 4)
    one, harmonic = (brief(WsabiePP, violator="worst", rank_weight=w).fit(X, Y) for w in ("one", "harmonic"))
    assert one.history_[0].updated > 0
    assert learnt(one) == learnt(harmonic)
