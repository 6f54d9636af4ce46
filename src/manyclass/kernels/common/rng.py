"""Random numbers inside kernels: xoshiro256++ (Blackman & Vigna 2021), its state owned by the caller.

``numpy.random`` inside a compiled function is a second, hidden generator; here the state is four words that
the caller spawns from a ``numpy.random.SeedSequence``, one per use, and passes in.
"""

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel

_ROTATE_23 = np.uint64(23), np.uint64(41)
_ROTATE_45 = np.uint64(45), np.uint64(19)
_SHIFT_17 = np.uint64(17)
_SHIFT_32 = np.uint64(32)
_SHIFT_11 = np.uint64(11)
_SHIFT_27, _SHIFT_30, _SHIFT_31 = np.uint64(27), np.uint64(30), np.uint64(31)
_GOLDEN_RATIO = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_ULP_53 = 2.0**-53


def new_state(seed: np.random.SeedSequence) -> np.ndarray:
    """State uint64 (4,) of a generator of its own, seeded by ``seed``."""
    return seed.generate_state(4, np.uint64)


@inner_kernel
def next_word(state):
    """Next 64 random bits; ``state`` uint64 (4,) moves on in place."""
    total = state[0] + state[3]
    word = ((total << _ROTATE_23[0]) | (total >> _ROTATE_23[1])) + state[0]
    shifted = state[1] << _SHIFT_17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << _ROTATE_45[0]) | (state[3] >> _ROTATE_45[1])
    return word


@inner_kernel
def uniform(state):
    """A float64 in [0, 1) with 53 random bits."""
    return (next_word(state) >> _SHIFT_11) * _ULP_53


@inner_kernel
def numbered_word(key, number):
    """The word of this number, 1, 2, ..., of the generator SplitMix64 seeded by ``key`` uint64 (Steele et al. 2014).

    It can be had without those before it, and again.
    """
    word = key + np.uint64(number) * _GOLDEN_RATIO
    word = (word ^ (word >> _SHIFT_30)) * _MIX_1
    word = (word ^ (word >> _SHIFT_27)) * _MIX_2
    return word ^ (word >> _SHIFT_31)


@inner_kernel
def numbered_below(key, number, n):
    """An integer in 0..n-1 made of that word, equally likely but for a share of n / 2**53."""
    return np.int64((numbered_word(key, number) >> _SHIFT_11) * _ULP_53 * n)


@inner_kernel
def below(state, n):
    """An integer in 0..n-1, each equally likely (Lemire's multiply-shift with rejection); 0 < n < 2**32."""
    bound = np.uint64(n)
    product = (next_word(state) >> _SHIFT_32) * bound
    if (product & _LOW_32) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & _LOW_32) < threshold:
            product = (next_word(state) >> _SHIFT_32) * bound
    return np.int64(product >> _SHIFT_32)


@inner_kernel
def geometric(state, p):
    """Number of independent tries up to the first success of probability ``p`` in (0, 1]: 1, 2, ..."""
    if p >= 1.0:
        return np.int64(1)
    return np.int64(np.log1p(-uniform(state)) / np.log1p(-p)) + 1


@kernel
def shuffle(order, state):
    """Permute ``order`` int64 (n,) in place, each order equally likely; ``state`` uint64 (4,) moves on."""
    for i in range(order.shape[0] - 1, 0, -1):
        j = below(state, i + 1)
        order[i], order[j] = order[j], order[i]
