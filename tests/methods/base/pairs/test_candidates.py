"""The pairs that can matter where scores move, against a look at every pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.methods.base.pairs.candidates import SPACING, candidates

NONE = np.zeros(0, np.int64)


def way(seed, n, n_classes):
    """Scores of which each sample's own is -inf, and moves of which it is 0."""
    rng = np.random.default_rng(seed)
    scores, moves, own = *rng.standard_normal((2, n, n_classes)), rng.integers(n_classes, size=n)
    scores[np.arange(n), own], moves[np.arange(n), own] = -np.inf, 0.0
    return scores, moves


@given(st.integers(0, 10_000), st.integers(1, 300), st.integers(2, 40), st.integers(1, 20_000), st.floats(0.0, 1.0))
def test_all_others_are_at_most_the_floor_all_along_the_way(seed, n, n_classes, wanted, share):
    scores, moves = way(seed, n, n_classes)
    found = candidates(scores, moves, (0.0, 1.0), wanted, NONE)
    assert len(found.places) >= min(wanted, n * (n_classes - 1))
    assert (np.diff(found.places) > 0).all()
    there = (scores + share * moves).ravel()
    np.testing.assert_array_equal(found.at(share), there[found.places])
    assert np.isfinite(found.at(share)).all()
    assert np.delete(there, found.places).max(initial=-np.inf) <= found.floor


def test_not_twice_as_many_are_found_as_are_wanted():
    scores, moves = way(0, 4000, 100)
    assert 5000 <= len(candidates(scores, moves, (0.0, 1.0), 5000, NONE).places) < 10_000


def test_those_asked_for_are_among_them():
    scores, moves = way(0, 500, 50)
    asked = np.flatnonzero((scores + 9.0 * np.abs(moves) < -1.0) & np.isfinite(scores))
    places = candidates(scores, moves, (0.0, 1.0), 100, asked).places
    assert len(asked) > 10 and np.isin(asked, places).all() and (np.diff(places) > 0).all()


@pytest.mark.parametrize("far", [-1.0, 1.0])
def test_where_the_spaced_scores_mislead(far):
    scores = np.random.default_rng(0).random((640, 100))
    scores.ravel()[::SPACING] += far
    found = candidates(scores, np.zeros_like(scores), (0.0, 0.0), 2000, NONE)
    assert len(found.places) >= 2000
    assert np.delete(scores.ravel(), found.places).max(initial=-np.inf) <= found.floor
