"""One pass of projected mini-batch gradient descent on a linear model, with suffix averaging (lecture 11).

The losses differ in the weights that a sample gives the classes (`manyclass.kernels.sgd.class_weights`) and in nothing
else. All samples of a mini-batch are scored before a class vector moves.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to, dot, dot_dense
from manyclass.kernels.common.steps import scheduled
from manyclass.kernels.sgd.class_weights import weigh
from manyclass.kernels.sgd.sample_order import begin, example


class Projected(NamedTuple):
    """Class vectors ``W`` float32 (G, D), each in the ball of ``radius``, and the sum of what they have been.

    Over the updates T0 < t ≤ T, ``total`` float64 (G, D) sums W^t as it was before update t. A class counts when it
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
    """Of the n samples of a pass, how many ``updated``; ``tries``: wrong classes that these pulled at or could have.

    For the hinges ``tries`` counts the violators; ``touched``, of which classes of right and wrong the vectors moved.
    ``ignored`` is 0.
    """

    updated: int
    ignored: int
    tries: int
    touched: int


@kernel
def epoch(rows, labels, model, descent, batch, first, state):
    """⌈n/B⌉ updates, the first being number ``first`` + 1; ``model``, ``batch``, ``state`` change in place.

    Returns `BatchCounts`.
    """
    n, B = labels.indptr.shape[0] - 1, batch.samples.shape[0]
    updated = tries = touched = 0
    begin(descent.order, state)
    t = first
    for start in range(0, n, B):
        size = min(B, n - start)
        for b in range(size):
            i, positive = example(descent.order, labels, start + b, state)
            batch.samples[b] = i
            for g in range(labels.n_classes):
                batch.z[g] = dot(rows, i, model.W[g])
            found = weigh(descent.weights, batch.z, labels, i, positive, batch.p[b])
            updated += found > 0
            tries += found
        eta = scheduled(descent.steps, t)
        t += 1
        for g in range(labels.n_classes):
            touched += move(rows, model, batch, size, g, eta, t)
    for g in range(labels.n_classes):
        count_in(model, g, t)
    return BatchCounts(updated, 0, tries, touched)


@kernel
def move(rows, model, batch, size, g, eta, t):
    """Update t of class ``g``: down the mean gradient of ``size`` samples, then into the ball; how many pulled."""
    w, moved = model.W[g], 0
    if model.penalty > 0.0:
        count_in(model, g, t)
        w *= np.float32(1.0 - eta * model.penalty)
    for b in range(size):
        if batch.p[b, g] != 0:
            if moved == 0:
                count_in(model, g, t)
            moved += 1
            add_to(rows, batch.samples[b], np.float32(-eta / size) * batch.p[b, g], w)
    if moved > 0:
        project(w, model.radius)
    return moved


@kernel
def project(w, radius):
    """Multiply w float32 (D,) by min(1, ρ/‖w‖)."""
    length = np.sqrt(np.float64(dot_dense(w, w)))
    if length > radius:
        w *= np.float32(radius / length)


@kernel
def count_in(model, g, t):
    """Add to the sum what class ``g`` has been since it last moved, up to and with W^t."""
    times = t - model.since[g]
    if times > 0:
        for j in range(model.W.shape[1]):
            model.total[g, j] += times * np.float64(model.W[g, j])
        model.since[g] = t
