"""Projection of a long vector through its large entries: the same for every guess, and the sort it uses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.kernels.topk.losses import Alpha, Beta, project
from manyclass.kernels.topk.threshold import heap_sort, indices_above, solve
from manyclass.methods.base.topk.dual_ascent import new_candidates


def spread(solution, candidates, m):
    """x (m,) of a solution."""
    x = np.zeros(m)
    some = slice(0, solution.count)
    values = np.clip(solution.depth - (solution.largest - candidates.b[some]), 0, solution.cap)
    x[candidates.index[some]] = values
    return x


@given(b=st.lists(st.integers(-50, 50) | st.floats(-1e6, 1e6), min_size=0, max_size=300))
def test_heap_sort(b):
    b = np.array(b, float)
    expected = np.sort(b)[::-1]
    heap_sort(b)
    np.testing.assert_array_equal(b, expected)


@given(m=st.integers(1, 100), cut=st.floats(-3, 3), seed=st.integers(0, 99))
def test_indices_above(m, cut, seed):
    s, index = np.random.default_rng(seed).standard_normal(m).astype(np.float32), np.zeros(m + 1, np.int32)
    count = indices_above(s, np.float32(cut), index)
    np.testing.assert_array_equal(index[:count], np.flatnonzero(s > np.float32(cut)))


@pytest.mark.parametrize("kind", [Alpha, Beta])
@given(
    m=st.integers(10, 90),
    k=st.integers(1, 10),
    C=st.sampled_from([0.1, 1.0, 10.0, 1e4]),
    level=st.floats(-3, 3),
    cut=st.just(-np.inf) | st.floats(-4, 4),
    seed=st.integers(0, 99),
)
def test_every_guess_gives_the_projection_of_the_whole_vector(kind, m, k, C, level, cut, seed):
    s = np.random.default_rng(seed).standard_normal(m).astype(np.float32)
    s[seed % 3 :: 7] = s[0]  # ties
    scale, shift, rho, loss = 2.0, 2.0 * level, 0.7, kind(k, C, 0.0)
    b = scale * s.astype(float) + shift
    ordered = np.sort(b)[::-1].copy()
    depth, cap = project(loss, ordered, rho)
    candidates = new_candidates(m)
    x = spread(solve(loss, rho, s, scale, shift, cut, candidates), candidates, m)
    np.testing.assert_allclose(x, np.clip(depth - (ordered[0] - b), 0, cap), atol=1e-6)


@pytest.mark.parametrize("kind", [Alpha, Beta])
def test_the_true_class_is_left_out(kind):
    s, candidates = np.zeros(12, np.float32), new_candidates(12)
    s[4] = -np.inf
    x = spread(solve(kind(3, 1.0, 0.0), 1.0, s, 1.0, 5.0, -np.inf, candidates), candidates, 12)
    np.testing.assert_allclose(x, np.where(np.arange(12) == 4, 0, 1 / 11), rtol=1e-12)
