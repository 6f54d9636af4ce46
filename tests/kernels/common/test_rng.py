"""xoshiro256++ against its definition in unbounded integers, and the distributions drawn from it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import new_state
from scipy import stats

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rng import below, geometric, next_word, numbered_below, numbered_word, uniform

MASK = 2**64 - 1


def rotate(x, k):
    return ((x << k) | (x >> (64 - k))) & MASK


def reference_word(s):
    """The published algorithm (Blackman & Vigna 2021), on a list of four Python integers."""
    word = (rotate((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
    t = (s[1] << 17) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate(s[3], 45)
    return word


@kernel
def many_below(state, n, draws):
    for k in range(draws.shape[0]):
        draws[k] = below(state, n)


@kernel
def many_geometric(state, p, draws):
    for k in range(draws.shape[0]):
        draws[k] = geometric(state, p)


@kernel
def many_uniform(state, draws):
    for k in range(draws.shape[0]):
        draws[k] = uniform(state)


@given(st.lists(st.integers(1, MASK), min_size=4, max_size=4))
def test_words_are_those_of_the_definition(words):
    state = np.array(words, np.uint64)
    for _ in range(20):
        assert int(next_word(state)) == reference_word(words)
    assert state.tolist() == words


def test_published_first_words():
    """First words from the state 1, 2, 3, 4: those that other implementations of the generator list."""
    state = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_word(state)) for _ in range(3)] == [41943041, 58720359, 3588806011781223]


@pytest.mark.parametrize("n", [1, 2, 7, 100, 1000])
def test_below_is_uniform(n):
    draws = np.empty(200_000, np.int64)
    many_below(new_state(n), n, draws)
    counts = np.bincount(draws, minlength=n)
    assert len(counts) == n
    assert n == 1 or stats.chisquare(counts).pvalue > 1e-4


def test_below_rejects_where_words_do_not_divide_evenly():
    """With 3·2³⁰ a plain multiply-shift gives every third number twice the chance of the others."""
    n = 3 * 2**30
    draws = np.empty(300_000, np.int64)
    many_below(new_state(5), n, draws)
    thirds = np.bincount(draws % 3, minlength=3)
    assert draws.min() >= 0 and draws.max() < n
    assert stats.chisquare(thirds).pvalue > 1e-4


def test_uniform_is_uniform():
    draws = np.empty(100_000)
    many_uniform(new_state(3), draws)
    assert draws.min() >= 0 and draws.max() < 1
    assert stats.kstest(draws, "uniform").pvalue > 1e-4


@pytest.mark.parametrize("p", [1.0, 0.9, 0.3, 0.01])
def test_geometric_has_its_probabilities(p):
    draws = np.empty(100_000, np.int64)
    many_geometric(new_state(int(100 * p)), p, draws)
    if p == 1.0:
        assert (draws == 1).all()
        return
    longest = max(2, int(stats.geom.ppf(0.999, p)))
    counts = np.bincount(np.minimum(draws, longest), minlength=longest + 1)[1:]
    expected = stats.geom.pmf(np.arange(1, longest + 1), p)
    expected[-1] = stats.geom.sf(longest - 1, p)
    assert stats.chisquare(counts, expected * len(draws)).pvalue > 1e-4


def test_streams_of_different_seeds_differ():
    assert not np.array_equal(new_state(0), new_state(1))
    assert np.array_equal(new_state(0), new_state(0))


def test_numbered_draws_are_uniform_and_independent_of_their_order():
    key, n = np.uint64(12345), 7
    forth = [numbered_below(key, k, n) for k in range(1, 70_001)]
    back = [numbered_below(key, k, n) for k in range(1000, 0, -1)]
    assert forth[:1000] == back[::-1]
    pairs = np.bincount(np.array(forth[:-1]) * n + forth[1:], minlength=n * n)
    expected = len(forth) / n**2
    assert ((pairs - expected) ** 2 / expected).sum() < 48 + 5 * np.sqrt(2 * 48)


def test_the_first_words_of_splitmix64():
    """As published with the generator, for the seed 1234567."""
    words = [int(numbered_word(np.uint64(1234567), k)) for k in range(1, 6)]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
