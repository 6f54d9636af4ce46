"""A pass of one-vs-rest: a chunk of draws after the other, sorted by the classes whose problems use them.

Classes' problems have nothing in common, so that it is the same to make some steps of one class and then those of the
next, or to train several classes at once in threads. A class vector is then fetched once for its steps of a chunk, and
the samples of a chunk are so few that they stay in cache for all classes.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.labels import draw_example, is_correct
from manyclass.kernels.common.rng import next_word, uniform
from manyclass.kernels.sgd.binary import binary_step
from manyclass.kernels.sgd.negative_sampling import draw_negative


class Uses(NamedTuple):
    """The samples that each class uses in each of C chunks of draws, in the order in which they were drawn.

    Class g uses in chunk c those of ``samples`` int32 (C, room) from ``starts[c, g]`` on and before
    ``starts[c, g + 1]``, int32 (C, G + 1): i as a positive, or ~i as a negative.
    """

    samples: np.ndarray
    starts: np.ndarray


@kernel
def spawn(rng, number):
    """So many independent generators uint64 (number, 4), drawn from one uint64 (4,), which moves on."""
    states = np.empty((number, 4), np.uint64)
    for k in range(number):
        for j in range(4):
            states[k, j] = next_word(rng)
    return states


@kernel
def draw_samples(labels, samples, rng):
    """Fill ``samples`` int32 (T,) with draws."""
    for t in range(samples.shape[0]):
        samples[t] = draw_example(labels, rng)[0]


@kernel
def draw_uses(labels, negatives, n_draws, uses, states):
    """Fill chunks of draws: a positive of a right class of each sample, and a negative of those drawn to it.

    Gupta et al. (2014), section 8.3; Perronnin et al. (2012), table 1: OVR.

    Parameters
    ----------
    labels : Labels
        The right classes of the samples.
    negatives : UniformNegatives or BalancedNegatives
        Which other classes' problems a sample is used for.
    n_draws : int64 (C,)
        How many samples to draw in each chunk.
    uses : Uses
        C chunks with room for all that `manyclass.kernels.sgd.negative_sampling.max_uses` allows; overwritten.
    states : uint64 (C, 4)
        A generator a chunk; changed in place.

    Returns
    -------
    int
        How many uses as a negative there are.
    """
    drawn, classes = np.empty(uses.samples.shape[1], np.int32), np.empty(uses.samples.shape[1], np.int32)
    total = 0
    for c in range(n_draws.shape[0]):
        size = _draw_chunk(labels, negatives, n_draws[c], drawn, classes, states[c])
        _sort_by_class(drawn, classes, size, uses.samples[c], uses.starts[c])
        total += size - n_draws[c]
    return total


@inner_kernel
def _draw_chunk(labels, negatives, n_draws, drawn, classes, rng):
    """Fill ``drawn`` int32 with i or ~i, and ``classes`` int32 with the problem that uses it; returns their number."""
    size = 0
    for _ in range(n_draws):
        i, positive = draw_example(labels, rng)
        drawn[size], classes[size] = i, positive
        size += 1
        for _ in range(int(negatives.n_proposals + uniform(rng))):
            g = draw_negative(negatives, labels, i, rng)
            if g >= 0:
                drawn[size], classes[size] = ~i, g
                size += 1
    return size


@inner_kernel
def _sort_by_class(drawn, classes, size, samples, starts):
    """Put ``drawn`` into ``samples`` by class, in the order that they have within each, and fill ``starts``."""
    n_classes = starts.shape[0] - 1
    for g in range(n_classes + 1):
        starts[g] = 0
    for k in range(size):
        starts[classes[k] + 1] += 1
    for g in range(n_classes):
        starts[g + 1] += starts[g]
    for k in range(size):
        g = classes[k]
        samples[starts[g]] = drawn[k]
        starts[g] += 1
    for g in range(n_classes, 0, -1):
        starts[g] = starts[g - 1]
    starts[0] = 0


@inner_kernel
def train_on_uses(rows, model, loss, steps, uses, first, last):
    """Make the steps of classes ``first`` up to ``last`` on the samples that were drawn for them.

    Parameters
    ----------
    rows : Dense, Sparse or WithConstant
        x_i, float32 (n, d).
    model : Penalised or InBall
        Changed in place, in these classes only.
    loss : Hinge or WeightedHinge
    steps : Steps
    uses : Uses
    first, last : int

    Returns
    -------
    int
        Steps with a gradient.
    """
    updated = 0
    for c in range(uses.starts.shape[0]):
        for g in range(first, last):
            for k in range(uses.starts[c, g], uses.starts[c, g + 1]):
                i = np.int64(uses.samples[c, k])
                sign = np.float32(1) if i >= 0 else np.float32(-1)
                updated += binary_step(model, rows, i if i >= 0 else ~i, g, sign, loss, steps)
    return updated


@inner_kernel
def train_on_all(rows, labels, model, loss, steps, samples, at_a_time, first, last):
    """Make a step of classes ``first`` up to ``last`` on every sample drawn, int32 (T,): u-OVR.

    ``at_a_time`` samples of it are those that a class goes through before the next class; the other arguments, and the
    result, are those of `train_on_uses`.
    """
    updated, n = 0, samples.shape[0]
    for begin in range(0, n, at_a_time):
        for g in range(first, last):
            for t in range(begin, min(begin + at_a_time, n)):
                i = np.int64(samples[t])
                sign = np.float32(1) if is_correct(labels, i, g) else np.float32(-1)
                updated += binary_step(model, rows, i, g, sign, loss, steps)
    return updated
