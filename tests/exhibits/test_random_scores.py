"""Random scores: as many ties as are said, and a bound that is broken."""

import numpy as np

from manyclass.exhibits import random_scores
from manyclass.exhibits.random_scores import below


def test_one_sample_in_ten_has_whole_scores_and_so_has_ties():
    S, y = random_scores.scores("some/exhibit")
    whole = (np.round(S) == S).all(axis=1)
    assert np.flatnonzero(whole).tolist() == list(range(0, len(S), random_scores.ROUNDED))
    assert all(len(set(row)) < len(row) for row in S[whole].tolist())
    assert y.shape == (len(S),) and set(y) == set(range(random_scores.CLASSES))


def test_scores_are_those_of_the_exhibit():
    (one, _), (again, _), (other, _) = map(random_scores.scores, ("a/b", "a/b", "a/c"))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()


def test_a_broken_bound_is_counted():
    assert below(np.array([0.0, 1.0, 2.0]), np.array([0.5, 1.0, 2.0 + 1e-14])) == 1
