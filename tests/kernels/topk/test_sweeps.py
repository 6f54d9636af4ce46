"""Sweeps: every sample in every sweep while all move, and ever more rarely once it stays."""

import numpy as np
from kernel_models import new_state

from manyclass.kernels.topk.sweeps import new_sweeps, next_samples, rest

N = 23


def sweep(sweeps, generator, most):
    """The samples of one sweep, fetched at most so many at a time."""
    fetched = [next_samples(sweeps, most, generator).copy()]
    while sweeps.counters[1] < sweeps.counters[2]:
        fetched.append(next_samples(sweeps, most, generator).copy())
    assert max(map(len, fetched)) <= most
    return np.concatenate(fetched)


def test_samples_that_move_are_in_every_sweep_in_a_new_order():
    sweeps, generator = new_sweeps(N), new_state(0)
    orders = set()
    for most in (N, 5, 1, 100):
        samples = sweep(sweeps, generator, most)
        for i in samples:
            rest(sweeps, i, False)
        assert sorted(samples) == list(range(N))
        orders.add(tuple(samples))
    assert len(orders) == 4


def test_a_sample_that_stays_rests_twice_as_long_each_time_and_none_is_forgotten():
    sweeps, generator = new_sweeps(3), new_state(0)
    seen = {0: [], 1: [], 2: []}
    for number in range(1, 64):
        for i in sweep(sweeps, generator, 3).tolist():
            assert sweeps.counters[0] == number
            seen[i].append(number)
            rest(sweeps, i, i == 1 or (i == 2 and number < 8))
    assert seen[0] == list(range(1, 64))
    assert seen[1] == [1, 3, 7, 15, 31, 63]
    assert seen[2] == [1, 3, 7, *range(15, 64)]


def test_where_all_rest_the_next_that_is_due_comes():
    sweeps, generator = new_sweeps(2), new_state(0)
    for number in (1, 3, 7):
        samples = sweep(sweeps, generator, 2)
        assert sweeps.counters[0] == number
        for i in samples:
            rest(sweeps, i, True)
