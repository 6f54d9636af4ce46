"""One pass of projected mini-batch gradient descent on a linear model, with suffix averaging (lecture 11).

The losses differ in the weights that a sample gives the classes (`manyclass.kernels.sgd.class_weights`) and in nothing
else. All samples of a mini-batch are scored before a class vector moves.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.labels import draw_correct, draw_example
from manyclass.kernels.common.rng import shuffle
from manyclass.kernels.common.rows import add_to, dot, dot_dense
from manyclass.kernels.common.steps import learning_rate
from manyclass.kernels.sgd.class_weights import weigh


class WithReplacement(NamedTuple):
    """Samples are drawn: any of them, each time."""


class Shuffled(NamedTuple):
    """Every sample once: ``order`` int64 (n,), shuffled anew before every pass."""

    order: np.ndarray


class Projected(NamedTuple):
    """Class vectors ``W`` float32 (G, D), each in the ball of ``radius``, and the sum of what they have been.

    Over the updates T0 < t ≤ T, ``total`` float64 (G, D) sums W^t as it was before update t. A class is added when it
    moves, for all the updates since the last time: ``since`` int64 (G,), T0 at first. ``penalty`` is λ of ½ λ ‖W‖².
    """

    W: np.ndarray
    radius: float
    penalty: float
    total: np.ndarray
    since: np.ndarray


class Descent(NamedTuple):
    """How samples are taken (``order``), how they weigh the classes (``weights``), and the step sizes."""

    order: NamedTuple
    weights: NamedTuple
    steps: NamedTuple


class Batch(NamedTuple):
    """Room for B samples: which they are, int64 (B,), scores float32 (G,) of one, weights ``p`` float32 (B, G)."""

    samples: np.ndarray
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
    model : Projected
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
    t = first
    for start in range(0, n, B):
        size = min(B, n - start)
        for b in range(size):
            i, positive = take_example(descent.order, labels, start + b, rng)
            batch.samples[b] = i
            for g in range(labels.n_classes):
                batch.z[g] = dot(rows, i, model.W[g])
            n_violators = weigh(descent.weights, batch.z, labels, i, positive, batch.p[b])
            updated += n_violators > 0
            tries += n_violators
        eta = learning_rate(descent.steps, t)
        t += 1
        for g in range(labels.n_classes):
            n_classes_updated += _update_class(rows, model, batch, size, g, eta, t)
    for g in range(labels.n_classes):
        add_to_total(model, g, t)
    return BatchCounts(updated, 0, tries, n_classes_updated)


@kernel
def _update_class(rows, model, batch, size, g, eta, t):
    """Update t of class ``g``: down the mean gradient of ``size`` samples, then into the ball; how many moved it."""
    w, n_samples = model.W[g], 0
    if model.penalty > 0.0:
        add_to_total(model, g, t)
        w *= np.float32(1.0 - eta * model.penalty)
    for b in range(size):
        if batch.p[b, g] != 0:
            if n_samples == 0:
                add_to_total(model, g, t)
            n_samples += 1
            add_to(rows, batch.samples[b], np.float32(-eta / size) * batch.p[b, g], w)
    if n_samples > 0:
        project(w, model.radius)
    return n_samples


@kernel
def project(w, radius):
    """Multiply w float32 (D,) by min(1, ρ/‖w‖)."""
    length = np.sqrt(np.float64(dot_dense(w, w)))
    if length > radius:
        w *= np.float32(radius / length)


@kernel
def add_to_total(model, g, t):
    """Add to the sum what class ``g`` has been since it last moved, up to and with W^t."""
    n_updates = t - model.since[g]
    if n_updates > 0:
        for j in range(model.W.shape[1]):
            model.total[g, j] += n_updates * np.float64(model.W[g, j])
        model.since[g] = t
