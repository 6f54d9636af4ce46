"""One pass of projected mini-batch gradient descent on a linear model, with suffix averaging (lecture 11).

The losses differ in the weights that a sample gives the classes (`manyclass.kernels.sgd.class_weights`) and in nothing
else. All samples of a mini-batch are scored before a class vector moves.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.labels import draw_correct, draw_example
from manyclass.kernels.common.rng import shuffle
from manyclass.kernels.common.steps import learning_rate
from manyclass.kernels.sgd.class_weights import moves_all, weigh
from manyclass.kernels.sgd.projected import average, begin, decay, descend, end, score


class WithReplacement(NamedTuple):
    """Samples are drawn: any of them, each time."""


class Shuffled(NamedTuple):
    """Every sample once: ``order`` int64 (n,), shuffled anew before every pass."""

    order: np.ndarray


class Descent(NamedTuple):
    """How samples are taken (``order``), how they weigh the classes (``weights``), and the step sizes."""

    order: NamedTuple
    weights: NamedTuple
    steps: NamedTuple


class Batch(NamedTuple):
    """Room for B samples: which they are, and the right classes drawn of them, int64 (B,).

    Scores ``z`` and weights ``p`` of all classes are float32 (B, G).
    """

    samples: np.ndarray
    positive: np.ndarray
    z: np.ndarray
    p: np.ndarray


class BatchCounts(NamedTuple):
    """Of the n samples of a pass, how many ``updated`` the model; ``ignored`` is 0.

    ``tries`` counts the wrong classes that could get a weight, which for the hinges are the violators, and
    ``n_classes_updated`` the classes, right and wrong, whose vectors moved.
    """

    updated: int
    ignored: int
    tries: int
    n_classes_updated: int


@by_type
def start_pass(order, rng):
    """Done before every pass: the order changes in place."""


@by_type
def take_example(order, labels, k, rng):
    """The k-th sample of the pass, and y⁺, one of its correct classes."""


@start_pass.case(WithReplacement)
def _start_with_replacement(order, rng):
    pass


@take_example.case(WithReplacement)
def _take_with_replacement(order, labels, k, rng):
    return draw_example(labels, rng)


@start_pass.case(Shuffled)
def _start_shuffled(order, rng):
    shuffle(order.order, rng)


@take_example.case(Shuffled)
def _take_shuffled(order, labels, k, rng):
    i = order.order[k]
    return i, draw_correct(labels, i, rng)


@kernel
def epoch(rows, labels, model, descent, batch, first, rng):
    """⌈n/B⌉ updates, the first being number ``first`` + 1 (Hazan & Singer, lecture 11).

    Parameters
    ----------
    rows : Dense, Sparse or WithConstant
        x_i, float32 (n, D).
    labels : Labels
        The right classes of the samples.
    model : Projected for dense rows, ProjectedColumns for sparse ones
        Changed in place.
    descent : Descent
        A `Shuffled` order is changed in place.
    batch : Batch
        Overwritten; its size B is that of the mini-batches.
    first : int
        Updates made before this pass.
    rng : uint64 (4,)
        Generator of the draws; changed in place.

    Returns
    -------
    BatchCounts
    """
    n, B = labels.indptr.shape[0] - 1, batch.samples.shape[0]
    updated = tries = n_classes_updated = 0
    start_pass(descent.order, rng)
    work = begin(model, B)
    t = first
    for start in range(0, n, B):
        size = min(B, n - start)
        for b in range(size):
            batch.samples[b], batch.positive[b] = take_example(descent.order, labels, start + b, rng)
        score(model, work, rows, batch.samples[:size], batch.z)
        for b in range(size):
            n_violators = weigh(descent.weights, batch.z[b], labels, batch.samples[b], batch.positive[b], batch.p[b])
            updated += n_violators > 0
            tries += n_violators
        eta = learning_rate(descent.steps, t)
        t += 1
        average(model, work, t)
        decay(model, work, 1.0 - eta * model.penalty)
        few = not moves_all(descent.weights)
        n_classes_updated += descend(model, work, rows, batch.samples[:size], batch.p, -eta / size, few)
    end(model, work)
    return BatchCounts(updated, 0, tries, n_classes_updated)
