"""Which samples are looked at: those whose dual variables stay are left out for a while, ever longer.

Most dual variables of a trained model are at a bound, where an update leaves them: looking at all of them as often
as at those that move is a waste. What is left out is only left for later, and certificates look at all samples.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.rng import shuffle


class Sweeps(NamedTuple):
    """Sweeps over the samples, each in a new order.

    ``order`` int64 (n,) is that of this sweep: its places from ``done`` to ``end`` are to be updated yet. ``number``,
    ``done`` and ``end`` are ``counters`` int64 (3,). A sample is left out until sweep ``due`` int32 (n,), and last
    was for ``rest`` int32 (n,) sweeps.
    """

    order: np.ndarray
    counters: np.ndarray
    due: np.ndarray
    rest: np.ndarray


def new_sweeps(n):
    """Those of n samples, all of which are due."""
    return Sweeps(np.zeros(n, np.int64), np.zeros(3, np.int64), np.zeros(n, np.int32), np.zeros(n, np.int32))


@kernel
def _begin_sweep(sweeps, generator):
    """Shuffle the samples that are due; where all rest, those that are due first."""
    counters, due = sweeps.counters, sweeps.due
    earliest = due[0]
    for i in range(due.shape[0]):
        earliest = min(earliest, due[i])
    counters[0] = max(counters[0] + 1, earliest)
    counters[1] = counters[2] = 0
    for i in range(due.shape[0]):
        if due[i] <= counters[0]:
            sweeps.order[counters[2]] = i
            counters[2] += 1
    shuffle(sweeps.order[: counters[2]], generator)


@kernel
def next_samples(sweeps, most, generator):
    """At most so many samples that are to be updated next, int64 (t,), t ≥ 1."""
    counters = sweeps.counters
    if counters[1] == counters[2]:
        _begin_sweep(sweeps, generator)
    first = counters[1]
    counters[1] = min(first + most, counters[2])
    return sweeps.order[first : counters[1]]


@inner_kernel
def rest(sweeps, i, stays):
    """Note whether an update has left sample i's dual variables as they were, and so when the next one is due."""
    sweeps.rest[i] = 2 * sweeps.rest[i] + 1 if stays else 0
    sweeps.due[i] = sweeps.counters[0] + 1 + sweeps.rest[i]
