"""Metrics of several labels a sample: against loops over the definitions, and napkinXC's where it is installed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, csr_matrix

from manyclass.protocol.metrics.multilabel import (
    inverse_propensities,
    ndcg,
    precision,
    propensity_scored_precision,
)
from manyclass.protocol.metrics.ranking import evaluate


@st.composite
def rankings(draw):
    """A ranking of some classes, and labels: at least one a sample."""
    n, G, seed = draw(st.integers(1, 12)), draw(st.integers(2, 9)), draw(st.integers(0, 9999))
    rng = np.random.default_rng(seed)
    Y = rng.random((n, G)) < draw(st.sampled_from([0.1, 0.4, 0.9]))
    Y[np.arange(n), rng.integers(G, size=n)] = True
    ranked = rng.permuted(np.tile(np.arange(G), (n, 1)), axis=1)[:, : draw(st.integers(1, G))]
    return ranked, csr_array(Y.astype(np.int8)), 1 + 5 * rng.random(G)


def by_definition(ranked, Y, weights):
    """P@k, nDCG@k and PSP@k, sample by sample, for every k."""
    dense, found = Y.toarray(), []
    for k in range(1, ranked.shape[1] + 1):
        p, gain, scored, best = [], [], [], []
        for row, y in zip(ranked, dense):
            hits = [int(y[label]) for label in row[:k]]
            p.append(sum(hits) / k)
            ideal = sum(1 / np.log2(place + 1) for place in range(1, min(k, y.sum()) + 1))
            gain.append(sum(hit / np.log2(place + 1) for place, hit in enumerate(hits, 1)) / ideal)
            scored.append(sum(hit * weights[label] for hit, label in zip(hits, row)) / k)
            best.append(sum(sorted(weights[y > 0], reverse=True)[:k]) / k)
        found.append((np.mean(p), np.mean(gain), np.mean(scored) / np.mean(best)))
    return np.array(found).T


@given(rankings())
def test_each_is_what_its_definition_says(case):
    ranked, Y, weights = case
    expected = by_definition(ranked, Y, weights)
    np.testing.assert_allclose(precision(ranked, Y), expected[0])
    np.testing.assert_allclose(ndcg(ranked, Y), expected[1])
    np.testing.assert_allclose(propensity_scored_precision(ranked, Y, weights), expected[2])


@given(rankings())
def test_the_best_ranking_has_all_of_the_gain(case):
    _, Y, weights = case
    best = np.argsort(-Y.toarray() * weights, axis=1, kind="stable")
    np.testing.assert_allclose(ndcg(best, Y), 1)
    np.testing.assert_allclose(propensity_scored_precision(best, Y, weights), 1)
    assert precision(best, Y)[0] == 1


@given(rankings())
def test_at_one_precision_is_accuracy_and_equal_weights_are_none(case):
    ranked, Y, _ = case
    assert precision(ranked, Y)[0] == pytest.approx(evaluate(ranked, Y)["accuracy"])
    assert ndcg(ranked, Y)[0] == pytest.approx(precision(ranked, Y)[0])
    equal = propensity_scored_precision(ranked, Y, np.full(Y.shape[1], 3.0))
    assert equal[0] == pytest.approx(precision(ranked, Y)[0])


def labels(n, G, seed=0):
    rng = np.random.default_rng(seed)
    Y = rng.random((n, G)) < 0.5 / np.arange(1, G + 1)
    Y[np.arange(n), rng.integers(G, size=n)] = True
    return csr_array(Y.astype(np.int8))


def test_napkinxc_measures_the_same():
    theirs = pytest.importorskip("napkinxc.metrics")
    train, Y = csr_matrix(labels(3000, 50)), labels(400, 50, seed=1)
    ranked = np.argsort(np.random.default_rng(2).random((400, 50)) - Y.toarray() / 3, axis=1)[:, :10]
    weights = inverse_propensities(train)
    np.testing.assert_allclose(weights, theirs.Jain_et_al_inverse_propensity(train))
    np.testing.assert_allclose(1 / inverse_propensities(train, 0.6, 2.6), theirs.Jain_et_al_propensity(train, 0.6, 2.6))
    given_, guessed = [row.nonzero()[0].tolist() for row in Y.toarray()], ranked.tolist()
    np.testing.assert_allclose(precision(ranked, Y), theirs.precision_at_k(given_, guessed, 10))
    np.testing.assert_allclose(ndcg(ranked, Y), theirs.ndcg_at_k(given_, guessed, 10))
    scored = propensity_scored_precision(ranked, Y, weights)
    np.testing.assert_allclose(scored, theirs.psprecision_at_k(given_, guessed, weights, 10))


def test_a_rarer_class_weighs_more_and_one_never_given_most():
    Y = csr_array(np.array([[1, 0, 0], [1, 1, 0], [1, 0, 0], [1, 0, 0]], np.int8))
    weights = inverse_propensities(Y)
    C = (np.log(4) - 1) * 2.5**0.55
    np.testing.assert_allclose(weights, [1 + C * (count + 1.5) ** -0.55 for count in (4, 1, 0)])
    assert 1 < weights[0] < weights[1] < weights[2]


def test_too_few_samples_are_refused():
    with pytest.raises(ValueError, match="^propensities need at least 3 samples, .* there are 2$"):
        inverse_propensities(labels(2, 3))
